import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** VarHandles that access byte arrays and byte buffers as larger values. */
public class ViewHandles {
  interface Step {
    Object run();
  }

  static void show(String what, Step s) {
    try {
      System.out.println(what + " " + s.run());
    } catch (RuntimeException e) {
      System.out.println(what + " " + e);
    }
  }

  static void buffer(ByteBuffer b, ByteOrder order) {
    VarHandle ints = MethodHandles.byteBufferViewVarHandle(int[].class, order),
              longs = MethodHandles.byteBufferViewVarHandle(long[].class, order);
    VarHandle doubles = MethodHandles.byteBufferViewVarHandle(double[].class, order),
              shorts = MethodHandles.byteBufferViewVarHandle(short[].class, order);
    ints.set(b, 1, 0x01020304);
    System.out.println(b.get(1) + " " + b.get(4) + " " + (int) ints.get(b, 1) + " "
        + ints.coordinateTypes() + ints.varType());
    show("volatile", () -> {
      longs.setVolatile(b, 8, 1L << 40);
      return (long) longs.getVolatile(b, 8) + " " + b.order(order).getLong(8);
    });
    show("update",
        ()
            -> (long) longs.getAndAdd(b, 8, 5L) + " " + (long) longs.getAndBitwiseOr(b, 8, 2L) + " "
            + (long) longs.get(b, 8));
    show("exchange",
        ()
            -> longs.compareAndSet(b, 8, 0L, 1L) + " " + (long) longs.getAndSet(b, 8, 77L) + " "
            + longs.compareAndSet(b, 8, 77L, 78L)
            + (long) longs.compareAndExchangeAcquire(b, 8, 78L, 79L)
            + (long) longs.getOpaque(b, 8));
    show("double", () -> {
      doubles.setRelease(b, 16, 1.5);
      return doubles.compareAndSet(b, 16, 1.5, 2.5) + " " + (double) doubles.getAcquire(b, 16);
    });
    show("add to a double", () -> (double) doubles.getAndAdd(b, 16, 1.0));
    show("set a short", () -> shorts.compareAndSet(b, 2, (short) 1, (short) 2));
    show("misaligned", () -> (int) ints.getVolatile(b, 6));
    show("outside", () -> (int) ints.get(b, 29));
    show("before", () -> (int) ints.get(b, -1));
    show("read only", () -> {
      ints.set(b.asReadOnlyBuffer(), 0, 1);
      return "written";
    });
    ByteBuffer limited = b.slice(8, 16).limit(10);
    show("slice", () -> (long) longs.get(limited, 0) + " " + (long) longs.get(limited, 4));
    for (VarHandle.AccessMode m : VarHandle.AccessMode.values())
      System.out.print((longs.isAccessModeSupported(m) ? "l" : "-")
          + (doubles.isAccessModeSupported(m) ? "d" : "-")
          + (shorts.isAccessModeSupported(m) ? "s " : "- "));
    System.out.println();
  }

  static void array(ByteOrder order) {
    byte[] bytes = new byte[24];
    VarHandle chars = MethodHandles.byteArrayViewVarHandle(char[].class, order),
              floats = MethodHandles.byteArrayViewVarHandle(float[].class, order);
    VarHandle longs = MethodHandles.byteArrayViewVarHandle(long[].class, order);
    chars.set(bytes, 3, 'x');
    floats.set(bytes, 8, 0.5f);
    System.out.println(
        Arrays.toString(bytes) + (char) chars.get(bytes, 3) + (float) floats.get(bytes, 8));
    show("volatile", () -> (float) floats.getVolatile(bytes, 8));
    show("update", () -> (long) longs.getAndAdd(bytes, 8, 1L));
    show("char update", () -> (char) chars.getAndSet(bytes, 8, 'y'));
    System.out.println(Arrays.toString(bytes)
        + longs.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD)
        + chars.isAccessModeSupported(VarHandle.AccessMode.GET_VOLATILE));
  }

  public static void main(String[] args) {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      buffer(ByteBuffer.allocate(32), order);
      buffer(ByteBuffer.allocateDirect(32), order);
      array(order);
    }
    show("no array",
        () -> MethodHandles.byteBufferViewVarHandle(String.class, ByteOrder.BIG_ENDIAN));
    show("no view",
        () -> MethodHandles.byteBufferViewVarHandle(boolean[].class, ByteOrder.BIG_ENDIAN));
  }
}
