import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Typical use of Unsafe in libraries: the field theUnsafe, offsets, and accesses at offsets. Later
 * releases print a warning on standard error.
 */
public class UnsafeOfLibraries {
  private static final Unsafe UNSAFE;
  private static final long VALUE;

  static {
    try {
      Field f = Unsafe.class.getDeclaredField("theUnsafe");
      f.setAccessible(true);
      UNSAFE = (Unsafe) f.get(null);
      VALUE = UNSAFE.objectFieldOffset(UnsafeOfLibraries.class.getDeclaredField("value"));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  volatile int value = 3;

  public static void main(String[] args) {
    UnsafeOfLibraries o = new UnsafeOfLibraries();
    System.out.println(UNSAFE.getInt(o, VALUE));
    UNSAFE.putInt(o, VALUE, 4);
    System.out.println(UNSAFE.compareAndSwapInt(o, VALUE, 4, 5) + " " + o.value);
    UNSAFE.putOrderedInt(o, VALUE, 6);
    System.out.println(UNSAFE.getIntVolatile(o, VALUE));
    long[] numbers = {7, 8};
    long first = UNSAFE.arrayBaseOffset(long[].class);
    System.out.println(UNSAFE.getLong(numbers, first + UNSAFE.arrayIndexScale(long[].class)));
    long address = UNSAFE.allocateMemory(8);
    UNSAFE.putLong(address, 9);
    System.out.println(UNSAFE.getLong(address));
    UNSAFE.freeMemory(address);
  }
}
