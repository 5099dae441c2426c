import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Message passing between two elements of one AtomicIntegerArray, in release and acquire mode.
 */
public class MessageArrayRelease extends Litmus {
  final AtomicIntegerArray a = new AtomicIntegerArray(2);

  @Override
  void actor1() {
    a.setPlain(0, 1);
    a.setRelease(1, 1);
  }

  @Override
  void actor2() {
    r1 = a.getAcquire(1);
    r2 = a.getPlain(0);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MessageArrayRelease::new);
  }
}
