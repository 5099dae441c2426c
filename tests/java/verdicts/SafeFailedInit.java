/**
 * A thread that finds a class erroneous sees the effects of its initialiser, as does one that finds
 * it initialised: both take the class's initialisation lock (JLS 12.4.2). This also holds for a
 * subclass that failed with it.
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
