/**
 * A deadlock in class initialisation: one thread starts with the superclass, the other with the
 * subclass.
 */
public class SoundInitDeadlock {
  static class Base {
    static final Object one = new Derived();
  }

  static class Derived extends Base {
    static int two = 2;
  }

  public static void main(String[] args) {
    new Thread(() -> new Base()).start();
    new Derived();
  }
}
