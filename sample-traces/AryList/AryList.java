import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * An error in the Java library itself. Both lists are synchronized wrappers of Collections, but
 * {@code l1.equals(l2)} locks only l1. If another thread adds to l2 while equals iterates over l2,
 * the iteration fails with a ConcurrentModificationException.
 *
 * <p>Arguments: the number of threads that add before they compare, and of those that only compare.
 */
public class AryList {
  final List<Object> l1 = Collections.synchronizedList(new ArrayList<>());
  final List<Object> l2 = Collections.synchronizedList(new ArrayList<>());
  final Object item = new Object();

  AryList() {
    l1.add(item);
    l2.add(item);
  }

  static final class User extends Thread {
    final AryList lists;
    final int role;

    User(AryList lists, int role) {
      this.lists = lists;
      this.role = role;
    }

    @Override
    public void run() {
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
    AryList lists = new AryList();
    for (int i = 0; i < adders; i++) {
      new User(lists, 0).start();
    }
    for (int i = 0; i < others; i++) {
      new User(lists, 1).start();
    }
  }
}
