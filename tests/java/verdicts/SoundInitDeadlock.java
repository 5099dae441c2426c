/**
 * The deadlock of class initialisation: one thread comes from the superclass, the other from the
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
