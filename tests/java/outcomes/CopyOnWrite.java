// outcome: 1 2
// outcome: 2 2

import java.util.concurrent.CopyOnWriteArrayList;

/** An iterator of a CopyOnWriteArrayList shows a snapshot of the list. */
public class CopyOnWrite {
  public static void main(String[] args) throws InterruptedException {
    CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>(new Integer[] {1});
    Thread t = new Thread(() -> l.add(2));
    t.start();
    int n = 0;
    for (Integer i : l) n++;
    t.join();
    System.out.println(n + " " + l.size());
  }
}
