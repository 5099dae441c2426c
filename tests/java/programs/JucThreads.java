import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** Threads: groups, daemons, uncaught exception handlers, interrupts, thread locals, timers. */
public class JucThreads {
  static final List<String> log = Collections.synchronizedList(new ArrayList<>());

  static void handlers() throws InterruptedException {
    Thread.UncaughtExceptionHandler h = (t, e) -> log.add(t.getName() + " threw " + e.getMessage());
    Thread.setDefaultUncaughtExceptionHandler(
        (t, e) -> log.add("default: " + t.getName() + " " + e.getMessage()));
    Thread a = new Thread(() -> { throw new IllegalStateException("a"); }, "A");
    Thread b = new Thread(() -> { throw new IllegalStateException("b"); }, "B");
    a.setUncaughtExceptionHandler(h);
    System.out.println((a.getUncaughtExceptionHandler() == h) + " "
        + (b.getUncaughtExceptionHandler() == b.getThreadGroup()));
    a.start();
    a.join();
    b.start();
    b.join();
    ThreadGroup g = new ThreadGroup("G") {
      @Override
      public void uncaughtException(Thread t, Throwable e) {
        log.add("group: " + t.getName() + " " + e.getMessage());
      }
    };
    Thread c = new Thread(g, () -> { throw new IllegalStateException("c"); }, "C");
    c.start();
    c.join();
    Thread d = new Thread(() -> { throw new IllegalStateException("d"); }, "D");
    d.setUncaughtExceptionHandler((t, e) -> { throw new IllegalStateException("ignored"); });
    d.start();
    d.join();
    Thread.setDefaultUncaughtExceptionHandler(null);
    System.out.println(log + " " + Thread.getDefaultUncaughtExceptionHandler() + " " + a.getState()
        + " " + a.isAlive());
  }

  static void groups() throws InterruptedException {
    ThreadGroup g = new ThreadGroup("outer"), inner = new ThreadGroup(g, "inner");
    CountDownLatch up = new CountDownLatch(2), down = new CountDownLatch(1);
    Runnable r = () -> {
      up.countDown();
      try {
        down.await();
      } catch (InterruptedException e) {
        log.add("group interrupt " + Thread.currentThread().getThreadGroup().getName());
      }
    };
    Thread a = new Thread(g, r, "in outer"), b = new Thread(inner, r, "in inner");
    a.start();
    b.start();
    up.await();
    Thread[] all = new Thread[5];
    System.out.println(g.activeCount() + " " + g.enumerate(all) + " " + all[0].getName() + " "
        + g.activeGroupCount() + " " + inner.getParent().getName() + " " + g.parentOf(inner) + " "
        + inner.getMaxPriority());
    log.clear();
    g.interrupt();
    a.join();
    b.join();
    Collections.sort(log);
    System.out.println(log + " " + Thread.currentThread().getThreadGroup().getName());
  }

  static void interrupts() throws InterruptedException {
    Object lock = new Object();
    log.clear();
    List<Thread> all = new ArrayList<>();
    Thread target = new Thread(() -> {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        log.add("await");
      }
    });
    target.start();
    all.add(target);
    all.add(new Thread(() -> {
      try {
        Thread.sleep(100000);
      } catch (InterruptedException e) {
        log.add("sleep: " + e.getMessage() + " " + Thread.currentThread().isInterrupted());
      }
    }));
    all.add(new Thread(() -> {
      synchronized (lock) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          log.add("wait " + Thread.holdsLock(lock));
        }
      }
    }));
    all.add(new Thread(() -> {
      try {
        Thread.currentThread().join();
      } catch (InterruptedException e) {
        log.add("join");
      }
    }));
    all.add(new Thread(() -> {
      while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
      log.add("busy " + Thread.interrupted() + Thread.interrupted());
    }));
    for (Thread t : all.subList(1, all.size())) t.start();
    for (Thread t : all) {
      while (t != all.get(4) && t.getState() != Thread.State.WAITING
          && t.getState() != Thread.State.TIMED_WAITING)
        Thread.yield();
      t.interrupt();
      t.join();
    }
    System.out.println(log);
    Thread.currentThread().interrupt();
    try {
      Thread.sleep(0);
    } catch (InterruptedException e) {
      System.out.println("at once");
    }
    target.interrupt();
    System.out.println(target.isInterrupted());
  }

  static void locals() throws InterruptedException {
    ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 5);
    InheritableThreadLocal<String> i = new InheritableThreadLocal<>() {
      @Override
      protected String childValue(String parent) {
        return parent + "'s child";
      }
    };
    i.set("main");
    t.set(6);
    Thread child = new Thread(() -> {
      System.out.println(t.get() + " " + i.get());
      t.remove();
      i.set("own");
      System.out.println(t.get() + " " + i.get());
    });
    child.start();
    child.join();
    Thread without = new Thread(null, () -> System.out.println(i.get()), "without", 0, false);
    without.start();
    without.join();
    System.out.println(t.get() + " " + i.get());
  }

  static void timers() throws InterruptedException {
    Timer timer = new Timer("timer", true);
    CountDownLatch ticks = new CountDownLatch(3), once = new CountDownLatch(1);
    TimerTask tick = new TimerTask() {
      @Override
      public void run() {
        ticks.countDown();
        if (ticks.getCount() == 0) cancel();
      }
    };
    timer.schedule(tick, 1, 2);
    timer.schedule(new TimerTask() {
      @Override
      public void run() {
        System.out.println("once in " + Thread.currentThread().getName());
        once.countDown();
      }
    }, 30);
    ticks.await();
    once.await();
    TimerTask never = new TimerTask() {
      @Override
      public void run() {
        System.out.println("never");
      }
    };
    timer.scheduleAtFixedRate(never, 100000, 1);
    System.out.println(never.cancel() + " " + never.cancel());
    int purged = timer.purge(); // the timer's thread may already have removed cancelled tasks
    System.out.println(purged >= 0 && purged <= 2);
    timer.cancel();
    try {
      timer.schedule(never, 1);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  public static void main(String[] args) throws InterruptedException {
    handlers();
    groups();
    interrupts();
    locals();
    timers();
    Thread daemon = new Thread(() -> {
      synchronized (log) {
        while (true) {
          try {
            log.wait();
          } catch (InterruptedException e) {
            System.out.println("not interrupted");
          }
        }
      }
    });
    daemon.setDaemon(true);
    daemon.start();
    try {
      daemon.setDaemon(false);
    } catch (IllegalThreadStateException e) {
      System.out.println("alive");
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
  }
}
