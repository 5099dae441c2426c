/**
 * A race with two outcomes, a class that is never used and a method that is never called: coverage
 * must tell them apart.
 */
public class Reached {
  static volatile int turn;

  static class Unused {
    int f() {
      return 1;
    }
  }

  static void early() {
    turn = 2;
  }

  static void late() {
    turn = 3;
  }

  static void never(int[] a, String... s) {
    if (a.length > s.length)
      new Unused().f();
  }

  public static void main(String[] args) {
    new Thread(() -> turn = 1).start();
    if (turn == 1)
      late();
    else
      early();
    try {
      Object o = args.length > 9 ? null : args;
      o.hashCode();
    } catch (NullPointerException e) {
      early();
    }
  }
}
