// outcome: awake
// outcome: true 0
// outcome: true 1
// outcome: false 0
// outcome: false 1
// again: --sleep-sets

/**
 * The exception of an interrupt clears the status, which another thread asks for: the two depend on
 * each other. With an argument somebody else sleeps as well.
 */
public class InterruptCleared {
  static volatile int woken;

  public static void main(String[] args) {
    new InterruptedException(); // its class is initialised
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
