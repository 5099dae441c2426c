/**
 * Simple with the threads made from lambdas and method references.
 *
 * <p>Argument: the number of threads. One of them computes; the others ask.
 */
public class SimpleLambdas {
  int result;
  volatile boolean done;

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    SimpleLambdas shared = new SimpleLambdas();
    new Thread(
            () -> {
              shared.result = 1;
              shared.done = true;
            })
        .start();
    for (int i = 1; i < threads; i++) {
      new Thread(
              () -> {
                if (shared.done) {
                  assert shared.result == 1;
                }
              })
          .start();
    }
  }
}
