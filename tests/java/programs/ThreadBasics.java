/**
 * start, join, names, priorities, states, daemons, groups, interrupts; only output whose order is
 * fixed.
 */
public class ThreadBasics {
  static int shared;

  static class Worker extends Thread {
    final int id;

    Worker(int id) {
      super("worker-" + id);
      this.id = id;
    }

    @Override
    public void run() {
      System.out.println(getName() + " runs, alive " + isAlive() + ", current "
          + (Thread.currentThread() == this));
      shared += id;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread main = Thread.currentThread();
    System.out.println(main.getName() + " " + main.getPriority() + " " + main.isDaemon() + " "
        + main.getThreadGroup().getName() + " " + main.isAlive() + " " + main.getState() + " "
        + main.getId());
    for (int i = 1; i <= 3; i++) {
      Worker w = new Worker(i);
      System.out.println(w.getState() + " " + w.isAlive());
      w.start();
      w.join();
      System.out.println(w.getState() + " " + w.isAlive() + " " + shared);
    }
    Thread unnamed = new Thread(() -> System.out.println(Thread.currentThread().getName()));
    unnamed.start();
    unnamed.join();
    try {
      unnamed.start();
    } catch (IllegalThreadStateException e) {
      System.out.println("started twice");
    }
    new Thread(() -> {}).run();
    Thread daemon = new Thread(() -> {
      while (true) {
        try {
          Thread.sleep(1000000);
        } catch (InterruptedException e) {
          System.out.println("daemon interrupted");
          return;
        }
      }
    });
    daemon.setDaemon(true);
    daemon.setPriority(7);
    daemon.setName("d");
    daemon.start();
    daemon.interrupt();
    daemon.join();
    System.out.println(daemon.isDaemon() + " " + daemon.getPriority() + " " + daemon.getName() + " "
        + daemon.getState());
    main.interrupt();
    System.out.println(
        main.isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
    main.interrupt();
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      System.out.println(e.getMessage() + " " + main.isInterrupted());
    }
    main.interrupt();
    try {
      new Object() {
        synchronized void doze() throws InterruptedException {
          wait();
        }
      }.doze();
    } catch (InterruptedException e) {
      System.out.println("wait interrupted " + e.getMessage());
    }
    Thread sleeper = new Thread(() -> {
      try {
        Thread.sleep(1000000);
        System.out.println("slept");
      } catch (InterruptedException e) {
        System.out.println("woken");
      }
    });
    sleeper.start();
    sleeper.interrupt();
    sleeper.join();
    Thread.sleep(1);
    Thread.yield();
    Thread slow = new Thread(() -> {
      synchronized (main) {
        shared = 100;
      }
    });
    synchronized (main) {
      slow.start();
      slow.join(5);
      System.out.println(slow.isAlive() + " " + (shared != 100));
    }
    slow.join();
    System.out.println(shared);
    try {
      Thread.sleep(-1);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    Thread forever = new Thread(() -> {
      while (true) {
        Thread.onSpinWait();
      }
    });
    forever.setDaemon(true);
    forever.start();
    System.out.println("daemons do not hold the program");
  }
}
