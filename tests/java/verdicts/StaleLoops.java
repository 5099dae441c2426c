import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A worker loops until main sets a flag. "certain": with older values it may loop for ever. "none":
 * it may not.
 */
public class StaleLoops {
  static boolean stop;
  static volatile boolean ready;
  static int level;
  static int beats;
  static final Object lock = new Object();
  static final AtomicBoolean done = new AtomicBoolean();
  static final VarHandle STOP;

  static {
    try {
      STOP = MethodHandles.lookup().findStaticVarHandle(StaleLoops.class, "stop", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static class Config {
    final boolean last;

    Config(boolean last) {
      this.last = last;
    }
  }

  static Config config = new Config(false);

  interface Body {
    void run() throws InterruptedException;
  }

  static Thread start(Body body) {
    Thread t = new Thread(() -> {
      try {
        body.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    t.start();
    return t;
  }

  static void stopAndWait(Thread t) throws InterruptedException {
    stop = true;
    t.join();
  }

  static void certain(String what) throws InterruptedException {
    switch (what) {
      case "field":
        stopAndWait(start(() -> {
          while (!stop) {
          }
        }));
        break;
      case "local-counter":
        stopAndWait(start(() -> {
          int i = 0;
          while (!stop) i++;
        }));
        break;
      case "yield":
        stopAndWait(start(() -> {
          while (!stop) Thread.yield();
        }));
        break;
      case "spin-wait":
        stopAndWait(start(() -> {
          while (!stop) Thread.onSpinWait();
        }));
        break;
      case "sleep":
        stopAndWait(start(() -> {
          while (!stop) Thread.sleep(1);
        }));
        break;
      case "print":
        stopAndWait(start(() -> {
          while (!stop) System.out.println("at work");
        }));
        break;
      case "two":
        Thread other = start(() -> {
          while (!stop) Thread.yield();
        });
        stopAndWait(start(() -> {
          while (!stop) Thread.yield();
        }));
        other.join();
        break;
      case "locked-writer":
        Thread reader = start(() -> {
          while (!stop) Thread.yield();
        });
        synchronized (lock) {
          stop = true;
        }
        reader.join();
        break;
      case "locked-loop":
        stopAndWait(start(() -> {
          while (!stop) {
            synchronized (lock) {
              beats = 0;
            }
          }
        }));
        break;
      case "element":
        boolean[] ended = {false};
        Thread user = start(() -> {
          while (!ended[0]) Thread.yield();
        });
        ended[0] = true;
        user.join();
        break;
      case "reference":
        Thread follower = start(() -> {
          while (!config.last) Thread.yield();
        });
        config = new Config(true);
        follower.join();
        break;
      case "phase": // only the write in the middle keeps it in the loop
        Thread phased = start(() -> {
          while (level != 2) {
            if (level == 0) return;
          }
        });
        level = 1;
        level = 2;
        phased.join();
        break;
      case "plain-get":
        stopAndWait(start(() -> {
          while (!(boolean) STOP.get()) Thread.yield();
        }));
        break;
      case "timed-join":
        Thread late = start(() -> {
          while (!stop) Thread.yield();
        });
        stop = true;
        late.join(5000);
        break;
      case "helped": // main waits for what the loop does, and then ends
        Thread p = start(() -> {
          while (!stop) {
            ready = true;
            Thread.yield();
          }
        });
        while (!ready) {
        }
        stop = true;
        synchronized (lock) {
          p.interrupt();
        }
        break;
      default: // "timed-check"
        Thread checked = start(() -> {
          while (!stop) Thread.yield();
        });
        stop = true;
        checked.join(5000);
        if (checked.isAlive()) throw new IllegalStateException("still at work");
    }
  }

  static void none(String what) throws InterruptedException {
    switch (what) {
      case "volatile":
        Thread a = start(() -> {
          while (!ready) {
          }
        });
        ready = true;
        a.join();
        break;
      case "atomic":
        Thread b = start(() -> {
          while (!done.get()) {
          }
        });
        done.set(true);
        b.join();
        break;
      case "opaque":
        Thread c = start(() -> {
          while (!(boolean) STOP.getOpaque()) Thread.yield();
        });
        STOP.setOpaque(true);
        c.join();
        break;
      case "acquire":
        Thread d = start(() -> {
          while (!(boolean) STOP.getAcquire()) Thread.yield();
        });
        STOP.setRelease(true);
        d.join();
        break;
      case "locked":
        Thread e = start(() -> {
          for (;;) {
            synchronized (lock) {
              if (stop) return;
            }
          }
        });
        synchronized (lock) {
          stop = true;
        }
        e.join();
        break;
      case "later-lock": // the lock orders the write before a later iteration
        Thread f = start(() -> {
          while (!stop) {
            synchronized (lock) {
              beats = 0;
            }
          }
        });
        stop = true;
        synchronized (lock) {
          f.getName();
        }
        f.join();
        break;
      case "later-volatile":
        Thread g = start(() -> {
          while (!stop) {
            if (ready) Thread.yield();
          }
        });
        stop = true;
        ready = true;
        g.join();
        break;
      case "main-loops": // the other thread is not done yet
        start(() -> {
          stop = true;
          ready = true;
        });
        while (!stop) {
          if (ready) Thread.yield();
        }
        break;
      case "racy-beside": // waits for a volatile field and also reads a racy one
        Thread h = start(() -> {
          while (!ready) {
            if (level == 7) Thread.yield();
          }
        });
        level = 1;
        ready = true;
        h.join();
        break;
      case "racy-never-set": // the racy field is not what it waits for
        start(() -> {
          while (level < 5) Thread.yield();
        });
        level = 1;
        break;
      case "clock":
        stopAndWait(start(() -> {
          long end = System.nanoTime() + 1000000;
          while (!stop && System.nanoTime() < end) {
          }
        }));
        break;
      case "interrupt":
        Thread k = start(() -> {
          while (!stop && !Thread.currentThread().isInterrupted()) {
          }
        });
        stop = true;
        k.interrupt();
        k.join();
        break;
      case "daemon":
        Thread m = new Thread(() -> {
          while (!stop) Thread.yield();
        });
        m.setDaemon(true);
        m.start();
        stop = true;
        break;
      default: // "retry"
        Thread n = start(() -> {
          while (!done.compareAndSet(false, level == 0)) Thread.yield();
        });
        level = 1;
        n.join();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    if (args[0].equals("certain")) certain(args[1]);
    else none(args[1]);
  }
}
