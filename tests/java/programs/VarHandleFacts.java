import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * VarHandles: their description, their method handles, views of byte arrays, call sites that
 * change.
 */
public class VarHandleFacts {
  int count = 5;
  static volatile String name = "n";
  final long fixed = 7;

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    VarHandle count = l.findVarHandle(VarHandleFacts.class, "count", int.class),
              name = l.findStaticVarHandle(VarHandleFacts.class, "name", String.class),
              element = MethodHandles.arrayElementVarHandle(String[].class),
              fixed = l.findVarHandle(VarHandleFacts.class, "fixed", long.class);
    for (VarHandle v : new VarHandle[] {count, name, element, fixed})
      System.out.println(v.varType() + " " + v.coordinateTypes() + " "
          + v.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET) + " "
          + v.accessModeType(VarHandle.AccessMode.SET)
          + v.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD)
          + v.isAccessModeSupported(VarHandle.AccessMode.SET_VOLATILE));
    VarHandleFacts o = new VarHandleFacts();
    MethodHandle add = count.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD);
    System.out.println(add.type() + " " + (int) add.invokeExact(o, 3) + " " + o.count);
    MethodHandle cas = MethodHandles.varHandleInvoker(VarHandle.AccessMode.COMPARE_AND_SET,
        MethodType.methodType(boolean.class, VarHandleFacts.class, int.class, int.class));
    System.out.println((boolean) cas.invokeExact(count, o, 8, 80) + " "
        + (boolean) MethodHandles
              .varHandleExactInvoker(VarHandle.AccessMode.COMPARE_AND_SET,
                  MethodType.methodType(boolean.class, VarHandleFacts.class, int.class, int.class))
              .invokeExact(count, o, 8, 9)
        + o.count);
    try {
      fixed.toMethodHandle(VarHandle.AccessMode.SET).invoke(o, 1L);
    } catch (UnsupportedOperationException e) {
      System.out.println("read only");
    }
    System.out.println((String) name.getAndSet("m") + name.getVolatile()
        + VarHandle.AccessMode.valueFromMethodName("getAndAdd")
        + VarHandle.AccessMode.GET_AND_BITWISE_OR.methodName());
    byte[] bytes = new byte[16];
    VarHandle little = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN),
              big = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);
    little.set(bytes, 1, 0x01020304);
    big.set(bytes, 8, 1.0);
    System.out.println(
        Arrays.toString(bytes) + (int) little.get(bytes, 0) + (double) big.get(bytes, 8));
    try {
      little.get(bytes, 13);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    ByteBuffer b = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(5).putLong(1L << 33).flip();
    System.out.println(b.getInt() + " " + b.order(ByteOrder.BIG_ENDIAN).getLong(4) + " "
        + b.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(0) + " " + b.slice().capacity()
        + b.asReadOnlyBuffer().isReadOnly() + " " + b);
    java.util.concurrent.atomic.AtomicIntegerFieldUpdater<Holder> u =
        java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater(Holder.class, "v");
    Holder h = new Holder();
    System.out.println(u.incrementAndGet(h) + " " + u.getAndUpdate(h, x -> x * 10) + " "
        + u.accumulateAndGet(h, 5, Math::max) + " "
        + java.util.concurrent.atomic.AtomicReferenceFieldUpdater
              .newUpdater(Holder.class, String.class, "s")
              .compareAndSet(h, null, "z")
        + h.s);
    try {
      java.util.concurrent.atomic.AtomicLongFieldUpdater.newUpdater(Holder.class, "v");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }

  static class Holder {
    volatile int v = 1;
    volatile String s;
  }
}
