/**
 * Two threads take turns on a lock, `rounds` times each, while `objects` unused objects are live.
 * A race follows.
 */
public class LongRun {
  static Object[] many;
  static int[] cells = new int[64];
  static final Object lock = new Object();
  static int sum, late;

  static class Worker extends Thread {
    final int rounds;

    Worker(int rounds) {
      this.rounds = rounds;
    }

    public void run() {
      for (int i = 0; i < rounds; i++)
        synchronized (lock) {
          cells[i & 63] += i;
          sum += cells[i * 7 & 63];
        }
    }
  }

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    many = new Object[Integer.parseInt(args[1])];
    for (int i = 0; i < many.length; i++) many[i] = new int[2];
    Worker a = new Worker(rounds), b = new Worker(rounds);
    a.start();
    b.start();
    a.join();
    b.join();
    Thread last = new Thread(() -> late++);
    last.start();
    late++;
    last.join();
  }
}
