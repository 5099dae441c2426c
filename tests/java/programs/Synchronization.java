/** synchronized methods and blocks, reentry, locks released by exceptions, volatile hand-over. */
public class Synchronization {
  private int count;
  private static int staticCount;
  static volatile boolean flag;
  static int payload;

  synchronized void inc() {
    count++;
  }

  void incBlock() {
    synchronized (this) {
      inc();
    }
  }

  static synchronized void incStatic() {
    staticCount++;
  }

  synchronized void failing() {
    count += 1000;
    throw new IllegalStateException("inside the lock");
  }

  public static void main(String[] args) throws InterruptedException {
    Synchronization s = new Synchronization();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      int id = i;
      threads[i] = new Thread(() -> {
        for (int k = 0; k < 200; k++) {
          s.incBlock();
          incStatic();
          if (k % 50 == id) {
            Thread.yield();
          }
        }
      });
    }
    for (Thread t : threads) {
      t.start();
    }
    for (Thread t : threads) {
      t.join();
    }
    System.out.println(s.count + " " + staticCount);
    Thread failing = new Thread(() -> {
      try {
        s.failing();
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage() + " " + Thread.holdsLock(s));
      }
      try {
        synchronized (s) {
          throw new RuntimeException("block");
        }
      } catch (RuntimeException e) {
        System.out.println(e.getMessage() + " " + Thread.holdsLock(s));
      }
    });
    failing.start();
    failing.join();
    synchronized (s) {
      s.inc();
      System.out.println(s.count + " " + Thread.holdsLock(s));
    }
    Thread reader = new Thread(() -> {
      while (!flag) {
        Thread.yield();
      }
      System.out.println("payload " + payload);
    });
    reader.start();
    payload = 42;
    flag = true;
    reader.join();
    try {
      synchronized ((Object) null) {
        System.out.println("never");
      }
    } catch (NullPointerException e) {
      System.out.println("null lock");
    }
    StringBuffer log = new StringBuffer();
    Thread holder;
    synchronized (log) {
      holder = new Thread(() -> {
        synchronized (log) {
          log.append("second");
        }
      });
      holder.start();
      Thread.sleep(2);
      log.append("first ");
    }
    holder.join();
    System.out.println(log);
  }
}
