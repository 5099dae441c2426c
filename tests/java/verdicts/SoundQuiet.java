import java.lang.reflect.Field;
import java.util.Iterator;
import java.util.regex.Pattern;
import sun.misc.Unsafe;

/**
 * Another thread may see at any time what a thread writes to its own record or clears at its end.
 */
public class SoundQuiet {
  static final ClassLoader other = new ClassLoader() {};
  static final Object lock = new Object();
  static int runs;

  static void saw(boolean it) {
    if (it) throw new IllegalStateException("seen");
  }

  static void body(String what) {
    Thread me = Thread.currentThread();
    switch (what) {
      case "target" -> {
        synchronized (lock) {
          runs++;
        }
      }
      case "priority" -> me.setPriority(7);
      case "name" -> me.setName("renamed");
      case "loader" -> me.setContextClassLoader(other);
      case "iterator" -> take();
      case "address" -> saw(me.getContextClassLoader() != me.getContextClassLoader());
      default -> {}
    }
  }

  public static void main(String[] args) throws Exception {
    String what = args[0];
    Unsafe unsafe = what.equals("address") ? unsafe() : null;
    Thread t = new Thread(() -> body(what));
    t.start();
    switch (what) {
      case "group" -> saw(t.getThreadGroup() == null);
      case "text" -> saw(!t.toString().contains(",5,main"));
      case "target" -> {
        t.run();
        t.join();
        saw(runs == 1);
      }
      case "priority" -> saw(t.getPriority() == 7);
      case "name" -> saw(t.getName().equals("renamed"));
      case "iterator" -> take();
      case "loader" -> saw(t.getContextClassLoader() == other);
      case "address" -> unsafe.putObject(t, unsafe.objectFieldOffset(Thread.class.getDeclaredField("contextClassLoader")), other);
      default -> throw new IllegalArgumentException(what);
    }
    t.join();
  }

  /** The iterator of a Pattern's stream changes its state, unlike the Pattern. */
  static void take() {
    synchronized (lock) {
      if (Parts.all.hasNext()) Parts.all.next();
    }
  }

  static class Parts {
    static final Iterator<String> all = Pattern.compile(",").splitAsStream("a,b,c").iterator();
  }

  static Unsafe unsafe() throws Exception {
    Field f = Unsafe.class.getDeclaredField("theUnsafe");
    f.setAccessible(true);
    return (Unsafe) f.get(null);
  }
}
