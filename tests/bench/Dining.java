/**
 * Philosophers take the lower fork first, for several rounds. Arguments: their number and
 * the number of rounds.
 */
public class Dining {
  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Object[] forks = new Object[n];
    for (int i = 0; i < n; i++) {
      forks[i] = new Object();
    }
    for (int i = 0; i < n; i++) {
      Object first = forks[Math.min(i, (i + 1) % n)];
      Object second = forks[Math.max(i, (i + 1) % n)];
      new Thread() {
        @Override
        public void run() {
          for (int k = 0; k < rounds; k++) {
            synchronized (first) {
              synchronized (second) {
              }
            }
          }
        }
      }.start();
    }
  }
}
