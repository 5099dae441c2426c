// outcome: 1 child-main 0

/** Thread locals are not shared; inheritable ones are copied when the thread is created. */
public class ThreadLocals {
  static final ThreadLocal<Integer> own = ThreadLocal.withInitial(() -> 0);
  static final InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>() {
    @Override
    protected String childValue(String s) {
      return "child-" + s;
    }
  };

  public static void main(String[] args) throws InterruptedException {
    String[] seen = new String[2];
    inherited.set("main");
    Thread t = new Thread(() -> {
      own.set(own.get() + 1);
      seen[0] = own.get() + "";
      seen[1] = inherited.get();
    });
    inherited.set("later");
    t.start();
    t.join();
    System.out.println(seen[0] + " " + seen[1] + " " + own.get());
  }
}
