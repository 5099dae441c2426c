/**
 * Floating point at its edges: NaN, zeros, infinities, subnormals, casts, comparisons, printing,
 * strictfp, remainder.
 */
public class FloatEdges {
  static final double[] D = {0.0, -0.0, 1, -1, 0.5, 1e-310, Double.MIN_VALUE, Double.MAX_VALUE,
      Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, Math.PI, 1e17, -2.5, 4.35,
      2147483648.0, -9.3e18, 1e23, 123456789.123};
  static final float[] F = {0f, -0f, 1f, Float.MIN_VALUE, Float.MAX_VALUE, Float.POSITIVE_INFINITY,
      Float.NaN, 1e-40f, 16777217f, 0.1f, -2.5f, 3.4e10f};

  static strictfp double strict(double a, double b) { return a * b + a / b; }

  static String compare(double a, double b) {
    return (a < b ? "<" : "") + (a > b ? ">" : "") + (a == b ? "=" : "") + (a <= b ? "l" : "")
        + (a >= b ? "g" : "") + (a != b ? "!" : "") + Double.compare(a, b);
  }

  static String compare(float a, float b) {
    return (a < b ? "<" : "") + (a > b ? ">" : "") + (a == b ? "=" : "") + (!(a <= b) ? "l" : "")
        + (!(a >= b) ? "g" : "") + Float.compare(a, b);
  }

  public static void main(String[] args) {
    for (double d : D)
      System.out.println(d + " " + (int) d + " " + (long) d + " " + (float) d + " " + (byte) d + " "
          + (char) d % 1000 + " " + Math.round(d) + " " + Math.rint(d) + " " + Math.floor(d) + " "
          + Math.ceil(d) + " " + Math.ulp(d) + " " + Math.nextUp(d) + " " + Math.getExponent(d)
          + " " + Double.toHexString(d) + " " + Long.toHexString(Double.doubleToLongBits(d)) + " "
          + Double.hashCode(d) + " " + Math.signum(d) + " " + Math.sqrt(d) + " " + -d);
    for (float f : F)
      System.out.println(f + " " + (int) f + " " + (long) f + " " + (double) f + " " + Math.round(f)
          + " " + Math.ulp(f) + " " + Math.nextDown(f) + " " + Float.toHexString(f) + " "
          + Float.floatToIntBits(f) + " " + f % 0.3f + " " + f * f + " " + 1 / f);
    StringBuilder all = new StringBuilder();
    for (double a : D)
      for (double b : D)
        all.append(compare(a, b))
            .append(a % b)
            .append(Math.min(a, b))
            .append(Math.max(a, b))
            .append(strict(a, b))
            .append(Math.copySign(a, b))
            .append(Math.IEEEremainder(a, b))
            .append(Math.hypot(a, b))
            .append(Math.nextAfter(a, b))
            .append(Math.fma(a, b, a));
    for (float a : F)
      for (float b : F)
        all.append(compare(a, b))
            .append(a % b)
            .append(a + b)
            .append(a - b)
            .append(a * b)
            .append(a / b)
            .append(Math.min(a, b));
    System.out.println(all.length() + " " + all.toString().hashCode());
    System.out.println((0.1 + 0.2) + " " + 0.1f + (double) 0.1f + " " + 100.0 / 3 + " " + 1e7 + " "
        + 1.0e-3 + " " + 9999999.0 + " " + 1.0E-5f + " " + 2e-3f + " " + 3.0e10f + " "
        + 1.1f * 1.1f);
    System.out.println(Double.parseDouble("0x1.8p1") + " " + Double.valueOf(" -1e400 ") + " "
        + Double.parseDouble("4.9e-324") + " " + Float.parseFloat("1.17549435E-38f") + " "
        + Double.parseDouble("NaN") + " " + Double.parseDouble("2.2250738585072012e-308"));
    for (String bad : new String[] {"", "1e", "0x1", "--1", "1d1"})
      try {
        System.out.print(Double.parseDouble(bad));
      } catch (NumberFormatException e) {
        System.out.println(e.getMessage());
      }
    System.out.println(Float.intBitsToFloat(0x7f800001) != 0 ? "nan" : "number");
    System.out.println(Double.doubleToRawLongBits(Double.longBitsToDouble(0xfff0000000000abcL))
        + " " + new Double("NaN").equals(Double.NaN) + " " + (Double.NaN == Double.NaN) + " "
        + Double.isFinite(1 / 0.0) + Float.isNaN(0f / 0f) + " " + (0.0 == -0.0)
        + Double.valueOf(0.0).equals(-0.0));
    double sum = 0;
    for (int i = 1; i <= 100; i++) sum += 1.0 / i;
    System.out.println(sum + " " + Math.scalb(1.5, -1074) + " " + Math.scalb(1f, 127) + " "
        + Math.fma(0.1, 10, -1) + " " + Math.log1p(1e-10) + " " + Math.expm1(1e-10) + " "
        + Math.atan2(-0.0, -1) + " " + Math.pow(0, 0) + Math.pow(-8, 1 / 3.0) + " "
        + StrictMath.sin(1e22) + " " + Math.toDegrees(Math.PI));
  }
}
