import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The error of the sample AryList, guarded by a condition that other threads set. A thread that
 * should add sets a shared field, and the other threads clear it. A thread adds only if it is set.
 *
 * <p>Arguments: the number of threads that add before they compare, the number of threads that only
 * compare, and how often each looks at the lists before and after (default 0).
 */
public class SharedArray {
  final List<Object> l1 = Collections.synchronizedList(new ArrayList<>());
  final List<Object> l2 = Collections.synchronizedList(new ArrayList<>());
  final Object item = new Object();
  volatile boolean adds;
  final int looks;

  SharedArray(int looks) {
    this.looks = looks;
    l1.add(item);
    l2.add(item);
  }

  /** Additional accesses of a thread, under the same locks. */
  int look() {
    int sum = 0;
    for (int i = 0; i < looks; i++) {
      sum += l1.size() + l2.size();
    }
    return sum;
  }

  void user(int role) {
    look();
    if (role == 0) {
      adds = true;
    } else {
      adds = false;
    }
    if (adds) {
      l2.add(item);
    }
    l1.equals(l2);
    look();
  }

  public static void main(String[] args) {
    int adders = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int others = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    int looks = args.length > 2 ? Integer.parseInt(args[2]) : 0;
    SharedArray lists = new SharedArray(looks);
    for (int i = 0; i < adders; i++) {
      new Thread(() -> lists.user(0)).start();
    }
    for (int i = 0; i < others; i++) {
      new Thread(() -> lists.user(1)).start();
    }
  }
}
