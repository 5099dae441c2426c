/** Two threads join each other. */
public class DeadJoinCycle {
  static Thread other;

  public static void main(String[] args) throws InterruptedException {
    Thread self = Thread.currentThread();
    other = new Thread(() -> {
      try {
        self.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    other.start();
    other.join();
  }
}
