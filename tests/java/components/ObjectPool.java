import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * A pool of objects that are expensive to make: whoever needs one borrows it and gives it back. How
 * many may be lent and how many are kept idle can be set at any time, and so can what happens when
 * all of them are lent.
 *
 * <p>The state of the pool is guarded by its monitor; the factory is called outside of it, as it may
 * take long. The error is in {@link #borrowObject}: the number of lent objects is compared with its
 * bound inside of the monitor and raised behind it, when the object is there, so that two threads
 * which borrow at a time can pass the bound.
 */
public class ObjectPool<T> implements AutoCloseable {
  /** What becomes of a borrower when all objects are lent. */
  public enum WhenExhausted {
    /** It gets a NoSuchElementException. */
    FAIL,
    /** It waits, for so many milliseconds at the most as {@link #setMaxWait} says. */
    BLOCK,
    /** An object more is made, beyond the bound. */
    GROW
  }

  /** Makes the objects of a pool and looks after them. */
  public interface Factory<T> {
    /** A new object. */
    T make();

    /** Is the object still fit to be lent? */
    default boolean isValid(T object) {
      return object != null;
    }

    /** Before an object that was idle is lent. */
    default void activate(T object) {}

    /** Behind the return of an object. */
    default void passivate(T object) {}

    /** The pool has no use for the object any more. */
    default void destroy(T object) {}
  }

  /** An idle object, and since when it is. */
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

  /** A pool whose objects are plain ones, for those who want to count places. */
  @SuppressWarnings("unchecked")
  public ObjectPool() {
    this(() -> (T) new Object());
  }

  public ObjectPool(Factory<T> factory) {
    this.factory = Objects.requireNonNull(factory);
  }

  // ---- lending ----

  /** What takeIdle found: an idle object, or the right to make one. */
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
   * Lends an object: an idle one, or a new one when the bound allows it.
   *
   * @throws NoSuchElementException all objects are lent
   * @throws IllegalStateException the pool is closed
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

  /** Takes an object back; one that is not needed any more is destroyed. */
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

  /** The borrower has broken an object: it does not come back. */
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

  /** Makes an object that is idle at first, unless enough of them are. */
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

  /** Destroys all idle objects; how many they were. */
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

  /** Destroys idle objects that are old or too many; how many they were. */
  public int evict() {
    List<Idle<T>> old = takeOld();
    discardAll(old);
    return old.size();
  }

  private synchronized int missing() {
    return closed ? 0 : Math.max(0, Math.min(minIdle, maxIdle) - idle.size());
  }

  /** Makes as many idle objects as there should be at least. */
  public void prepareIdle() {
    for (int n = missing(); n > 0; n--) {
      addObject();
    }
  }

  /** Nothing is lent any more; idle objects are destroyed, others when they come back. */
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

  // ---- figures ----

  public synchronized boolean isClosed() {
    return closed;
  }

  public synchronized int getNumIdle() {
    return idle.size();
  }

  /** How many objects were lent so far. */
  public synchronized long getBorrowedCount() {
    return borrowed;
  }

  public synchronized long getReturnedCount() {
    return returned;
  }

  /** How many objects were made and not destroyed yet. */
  public synchronized long getLiveCount() {
    return made - destroyed;
  }

  // ---- settings ----

  public synchronized int getMaxActive() {
    return maxActive;
  }

  /** How many objects may be lent at a time; negative: any number. */
  public synchronized void setMaxActive(int maxActive) {
    this.maxActive = maxActive;
    notifyAll();
  }

  public synchronized int getMaxIdle() {
    return maxIdle;
  }

  /** How many objects are kept idle; negative: any number. */
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

  /** Milliseconds that a borrower waits under {@link WhenExhausted#BLOCK}; 0: for ever. */
  public synchronized void setMaxWait(long maxWait) {
    this.maxWait = maxWait;
  }

  public synchronized long getMaxAge() {
    return maxAge;
  }

  /** So many returns later an idle object is old. */
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

  /** Is the object lent first that came back last? */
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
