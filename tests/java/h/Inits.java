/**
 * Several threads initialise classes: superclasses, constants, writes of an initialiser to other
 * classes.
 */
public class Inits {
  static int x;
  static int outside;

  static class Base {
    static int base = 1;

    static {
      outside = 1;
      base += 2;
    }
  }

  static class Derived extends Base {
    static int derived = base + 1;
    static final int CONSTANT = 4;

    static {
      x++;
    }

    static int get() {
      return derived;
    }
  }

  static class Holder {
    static final Holder ONE = new Holder();
    int field = 5;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> {
      x += Derived.get() + Derived.CONSTANT;
      outside++;
      Holder.ONE.field++;
    });
    Thread b = new Thread(() -> {
      x += Base.base;
      outside++;
      x += Holder.ONE.field;
    });
    Thread c = new Thread(() -> x += new Derived().hashCode() & 1);
    a.start();
    b.start();
    c.start();
    x += Derived.derived;
    a.join();
    b.join();
    c.join();
    x += outside;
  }
}
