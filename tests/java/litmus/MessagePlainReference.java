import java.util.concurrent.atomic.AtomicReference;

/** An AtomicReference publishes nothing by setPlain and getPlain. */
public class MessagePlainReference extends Litmus {
  final AtomicReference<int[]> ref = new AtomicReference<>();

  @Override
  void actor1() {
    int[] message = new int[1];
    message[0] = 1;
    ref.setPlain(message);
  }

  @Override
  void actor2() {
    int[] message = ref.getPlain();
    r1 = message == null ? -1 : message[0];
  }

  @Override
  String outcome() {
    return Integer.toString(r1);
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, MessagePlainReference::new);
  }
}
