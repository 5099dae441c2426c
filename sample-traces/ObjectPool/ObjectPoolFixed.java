import java.util.ArrayDeque;

/**
 * ObjectPool fixed: the check and the increment are in one synchronized block.
 *
 * <p>Arguments: the number of borrowers and of objects that may be lent at a time.
 */
public class ObjectPoolFixed {
  private final ArrayDeque<Object> idle = new ArrayDeque<>();
  private final int limit;
  private int active;

  public ObjectPoolFixed(int limit) {
    this.limit = limit;
  }

  /** Borrows an object of the pool; returns null if the limit is reached. */
  public Object borrow() {
    synchronized (this) {
      if (active >= limit) {
        return null;
      }
      active++;
    }
    synchronized (this) {
      return idle.isEmpty() ? new Object() : idle.removeLast();
    }
  }

  public synchronized void giveBack(Object object) {
    idle.addLast(object);
    active--;
  }

  /** Returns the number of lent objects. */
  public synchronized int active() {
    return active;
  }

  public int limit() {
    return limit;
  }

  static final class Borrower extends Thread {
    final ObjectPoolFixed pool;

    Borrower(ObjectPoolFixed pool) {
      this.pool = pool;
    }

    @Override
    public void run() {
      Object object = pool.borrow();
      if (object != null) {
        if (pool.active() > pool.limit()) {
          throw new IllegalStateException(pool.active() + " objects are lent, the limit is " + pool.limit());
        }
        pool.giveBack(object);
      }
    }
  }

  public static void main(String[] args) {
    int borrowers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int limit = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    ObjectPoolFixed pool = new ObjectPoolFixed(limit);
    for (int i = 0; i < borrowers; i++) {
      new Borrower(pool).start();
    }
  }
}
