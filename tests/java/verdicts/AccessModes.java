import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/*
 * Dekker's protocol, or a similar one, in one of the access modes. It is correct under sequential
 * consistency; with accesses weaker than volatile it fails on a JVM.
 */
class AccessModes {
  static final VarHandle X, Y;
  static final AtomicIntegerFieldUpdater<Held> HELD =
      AtomicIntegerFieldUpdater.newUpdater(Held.class, "value");

  static {
    try {
      X = MethodHandles.lookup().findStaticVarHandle(AccessModes.class, "x", int.class);
      Y = MethodHandles.lookup().findStaticVarHandle(AccessModes.class, "y", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static class Held {
    volatile int value;
  }

  static int x, y;
  static volatile int vx, vy;
  static final AtomicInteger ax = new AtomicInteger(), ay = new AtomicInteger();
  static final AtomicIntegerArray array = new AtomicIntegerArray(2);
  static final Held hx = new Held(), hy = new Held();
  static final ReentrantLock lock = new ReentrantLock();

  interface Way {
    int go(boolean first) throws Exception;
  }

  static Way way(String name) {
    switch (name) {
      case "release":
        return first -> {
          (first ? X : Y).setRelease(1);
          return (int) (first ? Y : X).getAcquire();
        };
      case "opaque":
        return first -> {
          (first ? X : Y).setOpaque(1);
          return (int) (first ? Y : X).getOpaque();
        };
      case "swap":
        return first -> {
          int old = (int) (first ? X : Y).getAndSetRelease(1);
          return old + (int) (first ? Y : X).getVolatile();
        };
      case "lazy":
        return first -> {
          (first ? ax : ay).lazySet(1);
          return (first ? ay : ax).get();
        };
      case "plain":
        return first -> {
          (first ? ax : ay).setPlain(1);
          return (first ? ay : ax).getPlain();
        };
      case "array":
        return first -> {
          array.lazySet(first ? 0 : 1, 1);
          return array.get(first ? 1 : 0);
        };
      case "updater":
        return first -> {
          HELD.lazySet(first ? hx : hy, 1);
          return HELD.get(first ? hy : hx);
        };
      case "reflective":
        return first -> {
          AtomicInteger.class.getMethod("lazySet", int.class).invoke(first ? ax : ay, 1);
          return (first ? ay : ax).get();
        };
      case "fence":
        return first -> {
          if (first) vx = 1;
          else vy = 1;
          VarHandle.releaseFence();
          return first ? vy : vx;
        };
      case "volatile":
        return first -> {
          (first ? X : Y).setVolatile(1);
          return (int) (first ? Y : X).getVolatile();
        };
      case "atomic":
        return first -> {
          (first ? ax : ay).getAndIncrement();
          return (first ? ay : ax).get();
        };
      case "map":
        return first -> {
          ConcurrentHashMap<Integer, Integer> map = MAP;
          map.put(first ? 1 : 2, 1);
          Integer other = map.get(first ? 2 : 1);
          return other == null ? 0 : other;
        };
      case "queue":
        return first -> {
          QUEUE.add(1);
          return QUEUE.size() - 1;
        };
      case "future":
        return first -> {
          FutureTask<Integer> task = new FutureTask<>(() -> 1);
          task.run();
          return task.get();
        };
      case "locked": // plain accesses under a lock
        return first -> {
          lock.lock();
          try {
            (first ? X : Y).set(1);
            return (int) (first ? Y : X).get();
          } finally {
            lock.unlock();
          }
        };
      default: // weak before publication, volatile afterwards
        return first -> {
          AtomicReference<AtomicBoolean> mine = new AtomicReference<>();
          AtomicBoolean flag = new AtomicBoolean();
          flag.lazySet(true);
          mine.setPlain(flag);
          (first ? SEEN1 : SEEN2).set(flag);
          AtomicBoolean other = (first ? SEEN2 : SEEN1).get();
          return other == null ? 0 : 1;
        };
    }
  }

  static final ConcurrentHashMap<Integer, Integer> MAP = new ConcurrentHashMap<>();
  static final ConcurrentLinkedQueue<Integer> QUEUE = new ConcurrentLinkedQueue<>();
  static final AtomicReference<AtomicBoolean> SEEN1 = new AtomicReference<>(),
      SEEN2 = new AtomicReference<>();
  static int one, two;

  public static void main(String[] args) throws Exception {
    Way way = way(args[0]);
    X.setOpaque(0); // before any other thread exists
    Thread t = new Thread(() -> {
      try {
        one = way.go(true);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    t.start();
    two = way.go(false);
    t.join();
    if (one == 0 && two == 0) throw new AssertionError("neither saw the other");
  }
}
