import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** One read of eight bytes: the byte that was there before the threads is in each value. */
public class WideRead extends Litmus {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  final byte[] bytes = {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

  @Override
  void actor1() {
    bytes[0] = 1;
  }

  @Override
  void actor2() {
    r1 = (int) (long) LONGS.get(bytes, 0);
  }

  @Override
  String outcome() {
    return "" + r1;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, WideRead::new);
  }
}
