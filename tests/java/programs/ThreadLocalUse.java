import java.util.concurrent.atomic.AtomicInteger;

/** ThreadLocal and InheritableThreadLocal in one thread and in a child that is joined. */
public class ThreadLocalUse {
  static final AtomicInteger made = new AtomicInteger();
  static final ThreadLocal<Integer> id = ThreadLocal.withInitial(made::incrementAndGet);
  static final InheritableThreadLocal<String> name = new InheritableThreadLocal<>() {
    @Override protected String childValue(String parent) { return parent + "-child"; }
  };

  public static void main(String[] args) throws InterruptedException {
    ThreadLocal<StringBuilder> plain = new ThreadLocal<>();
    System.out.println(plain.get() + " " + id.get() + id.get());
    plain.set(new StringBuilder("main"));
    name.set("top");
    Thread t = new Thread(() -> {
      System.out.println(plain.get() + " " + id.get() + " " + name.get());
      plain.set(new StringBuilder("other"));
      name.remove();
      System.out.println(name.get());
    });
    t.start();
    t.join();
    plain.get().append("!");
    System.out.println(plain.get() + " " + id.get() + " " + name.get());
    id.remove();
    System.out.println(id.get());
    for (int i = 0; i < 40; i++) new ThreadLocal<Integer>().set(i);
    System.out.println(plain.get());
  }
}
