/**
 * Reorder fixed: both methods take the lock of the pair.
 *
 * <p>Arguments: the number of setters and of checkers.
 */
public class ReorderFixed {
  int a;
  int b;

  synchronized void set() {
    a = 1;
    b = -1;
  }

  synchronized void check() {
    int seenA = a;
    int seenB = b;
    boolean old = seenA == 0 && seenB == 0;
    boolean fresh = seenA == 1 && seenB == -1;
    if (!old && !fresh) {
      throw new IllegalStateException("half of the update");
    }
  }

  static final class Setter extends Thread {
    final ReorderFixed pair;

    Setter(ReorderFixed pair) {
      this.pair = pair;
    }

    @Override
    public void run() {
      pair.set();
    }
  }

  static final class Checker extends Thread {
    final ReorderFixed pair;

    Checker(ReorderFixed pair) {
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
    ReorderFixed pair = new ReorderFixed();
    for (int i = 0; i < setters; i++) {
      new Setter(pair).start();
    }
    for (int i = 0; i < checkers; i++) {
      new Checker(pair).start();
    }
  }
}
