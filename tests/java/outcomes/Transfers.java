// outcome: true 1
// outcome: false null

import java.util.concurrent.LinkedTransferQueue;

/** tryTransfer hands an element to a consumer that is already waiting, or fails. */
public class Transfers {
  public static void main(String[] args) throws InterruptedException {
    LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>();
    Integer[] got = new Integer[1];
    Thread t = new Thread(() -> {
      try {
        got[0] = q.poll(1, java.util.concurrent.TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        got[0] = -1;
      }
    });
    t.start();
    boolean given = q.tryTransfer(1);
    t.join();
    System.out.println(given + " " + got[0]);
  }
}
