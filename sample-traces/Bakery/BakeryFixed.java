import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Bakery fixed: the elements are atomic.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class BakeryFixed {
  static final class Label {
    final int number;
    final int id;

    Label(int number, int id) {
      this.number = number;
      this.id = id;
    }

    boolean isBefore(Label other) {
      return number < other.number || (number == other.number && id < other.id);
    }
  }

  final AtomicIntegerArray flag;
  final AtomicReferenceArray<Label> label;
  int shared;

  BakeryFixed(int threads) {
    flag = new AtomicIntegerArray(threads);
    label = new AtomicReferenceArray<>(threads);
    for (int i = 0; i < threads; i++) {
      label.set(i, new Label(0, i));
    }
  }

  int threads() {
    return label.length();
  }

  void lock(int id) {
    flag.set(id, 1);
    int last = 0;
    for (int i = 0; i < threads(); i++) {
      last = Math.max(last, label.get(i).number);
    }
    label.set(id, new Label(last + 1, id));
    for (int i = 0; i < threads(); i++) {
      while (i != id && flag.get(i) == 1 && label.get(i).isBefore(label.get(id))) {
        Thread.onSpinWait();
      }
    }
  }

  void unlock(int id) {
    flag.set(id, 0);
  }

  static final class Worker extends Thread {
    final BakeryFixed lock;
    final int id;
    final int rounds;

    Worker(BakeryFixed lock, int id, int rounds) {
      this.lock = lock;
      this.id = id;
      this.rounds = rounds;
    }

    @Override
    public void run() {
      for (int i = 0; i < rounds; i++) {
        lock.lock(id);
        lock.shared++;
        lock.unlock(id);
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    BakeryFixed lock = new BakeryFixed(threads);
    for (int i = 0; i < threads; i++) {
      new Worker(lock, i, rounds).start();
    }
  }
}
