/**
 * Reorder with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of setters and of checkers.
 */
public class ReorderLambdas {
  int a;
  int b;

  void set() {
    a = 1;
    b = -1;
  }

  void check() {
    int seenA = a;
    int seenB = b;
    boolean old = seenA == 0 && seenB == 0;
    boolean fresh = seenA == 1 && seenB == -1;
    if (!old && !fresh) {
      throw new IllegalStateException("half of the update");
    }
  }

  public static void main(String[] args) {
    int setters = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int checkers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    ReorderLambdas pair = new ReorderLambdas();
    for (int i = 0; i < setters; i++) {
      new Thread(() -> pair.set()).start();
    }
    for (int i = 0; i < checkers; i++) {
      new Thread(() -> pair.check()).start();
    }
  }
}
