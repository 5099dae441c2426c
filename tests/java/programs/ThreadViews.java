import java.util.concurrent.locks.LockSupport;

/**
 * Threads seen from outside: their stacks by the native method that they are in, the context class
 * loader, types of frames.
 */
public class ThreadViews {
  static final Object lock = new Object();

  static void stack(String what, Thread t, Thread.State s) {
    while (t.getState() != s) Thread.yield();
    System.out.println(what);
    for (StackTraceElement e : t.getStackTrace())
      if (!e.getMethodName().equals("wait0")) /* from JDK 19 on */
        System.out.println("  " + e.getClassName() + "." + e.getMethodName());
  }

  static class Waiter implements Runnable {
    @Override
    public void run() {
      synchronized (lock) {
        try {
          lock.wait(0L);
        } catch (InterruptedException e) {
          System.out.println("interrupted");
        }
      }
    }
  }

  static void loaders() throws InterruptedException {
    Thread t = Thread.currentThread();
    ClassLoader own = ThreadViews.class.getClassLoader();
    System.out.println(t.getContextClassLoader() == own);
    Thread before =
        new Thread(() -> System.out.println(Thread.currentThread().getContextClassLoader() == own));
    t.setContextClassLoader(null);
    System.out.println(t.getContextClassLoader());
    Thread child = new Thread(() -> {
      System.out.println(Thread.currentThread().getContextClassLoader());
      Thread grandchild =
          new Thread(() -> System.out.println(Thread.currentThread().getContextClassLoader()));
      grandchild.start();
      try {
        grandchild.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    child.start();
    child.join();
    before.start();
    before.join();
    t.setContextClassLoader(own);
    System.out.println(t.getContextClassLoader() == own);
  }

  static int typed(String s, long[] l) {
    StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).forEach(f ->
        System.out.println(f.getMethodName() + f.getMethodType() + f.getDescriptor()));
    try {
      StackWalker.getInstance().forEach(f -> System.out.println(f.getMethodType()));
    } catch (UnsupportedOperationException e) {
      System.out.println(e.getMessage());
    }
    return 0;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(new Waiter());
    t.start();
    stack("waiting", t, Thread.State.WAITING);
    t.interrupt();
    t.join();
    System.out.println(t.getStackTrace().length);
    t = new Thread(() -> LockSupport.park(lock));
    t.start();
    while (t.getState() != Thread.State.WAITING) Thread.yield();
    System.out.println(t.getStackTrace()[1].getMethodName());
    LockSupport.unpark(t);
    t.join();
    loaders();
    typed("", null);
  }
}
