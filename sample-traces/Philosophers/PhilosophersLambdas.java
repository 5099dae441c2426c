/**
 * Philosophers with the threads made from lambdas and method references.
 *
 * <p>Argument: the number of philosophers.
 */
public class PhilosophersLambdas {
  static void eat() {}

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    Object[] forks = new Object[n];
    for (int i = 0; i < n; i++) {
      forks[i] = new Object();
    }
    for (int i = 0; i < n; i++) {
      Object right = forks[i];
      Object left = forks[(i + 1) % n];
      new Thread(
              () -> {
                synchronized (right) {
                  synchronized (left) {
                    eat();
                  }
                }
              })
          .start();
    }
  }
}
