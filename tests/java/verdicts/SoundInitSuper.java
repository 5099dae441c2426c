/** A class without an initialiser is not initialised before its superclass. */
public class SoundInitSuper {
  static volatile boolean ready;

  static class Base {
    static {
      ready = true;
    }
  }

  static class Derived extends Base {
    static void use() {
      if (!ready) throw new IllegalStateException("used before its superclass was initialised");
    }
  }

  public static void main(String[] args) {
    new Thread(Derived::use).start();
    Derived.use();
  }
}
