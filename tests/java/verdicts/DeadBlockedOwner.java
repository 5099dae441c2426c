/** A thread waits for a lock whose owner joins that thread. */
public class DeadBlockedOwner {
  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    Thread t = new Thread(() -> {
      synchronized (lock) {
        System.out.println("inside");
      }
    });
    t.start();
    synchronized (lock) {
      t.join();
    }
  }
}
