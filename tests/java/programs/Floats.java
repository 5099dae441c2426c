/**
 * float and double: NaN, infinities, signed zero, conversions to the integer types, remainder,
 * comparison, printing.
 */
public class Floats {
  static double zero = 0.0;
  static float floatZero = 0.0f;

  static void compare(double a, double b) {
    System.out.println(a + " ? " + b + ": " + (a < b) + " " + (a <= b) + " " + (a > b) + " "
        + (a >= b) + " " + (a == b) + " " + (a != b) + " " + Double.compare(a, b));
  }

  static void compare(float a, float b) {
    System.out.println(a + " ? " + b + ": " + (a < b) + " " + (a <= b) + " " + (a > b) + " "
        + (a >= b) + " " + (a == b) + " " + (a != b) + " " + Float.compare(a, b));
  }

  public static void main(String[] args) {
    double nan = zero / zero;
    double inf = 1 / zero;
    compare(nan, 1.0);
    compare(1.0, nan);
    compare(0.0, -0.0);
    compare(inf, -inf);
    compare((float) nan, 2f);
    compare(2f, (float) nan);
    compare(-0f, 0f);
    double[] values = {
        nan, inf, -inf, 1e10, -1e10, 1e20, -1e20, 0.9999999, -0.5, 2147483647.5, 9.3e18};
    for (double v : values) {
      System.out.println(v + " -> " + (int) v + " " + (long) v + " " + (short) v + " " + (byte) v
          + " " + (int) (char) v + " " + (float) v);
    }
    float[] floats = {
        Float.NaN, Float.POSITIVE_INFINITY, -3e9f, 3e9f, 1e19f, 16777217f, 0.1f, 1e-45f};
    for (float f : floats) {
      System.out.println(f + " -> " + (int) f + " " + (long) f + " " + (double) f);
    }
    System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2 + " " + 5 % inf + " " + inf % 2
        + " " + 5f % 3.25f);
    System.out.println(1 / -zero + " " + Math.sqrt(-1) + " " + Math.sqrt(2) + " " + -floatZero);
    System.out.println(0.1 + 0.2);
    System.out.println(0.1f + 0.2f);
    System.out.println(
        1e16 + " " + 1e-5 + " " + 123456789.125 + " " + 100.0 + " " + 1.0E7 + " " + 9999999.0);
    System.out.println(
        Double.MIN_VALUE + " " + Double.MAX_VALUE + " " + Float.MIN_VALUE + " " + Float.MAX_VALUE);
    System.out.println(
        (double) Long.MAX_VALUE + " " + (float) Integer.MAX_VALUE + " " + (float) Long.MIN_VALUE);
    System.out.println(Double.doubleToLongBits(-0.0) + " " + Double.doubleToLongBits(nan) + " "
        + Float.floatToIntBits(1.5f) + " " + Double.longBitsToDouble(0x4009_21FB_5444_2D18L));
    System.out.println(Double.isNaN(nan) + " " + Double.valueOf(nan).equals(nan) + " "
        + (nan == nan) + " " + Double.valueOf(0.0).equals(-0.0));
    System.out.println(Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.rint(2.5) + " "
        + Math.floor(-1.1) + " " + Math.ceil(-1.1) + " " + Math.round(0.49999999999999994) + " "
        + Math.round(nan));
    System.out.println(Math.min(-0.0, 0.0) + " " + Math.max(nan, 1) + " " + Math.signum(-3.5) + " "
        + Math.ulp(1.0));
    double sum = 0;
    for (int i = 1; i <= 1000; i++) {
      sum += 1.0 / i;
    }
    System.out.println(sum);
  }
}
