/**
 * Wronglock with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of auditors and of workers.
 */
public class WronglockLambdas {
  static final class Counter {
    int v;
  }

  final Counter data = new Counter();

  void audit() {
    synchronized (data) {
      int x = data.v;
      data.v++;
      if (data.v != x + 1) {
        throw new IllegalStateException("someone else counted");
      }
    }
  }

  void work() {
    synchronized (this) {
      data.v++;
    }
  }

  public static void main(String[] args) {
    int auditors = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int workers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    WronglockLambdas shared = new WronglockLambdas();
    for (int i = 0; i < auditors; i++) {
      new Thread(shared::audit).start();
    }
    for (int i = 0; i < workers; i++) {
      new Thread(shared::work).start();
    }
  }
}
