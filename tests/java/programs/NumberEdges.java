import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Error-prone arithmetic: exact and unsigned operations, bits, rounding, conversions at the
 * edges.
 */
public class NumberEdges {
  static String of(Runnable r) {
    try {
      r.run();
      return "fine";
    } catch (ArithmeticException | NumberFormatException e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }

  public static void main(String[] args) {
    int[] ints = {0, 1, -1, 42, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x00ff00ff};
    for (int i : ints) {
      System.out.println(i + " " + Integer.reverse(i) + " " + Integer.reverseBytes(i) + " "
          + Integer.bitCount(i) + " " + Integer.numberOfLeadingZeros(i) + " "
          + Integer.numberOfTrailingZeros(i) + " " + Integer.highestOneBit(i) + " "
          + Integer.toUnsignedString(i) + " " + Integer.rotateLeft(i, 7) + " " + Math.floorMod(i, 7)
          + " " + Math.floorDiv(i, -3) + " " + Integer.divideUnsigned(i, 10) + " "
          + Integer.remainderUnsigned(i, 10) + " " + (i >>> 33) + " " + (i << -1));
      System.out.println(of(() -> Math.addExact(i, 1)) + " " + of(() -> Math.multiplyExact(i, 2))
          + " " + of(() -> Math.negateExact(i)));
    }
    long[] longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789abcdefL};
    for (long l : longs) {
      System.out.println(Long.toHexString(l) + " " + Long.reverse(l) + " " + Long.bitCount(l) + " "
          + Long.compareUnsigned(l, 5) + " " + Long.toUnsignedString(l) + " "
          + Math.multiplyHigh(l, 3) + " " + (int) l + " " + (float) l + " " + (double) l);
    }
    double[] doubles = {
        0.0, -0.0, 1.5, -2.5, 1e300, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, 0.1};
    for (double d : doubles) {
      System.out.println(d + " " + Math.rint(d) + " " + Math.round(d) + " " + (int) d + " "
          + (long) d + " " + (float) d + " " + Math.ulp(d) + " " + Math.nextUp(d) + " "
          + Math.getExponent(d) + " " + Double.doubleToLongBits(d) + " " + Double.toHexString(d)
          + " " + Math.fma(d, 3.0, -1.0) + " " + StrictMath.cbrt(d) + " " + Math.hypot(d, 1) + " "
          + StrictMath.sqrt(d) + " " + Math.IEEEremainder(d, 0.7) + " " + (d % 0.7) + " " + (char) d
          + " " + (byte) (int) d);
    }
    System.out.println(Math.min(-0.0, 0.0) + " " + Math.max(-0.0, 0.0) + " "
        + Double.compare(-0.0, 0.0) + " " + (0.0 == -0.0));
    System.out.println(of(() -> Integer.parseInt("2147483648")) + " | "
        + of(() -> Long.parseLong("")) + " | " + of(() -> Double.parseDouble("1e")));
    for (RoundingMode mode : RoundingMode.values()) {
      if (mode != RoundingMode.UNNECESSARY) {
        System.out.println(mode + " " + new BigDecimal("-2.675").setScale(2, mode) + " "
            + new BigDecimal("2.5").setScale(0, mode));
      }
    }
    System.out.println(new BigDecimal("1").divide(new BigDecimal("7"), MathContext.DECIMAL64) + " "
        + new BigDecimal("1E+3").toPlainString() + " "
        + new BigDecimal("123.4500").stripTrailingZeros() + " "
        + of(() -> new BigDecimal(1).divide(new BigDecimal(3))));
  }
}
