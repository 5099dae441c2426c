/**
 * A check that finds a class failed comes after what its initialiser did, as one that finds it
 * initialised does: both take the lock of the class (JLS 12.4.2). So does that of a subclass, which
 * failed with it.
 */
public class SafeFailedInit {
  static int x;

  static class Failing {
    static int field;
    static {
      x++;
      fail();
    }
  }

  static class Below extends Failing {
    static int own;
    static {
      own = 1;
    }
  }

  static void fail() {
    throw new IllegalStateException();
  }

  static int look(boolean below) {
    try {
      return below ? Below.own : Failing.field;
    } catch (LinkageError e) {
      return x;
    }
  }

  public static void main(String[] args) {
    boolean below = args.length > 0;
    new Thread(() -> look(below)).start();
    look(below);
  }
}
