// outcome: 1, status true
// again: --sleep-sets

/**
 * A thread waits for another thread to initialise a class. An interrupt does not end that wait
 * but stays pending.
 */
public class InitInterrupted {
  static class Slow {
    static int value;

    static {
      Thread.yield();
      value = 1;
    }
  }

  public static void main(String[] args) {
    Thread main = Thread.currentThread();
    new Thread(() -> {
      int v = Slow.value;
      if (v != 1) System.out.println("not initialised");
    }).start();
    main.interrupt();
    System.out.println(Slow.value + ", status " + main.isInterrupted());
  }
}
