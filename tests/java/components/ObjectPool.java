import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * A pool of objects that are expensive to make: a thread borrows an object and returns it. The
 * limits on lent and idle objects can be changed at any time, and so can the policy for a pool
 * whose objects are all lent.
 *
 * <p>The state of the pool is guarded by its monitor. The factory is called outside the monitor, as
 * it may take long. The error is in {@link #borrowObject}: it compares the number of lent objects
 * with the limit inside the monitor, but increments the number later and outside, when it has the
 * object. Two threads that borrow at the same time can exceed the limit.
 */
public class ObjectPool<T> implements AutoCloseable {
  /** The policy for a borrower when all objects are lent. */
  public enum WhenExhausted {
    /** It gets a NoSuchElementException. */
    FAIL,
    /** It waits, for at most as many milliseconds as {@link #setMaxWait} says. */
    BLOCK,
    /** One more object is made, beyond the limit. */
    GROW
  }

  /** Makes the objects of a pool and manages their life cycle. */
  public interface Factory<T> {
    /** Makes a new object. */
    T make();

    /** Tests whether the object can still be lent. */
    default boolean isValid(T object) {
      return object != null;
    }

    /** Called before an idle object is lent. */
    default void activate(T object) {}

    /** Called after an object is returned. */
    default void passivate(T object) {}

    /** Called when the pool no longer needs the object. */
    default void destroy(T object) {}
  }

  /** An idle object, and the time since when it is idle. */
  private static final class Idle<T> {
    final T object;
    final long since;

    Idle(T object, long since) {
      this.object = object;
      this.since = since;
    }
  }

  public static final int DEFAULT_MAX_ACTIVE = 8;
  public static final int DEFAULT_MAX_IDLE = 8;

  private final Factory<T> factory;
  private final Deque<Idle<T>> idle = new ArrayDeque<>();
  private int active;
  private long ticks;
  private long borrowed;
  private long returned;
  private long made;
  private long destroyed;
  private boolean closed;

  private int maxActive = DEFAULT_MAX_ACTIVE;
  private int maxIdle = DEFAULT_MAX_IDLE;
  private int minIdle;
  private long maxWait;
  private long maxAge = Long.MAX_VALUE;
  private boolean testOnBorrow;
  private boolean testOnReturn;
  private boolean lifo = true;
  private WhenExhausted whenExhausted = WhenExhausted.FAIL;

  /** A pool of plain objects, for users that only count permits. */
  @SuppressWarnings("unchecked")
  public ObjectPool() {
    this(() -> (T) new Object());
  }

  public ObjectPool(Factory<T> factory) {
    this.factory = Objects.requireNonNull(factory);
  }

  // ---- lending ----

  /** The result of takeIdle: an idle object, or the right to make one. */
  private static final class Place<T> {
    final T object;

    Place(T object) {
      this.object = object;
    }

    boolean isNew() {
      return object == null;
    }
  }

  private void assertOpen() {
    if (closed) {
      throw new IllegalStateException("the pool is closed");
    }
  }

  private Idle<T> nextIdle() {
    return lifo ? idle.pollFirst() : idle.pollLast();
  }

  private boolean mayMake() {
    return maxActive < 0 || active < maxActive;
  }

  private void awaitReturn(long until) {
    try {
      if (maxWait <= 0) {
        wait();
      } else {
        long left = until - System.currentTimeMillis();
        if (left <= 0) {
          throw new NoSuchElementException("no object was returned in time");
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoSuchElementException("interrupted while all objects were lent");
    }
  }

  private synchronized Place<T> takePlace() {
    long until = maxWait > 0 ? System.currentTimeMillis() + maxWait : 0;
    for (;;) {
      assertOpen();
      Idle<T> found = nextIdle();
      if (found != null) {
        return new Place<>(found.object);
      }
      if (mayMake()) {
        return new Place<>(null);
      }
      switch (whenExhausted) {
        case GROW -> {
          return new Place<>(null);
        }
        case BLOCK -> awaitReturn(until);
        default -> throw new NoSuchElementException("all objects are lent");
      }
    }
  }

  private T prepare(Place<T> place) {
    if (place.isNew()) {
      T object = factory.make();
      synchronized (this) {
        made++;
      }
      return object;
    }
    factory.activate(place.object);
    if (isTestOnBorrow() && !factory.isValid(place.object)) {
      discard(place.object);
      return null;
    }
    return place.object;
  }

  /**
   * Lends an object: an idle one, or a new one if the limit allows it.
   *
   * @throws NoSuchElementException if all objects are lent
   * @throws IllegalStateException if the pool is closed
   */
  public T borrowObject() {
    T object;
    do {
      object = prepare(takePlace());
    } while (object == null);
    active++;
    synchronized (this) {
      borrowed++;
    }
    return object;
  }

  private void discard(T object) {
    factory.destroy(object);
    synchronized (this) {
      destroyed++;
    }
  }

  private boolean isWanted(T object) {
    return !isTestOnReturn() || factory.isValid(object);
  }

  /** Takes an object back; destroys it if the pool no longer needs it. */
  public void returnObject(T object) {
    Objects.requireNonNull(object);
    boolean wanted = isWanted(object);
    boolean kept = false;
    if (wanted) {
      factory.passivate(object);
    }
    synchronized (this) {
      returned++;
      if (active > 0) {
        active--;
      }
      if (wanted && !closed && (maxIdle < 0 || idle.size() < maxIdle)) {
        idle.addFirst(new Idle<>(object, ++ticks));
        kept = true;
      }
      notifyAll();
    }
    if (!kept) {
      discard(object);
    }
  }

  /** Discards an object that its borrower has broken: it does not come back. */
  public void invalidateObject(T object) {
    Objects.requireNonNull(object);
    synchronized (this) {
      if (active > 0) {
        active--;
      }
      notifyAll();
    }
    discard(object);
  }

  /** Makes an idle object, unless there are enough of them. */
  public boolean addObject() {
    synchronized (this) {
      assertOpen();
      if (maxIdle >= 0 && idle.size() >= maxIdle) {
        return false;
      }
    }
    T object = factory.make();
    factory.passivate(object);
    synchronized (this) {
      made++;
      if (!closed && (maxIdle < 0 || idle.size() < maxIdle)) {
        idle.addLast(new Idle<>(object, ++ticks));
        notifyAll();
        return true;
      }
    }
    discard(object);
    return false;
  }

  // ---- idle objects ----

  private void discardAll(List<Idle<T>> all) {
    for (Idle<T> one : all) {
      discard(one.object);
    }
  }

  private synchronized List<Idle<T>> takeAll() {
    List<Idle<T>> all = new ArrayList<>(idle);
    idle.clear();
    return all;
  }

  /** Destroys all idle objects; returns their number. */
  public int clear() {
    List<Idle<T>> all = takeAll();
    discardAll(all);
    return all.size();
  }

  private synchronized List<Idle<T>> takeOld() {
    List<Idle<T>> old = new ArrayList<>();
    while (idle.size() > minIdle && isOld(idle.peekLast())) {
      old.add(idle.pollLast());
    }
    return old;
  }

  private boolean isOld(Idle<T> one) {
    return ticks - one.since >= maxAge || maxIdle >= 0 && idle.size() > maxIdle;
  }

  /** Destroys idle objects that are too old or too many; returns their number. */
  public int evict() {
    List<Idle<T>> old = takeOld();
    discardAll(old);
    return old.size();
  }

  private synchronized int missing() {
    return closed ? 0 : Math.max(0, Math.min(minIdle, maxIdle) - idle.size());
  }

  /** Makes idle objects up to the configured minimum. */
  public void prepareIdle() {
    for (int n = missing(); n > 0; n--) {
      addObject();
    }
  }

  /** Closes the pool: idle objects are destroyed now, lent ones when they are returned. */
  @Override
  public void close() {
    List<Idle<T>> all;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      all = takeAll();
      notifyAll();
    }
    discardAll(all);
  }

  // ---- statistics ----

  public synchronized boolean isClosed() {
    return closed;
  }

  public synchronized int getNumIdle() {
    return idle.size();
  }

  /** Returns the number of borrowed objects so far. */
  public synchronized long getBorrowedCount() {
    return borrowed;
  }

  public synchronized long getReturnedCount() {
    return returned;
  }

  /** Returns the number of objects that were made and not yet destroyed. */
  public synchronized long getLiveCount() {
    return made - destroyed;
  }

  // ---- settings ----

  public synchronized int getMaxActive() {
    return maxActive;
  }

  /** Sets the maximum number of lent objects; negative: no limit. */
  public synchronized void setMaxActive(int maxActive) {
    this.maxActive = maxActive;
    notifyAll();
  }

  public synchronized int getMaxIdle() {
    return maxIdle;
  }

  /** Sets the maximum number of idle objects; negative: no limit. */
  public synchronized void setMaxIdle(int maxIdle) {
    this.maxIdle = maxIdle;
  }

  public synchronized int getMinIdle() {
    return minIdle;
  }

  public synchronized void setMinIdle(int minIdle) {
    this.minIdle = Math.max(0, minIdle);
  }

  public synchronized long getMaxWait() {
    return maxWait;
  }

  /** The milliseconds that a borrower waits with {@link WhenExhausted#BLOCK}; 0: forever. */
  public synchronized void setMaxWait(long maxWait) {
    this.maxWait = maxWait;
  }

  public synchronized long getMaxAge() {
    return maxAge;
  }

  /** Sets the number of returns after which an idle object is old. */
  public synchronized void setMaxAge(long maxAge) {
    this.maxAge = maxAge;
  }

  public synchronized boolean isTestOnBorrow() {
    return testOnBorrow;
  }

  public synchronized void setTestOnBorrow(boolean testOnBorrow) {
    this.testOnBorrow = testOnBorrow;
  }

  public synchronized boolean isTestOnReturn() {
    return testOnReturn;
  }

  public synchronized void setTestOnReturn(boolean testOnReturn) {
    this.testOnReturn = testOnReturn;
  }

  public synchronized boolean isLifo() {
    return lifo;
  }

  /** Sets whether the object that was returned last is lent first. */
  public synchronized void setLifo(boolean lifo) {
    this.lifo = lifo;
  }

  public synchronized WhenExhausted getWhenExhausted() {
    return whenExhausted;
  }

  public synchronized void setWhenExhausted(WhenExhausted whenExhausted) {
    this.whenExhausted = Objects.requireNonNull(whenExhausted);
  }
}
