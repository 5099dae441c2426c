/**
 * The dining philosophers of tests/papers/dabmc.campaign: each eats so many times, the fork on the right first, and
 * counts its meals. They may all hold one fork and wait for the other.
 *
 * <p>Arguments: the number of philosophers and of meals that each takes.
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
    for (int i = 0; i < n; i++) {
      threads[i] = new Thread(new Philosopher(forks[i], forks[(i + 1) % n], meals));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
