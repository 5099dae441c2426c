import java.util.Hashtable;
import java.util.Vector;

/**
 * Deadlock with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads that compare and of threads that search.
 */
public class DeadlockLambdas {
  final Vector<Object> v1 = new Vector<>();
  final Hashtable<String, Object> h1 = new Hashtable<>();
  final Vector<Object> v2 = new Vector<>();
  final Hashtable<String, Object> h2 = new Hashtable<>();

  DeadlockLambdas() {
    v1.add(h1);
    h1.put("list", v1);
    v2.add(h2);
  }

  void compare() {
    v1.equals(v2);
  }

  void search() {
    h1.containsValue(v2);
  }

  public static void main(String[] args) {
    int comparers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int searchers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    DeadlockLambdas shared = new DeadlockLambdas();
    for (int i = 0; i < comparers; i++) {
      new Thread(shared::compare).start();
    }
    for (int i = 0; i < searchers; i++) {
      new Thread(shared::search).start();
    }
  }
}
