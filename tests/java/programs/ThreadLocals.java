import java.util.concurrent.ThreadLocalRandom;

/**
 * ThreadLocal and InheritableThreadLocal, uncaught exception handlers, thread groups, holder
 * initialisation by two threads.
 */
public class ThreadLocals {
  static final ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 7);
  static final InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();

  static class Holder {
    static final Holder INSTANCE = new Holder();
    static int made;
    final int value = 5;

    Holder() {
      made++;
    }
  }

  static void run(Thread t) throws InterruptedException {
    t.start();
    t.join();
  }

  public static void main(String[] args) throws InterruptedException {
    local.set(1);
    inherited.set("from main");
    run(new Thread(() -> {
      System.out.println(local.get() + " " + inherited.get());
      local.set(50);
      inherited.set("changed");
      System.out.println(local.get() + " " + inherited.get());
    }));
    System.out.println(local.get() + " " + inherited.get());
    local.remove();
    System.out.println(local.get());
    ThreadLocal<StringBuilder>[] many = new ThreadLocal[20];
    for (int i = 0; i < many.length; i++) {
      many[i] = new ThreadLocal<>();
      many[i].set(new StringBuilder("n" + i));
    }
    System.out.println(many[0].get().append("!") + " " + many[19].get() + " " + many[7].get());

    Thread failing = new Thread(() -> { throw new IllegalStateException("uncaught"); }, "failing");
    failing.setUncaughtExceptionHandler(
        (t, e) -> System.out.println(t.getName() + " died of " + e.getMessage()));
    run(failing);
    Thread.setDefaultUncaughtExceptionHandler(
        (t, e)
            -> System.out.println("default: " + t.getName() + " " + e.getClass().getSimpleName()));
    run(new Thread(() -> { throw new ArithmeticException(); }, "other"));
    ThreadGroup group = new ThreadGroup("group") {
      @Override
      public void uncaughtException(Thread t, Throwable e) {
        System.out.println(getName() + ": " + e.getMessage());
      }
    };
    run(new Thread(group, () -> { throw new RuntimeException("in a group"); }));
    System.out.println(group.getParent().getName() + " " + group.getMaxPriority());

    int[] sums = new int[2];
    Thread a = new Thread(() -> sums[0] = Holder.INSTANCE.value);
    Thread b = new Thread(() -> sums[1] = Holder.INSTANCE.value);
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(sums[0] + sums[1]);
    int r = ThreadLocalRandom.current().nextInt(5, 6);
    System.out.println(r);
    System.out.println(Thread.getDefaultUncaughtExceptionHandler() != null);
    new Thread(() -> System.exit(3)).start();
    while (true) {
      Thread.sleep(1000);
    }
  }
}
