/**
 * The TwoStage sample under other names: no search may depend on names.
 *
 * <p>Arguments: the number of clerks and of inspectors.
 */
public class Ledger {
  static final class Slot {
    int amount;
  }

  final Slot north = new Slot();
  final Slot south = new Slot();

  void forward() {
    synchronized (north) {
      north.amount = 1;
    }
    synchronized (south) {
      south.amount = north.amount + 1;
    }
  }

  void verify() {
    int seenNorth;
    int seenSouth;
    synchronized (north) {
      if (north.amount == 0) {
        return;
      }
      seenNorth = north.amount;
    }
    synchronized (south) {
      seenSouth = south.amount;
    }
    if (seenSouth != seenNorth + 1) {
      throw new IllegalStateException("second stage missing");
    }
  }

  static final class Clerk extends Thread {
    final Ledger book;

    Clerk(Ledger book) {
      this.book = book;
    }

    @Override
    public void run() {
      book.forward();
    }
  }

  static final class Inspector extends Thread {
    final Ledger book;

    Inspector(Ledger book) {
      this.book = book;
    }

    @Override
    public void run() {
      book.verify();
    }
  }

  public static void main(String[] args) {
    int clerks = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int inspectors = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    Ledger book = new Ledger();
    for (int i = 0; i < clerks; i++) {
      new Clerk(book).start();
    }
    for (int i = 0; i < inspectors; i++) {
      new Inspector(book).start();
    }
  }
}
