// outcome: taken, flag true
// outcome: interrupted, flag false

import java.util.concurrent.ArrayBlockingQueue;

/**
 * A taker meets an interrupt and an element. It gets the element and keeps the status set, or it
 * gets the exception and the status is cleared.
 */
public class Interrupts {
  static String result;

  public static void main(String[] args) throws InterruptedException {
    ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
    Thread t = new Thread(() -> {
      String s;
      try {
        q.take();
        s = "taken";
      } catch (InterruptedException e) {
        s = "interrupted";
      }
      while (s.equals("taken") && !Thread.currentThread().isInterrupted()) Thread.onSpinWait();
      result = s + ", flag " + Thread.currentThread().isInterrupted();
    });
    t.start();
    q.put(1);
    t.interrupt();
    t.join();
    System.out.println(result);
  }
}
