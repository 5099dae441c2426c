/** An initialiser runs only after that of the superclass, in whichever thread. */
public class SoundInitWait {
  static volatile boolean ready;

  static class Base {
    static int one;

    static {
      one = 1;
      ready = true;
    }
  }

  static class Derived extends Base {
    static int two;

    static {
      if (!ready) throw new IllegalStateException("initialised before its superclass");
      two = 2;
    }
  }

  public static void main(String[] args) {
    new Thread(() -> Base.one++).start();
    Derived.two++;
  }
}
