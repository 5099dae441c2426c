import java.util.AbstractList;
import java.util.Vector;

/**
 * AbsList with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads that add before they compare, and of those that only compare.
 */
public class AbsListLambdas {
  final AbstractList<Object> l1 = new Vector<>();
  final AbstractList<Object> l2 = new Vector<>();
  final Object item = new Object();

  AbsListLambdas() {
    l1.add(item);
    l2.add(item);
  }

  static final class User {
    final AbsListLambdas lists;
    final int role;

    User(AbsListLambdas lists, int role) {
      this.lists = lists;
      this.role = role;
    }

    void run() {
      boolean adds;
      if (role == 0) {
        adds = true;
      } else {
        adds = false;
      }
      if (adds) {
        lists.l2.add(lists.item);
      }
      lists.l1.equals(lists.l2);
    }
  }

  public static void main(String[] args) {
    int adders = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int others = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    AbsListLambdas lists = new AbsListLambdas();
    for (int i = 0; i < adders; i++) {
      new Thread(new User(lists, 0)::run).start();
    }
    for (int i = 0; i < others; i++) {
      new Thread(new User(lists, 1)::run).start();
    }
  }
}
