/**
 * Dining philosophers for tests/papers/dabmc.campaign: each takes the right fork first and counts
 * its meals. They may deadlock with one fork each, unless the last one takes the left fork first.
 *
 * <p>Arguments: the number of philosophers, the meals of each, {@code ordered} for that last one.
 */
public final class DiningPhilosophers {
  static final class Fork {
    int used;
  }

  static final class Philosopher implements Runnable {
    private final Fork right;
    private final Fork left;
    private final int meals;
    private int eaten;

    Philosopher(Fork right, Fork left, int meals) {
      this.right = right;
      this.left = left;
      this.meals = meals;
    }

    @Override
    public void run() {
      for (int i = 0; i < meals; i++) {
        synchronized (right) {
          synchronized (left) {
            right.used++;
            left.used++;
          }
        }
        eaten++;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int meals = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    Fork[] forks = new Fork[n];
    Thread[] threads = new Thread[n];
    for (int i = 0; i < n; i++) {
      forks[i] = new Fork();
    }
    boolean ordered = args.length > 2 && args[2].equals("ordered");
    for (int i = 0; i < n; i++) {
      Fork right = forks[i];
      Fork left = forks[(i + 1) % n];
      boolean swaps = ordered && i == n - 1;
      threads[i] = new Thread(new Philosopher(swaps ? left : right, swaps ? right : left, meals));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
