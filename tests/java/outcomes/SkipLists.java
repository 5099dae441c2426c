// outcome: [1, 2, 3] 2
// outcome: [1, 2, 3] 3

import java.util.concurrent.ConcurrentSkipListSet;

/** A skip list set loses no addition; a concurrent traversal sees the new element or not. */
public class SkipLists {
  public static void main(String[] args) throws InterruptedException {
    ConcurrentSkipListSet<Integer> s = new ConcurrentSkipListSet<>();
    s.add(1);
    s.add(3);
    Thread t = new Thread(() -> s.add(2));
    t.start();
    int n = 0;
    for (Integer i : s) n++;
    t.join();
    System.out.println(s + " " + n);
  }
}
