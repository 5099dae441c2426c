import java.util.Arrays;
import java.util.Iterator;

/**
 * Fields of all types, static and instance; equals and hashCode; custom iterables; varargs; long
 * parameter lists.
 */
public class ObjectBasics implements Iterable<Integer> {
  boolean z;
  byte b = -1;
  short s = 1000;
  char c = '\u00e9';
  int i = 1 << 20;
  long l = 1L << 50;
  float f = 0.5f;
  double d = 1e100;
  Object o = this;
  static boolean sz = true;
  static byte sb = 3;
  static char sc;
  static long sl;
  static double sd = -2.5;
  static final long LONG_CONSTANT = 0x123456789L;
  static final String STRING_CONSTANT = "const";
  transient volatile int v;

  private final int limit;

  ObjectBasics(int limit) {
    this.limit = limit;
  }

  @Override
  public Iterator<Integer> iterator() {
    return new Iterator<>() {
      int at;

      @Override
      public boolean hasNext() {
        return at < limit;
      }

      @Override
      public Integer next() {
        return at++ * 3;
      }
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectBasics && ((ObjectBasics) other).limit == limit;
  }

  @Override
  public int hashCode() {
    return limit * 31;
  }

  static long many(byte a, long b, int c, double d, float e, short f, char g, boolean h, Object i,
      long... rest) {
    return a + b + c + (long) d + (long) e + f + g + (h ? 1 : 0) + (i == null ? 0 : 10)
        + rest.length + Arrays.stream(rest).sum();
  }

  static ObjectBasics chain(ObjectBasics x) {
    x.l <<= 1;
    x.i |= 7;
    x.b >>>= 1;
    x.c++;
    x.s -= 2000;
    x.f /= 3;
    x.d = -x.d;
    x.z ^= true;
    return x;
  }

  static synchronized int locked(int n) {
    return n == 0 ? 0 : 1 + locked(n - 1);
  }

  public static void main(String[] args) {
    ObjectBasics x = new ObjectBasics(4);
    System.out.println(x.z + " " + x.b + " " + x.s + " " + (int) x.c + " " + x.i + " " + x.l + " "
        + x.f + " " + x.d + " " + (x.o == x));
    chain(chain(x));
    System.out.println(x.z + " " + x.b + " " + x.s + " " + (int) x.c + " " + x.i + " " + x.l + " "
        + x.f + " " + x.d);
    sb += sc += sl += 65;
    sd *= sb;
    System.out.println(
        sz + " " + sb + " " + sc + " " + sl + " " + sd + " " + LONG_CONSTANT + STRING_CONSTANT);
    int sum = 0;
    for (int n : x) {
      sum += n;
    }
    System.out.println(
        sum + " " + x.equals(new ObjectBasics(4)) + " " + x.equals(null) + " " + x.hashCode());
    System.out.println(many((byte) 1, 2L, 3, 4.9, 5.9f, (short) 6, 'a', true, "o", 7, 8) + " "
        + many((byte) 1, 2L, 3, 4.9, 5.9f, (short) 6, 'a', false, null));
    System.out.println(locked(5) + " " + x.v++ + ++x.v + " " + x.v);
    Object lock = new Object();
    synchronized (lock) {
      synchronized (lock) {
        System.out.println(Thread.holdsLock(lock));
      }
    }
    System.out.println(Thread.holdsLock(lock));
    try {
      lock.notify();
    } catch (IllegalMonitorStateException e) {
      System.out.println(e.getMessage());
    }
    try {
      lock.wait();
    } catch (IllegalMonitorStateException | InterruptedException e) {
      System.out.println(e.getMessage());
    }
    String text = new Object().toString();
    System.out.println(text.startsWith("java.lang.Object@") + " "
        + (lock.hashCode() == System.identityHashCode(lock)) + " " + System.identityHashCode(null));
    long big = 0;
    for (int n = 0; n < 100000; n++) {
      big += n % 7 * (long) n;
    }
    System.out.println(big);
  }
}
