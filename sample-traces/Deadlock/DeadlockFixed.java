import java.util.Hashtable;
import java.util.Vector;

/**
 * Deadlock fixed: a thread that searches locks the Vector first. The order is always v1, then h1.
 *
 * <p>Arguments: the number of threads that compare and of threads that search.
 */
public class DeadlockFixed {
  final Vector<Object> v1 = new Vector<>();
  final Hashtable<String, Object> h1 = new Hashtable<>();
  final Vector<Object> v2 = new Vector<>();
  final Hashtable<String, Object> h2 = new Hashtable<>();

  DeadlockFixed() {
    v1.add(h1);
    h1.put("list", v1);
    v2.add(h2);
  }

  static final class Comparer extends Thread {
    final DeadlockFixed shared;

    Comparer(DeadlockFixed shared) {
      this.shared = shared;
    }

    @Override
    public void run() {
      shared.v1.equals(shared.v2);
    }
  }

  static final class Searcher extends Thread {
    final DeadlockFixed shared;

    Searcher(DeadlockFixed shared) {
      this.shared = shared;
    }

    @Override
    public void run() {
      synchronized (shared.v1) {
        shared.h1.containsValue(shared.v2);
      }
    }
  }

  public static void main(String[] args) {
    int comparers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int searchers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    DeadlockFixed shared = new DeadlockFixed();
    for (int i = 0; i < comparers; i++) {
      new Comparer(shared).start();
    }
    for (int i = 0; i < searchers; i++) {
      new Searcher(shared).start();
    }
  }
}
