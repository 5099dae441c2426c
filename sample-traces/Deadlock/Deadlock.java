import java.util.Hashtable;
import java.util.Vector;

/**
 * A deadlock inside the Java library: a Vector and a Hashtable contain each other. A thread that
 * compares the Vector locks it and then the Hashtable, its element; a thread that searches the
 * Hashtable locks them in the opposite order. The program takes no lock itself.
 *
 * <p>Arguments: the number of threads that compare and of threads that search.
 */
public class Deadlock {
  final Vector<Object> v1 = new Vector<>();
  final Hashtable<String, Object> h1 = new Hashtable<>();
  final Vector<Object> v2 = new Vector<>();
  final Hashtable<String, Object> h2 = new Hashtable<>();

  Deadlock() {
    v1.add(h1);
    h1.put("list", v1);
    v2.add(h2);
  }

  static final class Comparer extends Thread {
    final Deadlock shared;

    Comparer(Deadlock shared) {
      this.shared = shared;
    }

    @Override
    public void run() {
      shared.v1.equals(shared.v2);
    }
  }

  static final class Searcher extends Thread {
    final Deadlock shared;

    Searcher(Deadlock shared) {
      this.shared = shared;
    }

    @Override
    public void run() {
      shared.h1.containsValue(shared.v2);
    }
  }

  public static void main(String[] args) {
    int comparers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int searchers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    Deadlock shared = new Deadlock();
    for (int i = 0; i < comparers; i++) {
      new Comparer(shared).start();
    }
    for (int i = 0; i < searchers; i++) {
      new Searcher(shared).start();
    }
  }
}
