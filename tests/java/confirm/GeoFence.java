import java.util.concurrent.locks.StampedLock;

/**
 * A square that moves along the diagonal, with optimistic readers. Bug: isOnDiagonal uses the two
 * coordinates without validating the stamp.
 */
public class GeoFence {
  private final StampedLock lock = new StampedLock();
  private int x;
  private int y;

  void move(int delta) {
    long stamp = lock.writeLock();
    try {
      x += delta;
      y += delta;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  boolean isOnDiagonal() {
    long stamp = lock.tryOptimisticRead();
    if (stamp == 0) {
      stamp = lock.readLock();
      try {
        return x == y;
      } finally {
        lock.unlockRead(stamp);
      }
    }
    int currentX = x;
    int currentY = y;
    return currentX == currentY;
  }

  public static void main(String[] args) throws InterruptedException {
    GeoFence fence = new GeoFence();
    Thread mover = new Thread(() -> fence.move(3), "mover");
    mover.start();
    assert fence.isOnDiagonal() : "left the diagonal";
    mover.join();
  }
}
