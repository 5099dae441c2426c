import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * What the JVM does in one area, as a program that shows an error if it is otherwise. With the
 * argument "wrong", the program itself has an error in this area.
 */
public class Judged {
  static final Object lock = new Object();
  static final AtomicInteger number = new AtomicInteger();
  static final int[] cells = {1, 2, 3, 4};
  static int count;
  static int winner;
  static boolean ready;

  static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }

  static Thread start(Runnable code) {
    Thread t = new Thread(code);
    t.start();
    return t;
  }

  static void join(Thread t) {
    try {
      t.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A permit that comes before the park is kept. Wrong: two permits count as two. */
  static void park(boolean wrong) {
    Thread t = start(() -> {
      LockSupport.park();
      if (wrong) {
        LockSupport.park();
      }
    });
    LockSupport.unpark(t);
    if (wrong) {
      LockSupport.unpark(t);
    }
    join(t);
  }

  static void claim(int who, boolean wrong) {
    boolean done = wrong ? number.get() == 0 : number.compareAndSet(0, who);
    if (done) {
      check(winner == 0, "two winners");
      winner = who;
    }
  }

  /** A compareAndSet that fails writes nothing. Wrong: a get decides. */
  static void compareAndSet(boolean wrong) {
    Thread t = start(() -> claim(1, wrong));
    claim(2, wrong);
    join(t);
    check(wrong || number.get() == winner, "the loser wrote");
  }

  static synchronized int read() {
    return count;
  }

  static synchronized void write(int value) {
    count = value;
  }

  static synchronized void increment() {
    write(read() + 1);
  }

  /** A monitor has one owner, who may enter it twice. Wrong: it is left between read and write. */
  static void monitor(boolean wrong) {
    Runnable code = () -> {
      if (wrong) {
        write(read() + 1);
      } else {
        increment();
      }
    };
    Thread t = start(code);
    code.run();
    join(t);
    check(count == 2, "count is " + count);
  }

  static synchronized void await() throws InterruptedException {
    Judged.class.wait();
  }

  static synchronized void awaitReady(boolean wrong) {
    try {
      while (wrong || !ready) {
        await();
        check(Thread.holdsLock(Judged.class), "the monitor was entered twice");
        if (wrong) {
          return;
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static synchronized void makeReady() {
    ready = true;
    Judged.class.notify();
  }

  /** A wait gives the monitor back as it was. Wrong: the waiter does not look at the condition. */
  static void waits(boolean wrong) {
    Thread t = start(() -> awaitReady(wrong));
    makeReady();
    join(t);
  }

  /** The third caller wakes one of the first two. Returns whether this was one of them. */
  static synchronized boolean take(boolean wrong) {
    if (++count == 3) {
      ready = true;
      if (wrong) {
        Judged.class.notifyAll();
      } else {
        Judged.class.notify();
      }
      return false;
    }
    try {
      Judged.class.wait();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    check(ready, "two waiters have woken");
    ready = false;
    return true;
  }

  static synchronized void giveBack() {
    ready = true;
    Judged.class.notify();
  }

  /** A notify wakes one of two waiters, which then wakes the other. Wrong: it wakes both. */
  static void notifies(boolean wrong) {
    Runnable code = () -> {
      if (take(wrong)) {
        giveBack();
      }
    };
    Thread one = start(code);
    Thread two = start(code);
    code.run();
    join(one);
    join(two);
  }

  /** An InterruptedException clears the status. Wrong: the interrupt may come before the wait. */
  static void interrupt(boolean wrong) {
    Thread t = start(() -> {
      try {
        if (wrong) {
          check(!Thread.currentThread().isInterrupted(), "interrupted early");
        }
        synchronized (lock) {
          lock.wait();
        }
      } catch (InterruptedException e) {
        check(!Thread.currentThread().isInterrupted(), "the status is not cleared");
      }
    });
    t.interrupt();
    join(t);
  }

  /** A copy within an array is as if by another array. Wrong: another thread reads in between. */
  static void copy(boolean wrong) {
    Thread t = start(() -> System.arraycopy(cells, 0, cells, 1, 3));
    if (wrong) {
      check(cells[1] == 2, "the copy was made");
    }
    join(t);
    check(cells[1] == 1 && cells[2] == 2 && cells[3] == 3, "cells are overwritten by themselves");
  }

  public static void main(String[] args) {
    boolean wrong = args.length > 1;
    switch (args[0]) {
      case "park" -> park(wrong);
      case "compareAndSet" -> compareAndSet(wrong);
      case "monitor" -> monitor(wrong);
      case "wait" -> waits(wrong);
      case "notify" -> notifies(wrong);
      case "interrupt" -> interrupt(wrong);
      default -> copy(wrong);
    }
  }
}
