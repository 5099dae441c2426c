/** If the superclass fails to initialise, the subclass cannot be initialised, now or later. */
public class SoundInitFails {
  static int zero;

  static class Base {
    static int ratio = 1 / zero;
  }

  static class Plain extends Base {
    static void use() {}
  }

  static class Derived extends Base {
    static int two = 2 + zero;

    static void use() {}
  }

  static void fails(Runnable r, Class<? extends Throwable> how) {
    try {
      r.run();
    } catch (Throwable t) {
      if (t.getClass() == how) return;
      throw t;
    }
    throw new IllegalStateException("no " + how.getSimpleName());
  }

  public static void main(String[] args) {
    fails(Plain::use, ExceptionInInitializerError.class);
    fails(Plain::use, NoClassDefFoundError.class);
    fails(Derived::use, NoClassDefFoundError.class);
    fails(Derived::use, NoClassDefFoundError.class);
  }
}
