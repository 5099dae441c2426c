/**
 * Lamport's bakery lock: a thread draws a number and waits until no other thread has a lower one.
 * The array references are volatile, but the threads communicate through elements, which are plain.
 *
 * <p>Arguments: the number of threads and of rounds.
 */
public class Bakery {
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

  volatile boolean[] flag;
  volatile Label[] label;
  int shared;

  Bakery(int threads) {
    boolean[] flags = new boolean[threads];
    Label[] labels = new Label[threads];
    for (int i = 0; i < threads; i++) {
      labels[i] = new Label(0, i);
    }
    flag = flags;
    label = labels;
  }

  int threads() {
    return label.length;
  }

  void lock(int id) {
    flag[id] = true;
    int last = 0;
    for (int i = 0; i < threads(); i++) {
      last = Math.max(last, label[i].number);
    }
    label[id] = new Label(last + 1, id);
    for (int i = 0; i < threads(); i++) {
      while (i != id && flag[i] && label[i].isBefore(label[id])) {
        Thread.onSpinWait();
      }
    }
  }

  void unlock(int id) {
    flag[id] = false;
  }

  static final class Worker extends Thread {
    final Bakery lock;
    final int id;
    final int rounds;

    Worker(Bakery lock, int id, int rounds) {
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
    Bakery lock = new Bakery(threads);
    for (int i = 0; i < threads; i++) {
      new Worker(lock, i, rounds).start();
    }
  }
}
