// outcome: awake
// outcome: true 0
// outcome: true 1
// outcome: false 0
// outcome: false 1
// again: --sleep-sets

/**
 * An InterruptedException clears the interrupt status while another thread reads it: the two
 * operations are dependent. With an argument, a third thread sleeps too.
 */
public class InterruptCleared {
  static volatile int woken;

  public static void main(String[] args) {
    new InterruptedException(); // initialises its class
    if (args.length > 0) {
      Thread other = new Thread(() -> {
        try {
          Thread.sleep(2000000);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      });
      other.setDaemon(true);
      other.start();
    }
    Thread t = new Thread(() -> {
      try {
        Thread.sleep(1000000);
      } catch (InterruptedException e) {
        woken = 1;
      }
    });
    t.start();
    if (t.getState() != Thread.State.TIMED_WAITING) {
      System.out.println("awake");
      t.interrupt();
      return;
    }
    t.interrupt();
    boolean asked = t.isInterrupted();
    int seen = woken;
    System.out.println(asked + " " + seen);
  }
}
