/**
 * Store buffering, where each thread writes under a lock of its own: the locks order nothing.
 */
public class LocksApart extends Litmus {
  private final Object lock1 = new Object();
  private final Object lock2 = new Object();
  int x;
  int y;

  @Override
  void actor1() {
    synchronized (lock1) {
      x = 1;
    }
    r1 = y;
  }

  @Override
  void actor2() {
    synchronized (lock2) {
      y = 1;
    }
    r2 = x;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, LocksApart::new);
  }
}
