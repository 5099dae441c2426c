import java.util.concurrent.atomic.AtomicIntegerArray;

/** Elements of an AtomicIntegerArray are separate variables: opaque mode does not order them. */
public class MessageArrayOpaque extends Litmus {
  final AtomicIntegerArray a = new AtomicIntegerArray(2);

  @Override
  void actor1() {
    a.setOpaque(0, 1);
    a.setOpaque(1, 1);
  }

  @Override
  void actor2() {
    r1 = a.getOpaque(1);
    r2 = a.getOpaque(0);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MessageArrayOpaque::new);
  }
}
