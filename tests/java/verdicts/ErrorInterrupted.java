/** Another thread interrupts a sleep, in some schedules. */
public class ErrorInterrupted {
  public static void main(String[] args) {
    Thread t = new Thread(() -> {
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new IllegalStateException("woken early");
      }
    });
    t.start();
    t.interrupt();
  }
}
