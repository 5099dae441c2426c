// outcome: both, main first
// outcome: both, other first
// again: --por none
// again: --sleep-sets

/** Two threads join a third: its end wakes both, and they return in either order. */
public class JoinTwice {
  static String first;

  static synchronized void joined(Thread t, String who) throws InterruptedException {
    if (first == null) first = who;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {});
    Thread other = new Thread(() -> {
      try {
        t.join();
        joined(t, "other");
      } catch (InterruptedException e) {
        return;
      }
    });
    t.start();
    other.start();
    t.join();
    joined(t, "main");
    other.join();
    System.out.println("both, " + first + " first");
  }
}
