// outcome: true true false
// again: --por none
// again: --sleep-sets

/**
 * A thread takes its own monitor to end. It stays alive while another thread holds the monitor,
 * and its end wakes the threads that wait on it.
 */
public class EndLocks {
  static volatile boolean ran;

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> ran = true);
    boolean before, held;
    synchronized (t) {
      t.start();
      before = t.isAlive();
      while (!ran) Thread.yield();
      for (int i = 0; i < 3; i++) Thread.yield();
      held = t.isAlive();
      while (t.isAlive()) t.wait();
    }
    System.out.println(before + " " + held + " " + t.isAlive());
  }
}
