import java.io.FileInputStream;
import java.io.IOException;

/**
 * Some operations access no memory but depend on others nevertheless: sleep sets must not treat
 * them as independent. Another thread does its part and then sets v; main does its own part
 * in between.
 */
public class SoundSlept {
  static final Object lock = new Object();
  static volatile int v;

  static class Pair implements Cloneable {
    int left, right;

    Pair copy() {
      try {
        return (Pair) clone();
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static Thread start(Runnable r) {
    Thread t = new Thread(r);
    t.start();
    return t;
  }

  /** Whether a thread is blocked depends on which thread holds the lock. */
  static void state() {
    Thread t = start(() -> {
      v = 1;
      synchronized (lock) {
        v = 2;
      }
    });
    start(() -> {
      v = 3;
      synchronized (lock) {
        v = 4;
        v = 5;
      }
    });
    if (t.getState() == Thread.State.BLOCKED) throw new IllegalStateException("seen");
  }

  static void print() throws InterruptedException {
    Thread t = start(() -> {
      System.out.print("a");
      v = 1;
    });
    System.out.print("b");
    boolean between = v == 0;
    t.join();
    System.out.print(between);
  }

  static void copy() throws InterruptedException {
    Pair p = new Pair();
    int[] seen = new int[1];
    Thread t = start(() -> {
      seen[0] = p.copy().right;
      v = 1;
    });
    p.right = 1;
    boolean between = v == 0;
    t.join();
    if (seen[0] == 0 && between) throw new IllegalStateException("seen");
  }

  static int next(FileInputStream f) {
    try {
      return f.read();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void file() throws InterruptedException, IOException {
    FileInputStream f =
        new FileInputStream(System.getProperty("java.class.path") + "/SoundSlept.class");
    int[] seen = new int[1];
    Thread t = start(() -> {
      seen[0] = next(f);
      v = 1;
    });
    int first = next(f);
    boolean between = v == 0;
    t.join();
    if (first != 0xCA && between) throw new IllegalStateException("seen");
  }

  public static void main(String[] args) throws InterruptedException, IOException {
    switch (args[0]) {
      case "state": state(); return;
      case "print": print(); return;
      case "copy": copy(); return;
      case "file": file(); return;
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
