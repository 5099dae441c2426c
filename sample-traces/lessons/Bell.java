/** One thread waits for a bell, and another one rings it. */
public class Bell {
  static final Object bell = new Object();

  static void await() {
    synchronized (bell) {
      try {
        bell.wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static void ring() {
    synchronized (bell) {
      bell.notify();
    }
  }

  public static void main(String[] args) {
    new Thread(Bell::await).start();
    new Thread(Bell::ring).start();
  }
}
