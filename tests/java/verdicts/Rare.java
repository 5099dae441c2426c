/**
 * The error needs the second alternative of the first choice, and both alternatives lead to very
 * many states: a depth-first search does not reach it.
 */
public class Rare {
  static volatile int first, work;

  static void work(int me) {
    if (first == 0) first = me;
    for (int i = 0; i < 40; i++) work += me;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread a = new Thread(() -> work(1)), b = new Thread(() -> work(2)),
           c = new Thread(() -> work(1));
    a.start();
    b.start();
    c.start();
    a.join();
    b.join();
    c.join();
    if (first == 2) throw new IllegalStateException("the second came first");
  }
}
