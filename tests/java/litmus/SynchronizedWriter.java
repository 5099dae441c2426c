/** Only the writer locks, so its two writes are not seen as one, nor in their order. */
public class SynchronizedWriter extends Litmus {
  int x;
  int y;

  @Override
  void actor1() {
    synchronized (this) {
      x = 1;
      y = 1;
    }
  }

  @Override
  void actor2() {
    r1 = y;
    r2 = x;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, SynchronizedWriter::new);
  }
}
