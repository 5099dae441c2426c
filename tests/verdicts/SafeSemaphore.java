import java.util.concurrent.Semaphore;

/** A Semaphore of one permit is a lock. */
public class SafeSemaphore {
  static int counter;

  static void add(Semaphore permit) {
    permit.acquireUninterruptibly();
    counter++;
    permit.release();
  }

  public static void main(String[] args) throws InterruptedException {
    Semaphore permit = new Semaphore(1);
    Thread t = new Thread(() -> add(permit));
    t.start();
    add(permit);
    t.join();
    assert counter == 2;
  }
}
