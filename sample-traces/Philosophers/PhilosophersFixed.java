/**
 * Philosophers fixed: each takes the fork with the lower number first.
 *
 * <p>Argument: the number of philosophers.
 */
public class PhilosophersFixed {
  static final class Philosopher extends Thread {
    final Object right;
    final Object left;

    Philosopher(Object right, Object left) {
      this.right = right;
      this.left = left;
    }

    @Override
    public void run() {
      synchronized (right) {
        synchronized (left) {
          eat();
        }
      }
    }

    void eat() {}
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    Object[] forks = new Object[n];
    for (int i = 0; i < n; i++) {
      forks[i] = new Object();
    }
    for (int i = 0; i < n; i++) {
      int right = Math.min(i, (i + 1) % n);
      int left = Math.max(i, (i + 1) % n);
      new Philosopher(forks[right], forks[left]).start();
    }
  }
}
