import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/**
 * Subclasses of AbstractQueuedSynchronizer: an exclusive one (a mutex) and a shared one (a
 * latch).
 */
public class OwnSynchronizers {
  static final class Mutex extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean tryAcquire(int one) {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int one) {
      setState(0);
      return true;
    }
  }

  static final class Latch extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected int tryAcquireShared(int ignored) {
      return getState() == 0 ? -1 : 1;
    }

    @Override
    protected boolean tryReleaseShared(int ignored) {
      setState(1);
      return true;
    }
  }

  static final Mutex mutex = new Mutex();
  static final Latch latch = new Latch();
  static int counted;
  static int handed;

  static void count() {
    mutex.acquire(1);
    counted++;
    mutex.release(1);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      handed = 1;
      latch.releaseShared(1);
      count();
    });
    t.start();
    count();
    latch.acquireShared(1);
    handed++;
    t.join();
    if (counted + handed != 4)
      throw new IllegalStateException("counted " + counted + ", handed " + handed);
  }
}
