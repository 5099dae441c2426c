import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * AryList fixed: a thread that compares also locks the second list. The order is l2, then l1.
 *
 * <p>Arguments: the number of threads that add before they compare, and of those that only compare.
 */
public class AryListFixed {
  final List<Object> l1 = Collections.synchronizedList(new ArrayList<>());
  final List<Object> l2 = Collections.synchronizedList(new ArrayList<>());
  final Object item = new Object();

  AryListFixed() {
    l1.add(item);
    l2.add(item);
  }

  static final class User extends Thread {
    final AryListFixed lists;
    final int role;

    User(AryListFixed lists, int role) {
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
      synchronized (lists.l2) {
        lists.l1.equals(lists.l2);
      }
    }
  }

  public static void main(String[] args) {
    int adders = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int others = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    AryListFixed lists = new AryListFixed();
    for (int i = 0; i < adders; i++) {
      new User(lists, 0).start();
    }
    for (int i = 0; i < others; i++) {
      new User(lists, 1).start();
    }
  }
}
