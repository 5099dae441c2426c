/**
 * Two related fields are written one after the other without a lock. The checker accepts the pair
 * if both are old or both are new; between the two writes, neither is true.
 *
 * <p>Arguments: the number of setters and of checkers.
 */
public class Reorder {
  int a;
  int b;

  void set() {
    a = 1;
    b = -1;
  }

  void check() {
    int seenA = a;
    int seenB = b;
    boolean old = seenA == 0 && seenB == 0;
    boolean fresh = seenA == 1 && seenB == -1;
    if (!old && !fresh) {
      throw new IllegalStateException("half of the update");
    }
  }

  static final class Setter extends Thread {
    final Reorder pair;

    Setter(Reorder pair) {
      this.pair = pair;
    }

    @Override
    public void run() {
      pair.set();
    }
  }

  static final class Checker extends Thread {
    final Reorder pair;

    Checker(Reorder pair) {
      this.pair = pair;
    }

    @Override
    public void run() {
      pair.check();
    }
  }

  public static void main(String[] args) {
    int setters = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int checkers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    Reorder pair = new Reorder();
    for (int i = 0; i < setters; i++) {
      new Setter(pair).start();
    }
    for (int i = 0; i < checkers; i++) {
      new Checker(pair).start();
    }
  }
}
