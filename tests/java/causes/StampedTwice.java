import java.util.concurrent.locks.StampedLock;

/** Moves a point under the write lock, and calls a reader from there: StampedLock is not reentrant. */
public class StampedTwice {
  private final StampedLock lock = new StampedLock();
  private double x, y;

  double distance() {
    long stamp = lock.readLock();
    try {
      return Math.sqrt(x * x + y * y);
    } finally {
      lock.unlockRead(stamp);
    }
  }

  void move(double dx, double dy) {
    long stamp = lock.writeLock();
    try {
      x += dx;
      y += dy;
      if (distance() > 10) x = y = 0;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    StampedTwice p = new StampedTwice();
    Thread mover = new Thread(() -> p.move(3, 4), "mover");
    mover.start();
    System.out.println(p.distance() >= 0);
    mover.join();
  }
}
