// outcome: taken, flag true
// outcome: interrupted, flag false

import java.util.concurrent.ArrayBlockingQueue;

/**
 * An interrupt and an element come to a taker: it gets the element and keeps the flag, or gets the
 * exception and no flag.
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
