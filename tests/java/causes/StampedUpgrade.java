import java.util.concurrent.locks.StampedLock;

/** Two readers each hold a read stamp and ask for the write lock. */
public class StampedUpgrade {
  private final StampedLock lock = new StampedLock();
  private int stock = 1;

  boolean buy() {
    long read = lock.readLock();
    try {
      if (stock == 0) return false;
      long write = lock.writeLock();
      stock--;
      lock.unlockWrite(write);
      return true;
    } finally {
      lock.unlockRead(read);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StampedUpgrade shop = new StampedUpgrade();
    Thread other = new Thread(shop::buy, "customer");
    other.start();
    shop.buy();
    other.join();
  }
}
