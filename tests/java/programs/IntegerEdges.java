import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Integer arithmetic at its edges: overflow, shifts, division, casts, helper methods of the
 * wrappers.
 */
public class IntegerEdges {
  static final int[] INTS = {
      0, 1, -1, 2, 31, 32, 33, -31, 63, 64, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x12345678};
  static final long[] LONGS = {0, 1, -1, 2, 31, 32, 63, 64, 65, Long.MAX_VALUE, Long.MIN_VALUE,
      0x123456789abcdefL, 1L << 31};

  static int hash;

  static void ints(IntBinaryOperator op) {
    hash = 17;
    for (int a : INTS)
      for (int b : INTS) {
        int r;
        try {
          r = op.applyAsInt(a, b);
        } catch (ArithmeticException e) {
          r = e.getMessage().hashCode();
        }
        hash = hash * 31 + r;
      }
    System.out.print(Integer.toHexString(hash) + " ");
  }

  static void longs(LongBinaryOperator op) {
    long h = 17;
    for (long a : LONGS)
      for (long b : LONGS) {
        long r;
        try {
          r = op.applyAsLong(a, b);
        } catch (ArithmeticException e) {
          r = e.getMessage().hashCode();
        }
        h = h * 31 + r;
      }
    System.out.print(Long.toHexString(h) + " ");
  }

  public static void main(String[] args) {
    ints((a, b) -> a + b);
    ints((a, b) -> a - b);
    ints((a, b) -> a * b);
    ints((a, b) -> a / b);
    ints((a, b) -> a % b);
    ints((a, b) -> a << b);
    ints((a, b) -> a >> b);
    ints((a, b) -> a >>> b);
    ints((a, b) -> a & b);
    ints((a, b) -> a | ~b);
    ints((a, b) -> a ^ -b);
    System.out.println();
    longs((a, b) -> a + b);
    longs((a, b) -> a - b);
    longs((a, b) -> a * b);
    longs((a, b) -> a / b);
    longs((a, b) -> a % b);
    longs((a, b) -> a << b);
    longs((a, b) -> a >> b);
    longs((a, b) -> a >>> b);
    longs((a, b) -> a & b);
    longs((a, b) -> a | ~b);
    longs((a, b) -> a ^ -b);
    longs((a, b) -> a << (int) b);
    longs((a, b) -> a < b ? 1 : a == b ? 2 : 3);
    longs(Math::multiplyHigh);
    longs(Long::divideUnsigned);
    longs(Long::remainderUnsigned);
    longs(Math::addExact); longs(Math::multiplyExact); longs(Math::floorMod); longs(Math::floorDiv);
    System.out.println();
    ints(Math::addExact);
    ints(Math::subtractExact);
    ints(Math::multiplyExact);
    ints(Math::floorMod);
    ints(Math::floorDiv);
    ints(Integer::divideUnsigned);
    ints(Integer::remainderUnsigned);
    ints(Integer::compareUnsigned);
    ints(Integer::rotateLeft);
    ints(Integer::rotateRight);
    ints(Integer::compare);
    ints(Math::max);
    System.out.println();
    for (int i : INTS)
      System.out.print((byte) i + "," + (short) i + "," + (int) (char) i + "," + (long) i + ","
          + (float) i + "," + Integer.bitCount(i) + "," + Integer.reverse(i) + ","
          + Integer.reverseBytes(i) + "," + Integer.highestOneBit(i) + ","
          + Integer.numberOfLeadingZeros(i) + "," + Integer.numberOfTrailingZeros(i) + ","
          + Integer.signum(i) + "," + Math.abs(i) + "," + Integer.toUnsignedString(i) + ","
          + Integer.toBinaryString(i) + "," + Integer.toOctalString(i) + "; ");
    System.out.println();
    for (long l : LONGS)
      System.out.print((int) l + "," + (short) l + "," + (double) l + "," + (float) l + ","
          + Long.bitCount(l) + "," + Long.reverse(l) + "," + Long.numberOfLeadingZeros(l) + ","
          + Long.numberOfTrailingZeros(l) + "," + Long.toUnsignedString(l) + "," + Long.hashCode(l)
          + "; ");
    System.out.println();
    int i = 5;
    i = i++ + ++i;
    byte b = (byte) 200;
    b >>>= 1;
    short s = (short) 40000;
    s += 1.9f;
    i <<= 33L;
    System.out.println(i + " " + b + " " + s + " " + (5 / -2) + (5 % -2) + (-5 >> 1) + (-5 >>> 28)
        + " " + (b & 0xff) + (1 << -1) + " " + Integer.parseInt("-80000000", 16)
        + Integer.parseUnsignedInt("4294967295") + Long.decode("-0x10") + Integer.decode("#f")
        + Byte.decode("010"));
    for (String bad : new String[] {"", "2147483648", "1_0", "+", "0x1", null})
      try {
        System.out.print(Integer.parseInt(bad) + " ");
      } catch (NumberFormatException e) {
        System.out.println(e.getMessage());
      }
    try {
      System.out.println(1L / (i & 0));
    } catch (ArithmeticException e) {
      System.out.println(e);
    }
    try {
      Math.toIntExact(1L << 40);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
  }
}
