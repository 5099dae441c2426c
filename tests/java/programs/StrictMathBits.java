import java.util.Random;

/**
 * StrictMath's results are specified bit for bit: special values, and checksums over many
 * arguments.
 */
public class StrictMathBits {
  static final String[] NAMES = {"sin", "cos", "tan", "asin", "acos", "atan", "log", "log10",
      "sinh", "cosh", "tanh", "expm1", "log1p", "exp", "cbrt", "sqrt", "atan2", "hypot", "pow"};

  static double[] all(double x, double y) {
    return new double[] {StrictMath.sin(x), StrictMath.cos(x), StrictMath.tan(x),
        StrictMath.asin(x), StrictMath.acos(x), StrictMath.atan(x), StrictMath.log(x),
        StrictMath.log10(x), StrictMath.sinh(x), StrictMath.cosh(x), StrictMath.tanh(x),
        StrictMath.expm1(x), StrictMath.log1p(x), StrictMath.exp(x), StrictMath.cbrt(x),
        StrictMath.sqrt(x), StrictMath.atan2(y, x), StrictMath.hypot(x, y), StrictMath.pow(x, y)};
  }

  static double argument(Random r, int kind) {
    switch (kind) {
      case 0: return r.nextDouble() * 2 - 1;
      case 1: return r.nextDouble() * 20 - 10;
      case 2: return r.nextDouble() * 1400 - 700;
      case 3: return Double.longBitsToDouble(r.nextLong()) % 8e5;
      default: return r.nextDouble() * 1e5;
    }
  }

  public static void main(String[] args) {
    double[] special = {0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 0.5, -0.5, 710, -710, 710.4758600739439, 711,
        1e-8, 1e-20, Math.PI / 2, Math.PI, -3 * Math.PI / 4, 22, 0.975, 0.6744, 2, 1e-300, -745.2,
        -708.5, 1e5};
    for (double x : special) {
      StringBuilder line = new StringBuilder().append(x);
      for (double v : all(x, -x / 2)) {
        line.append(' ').append(Long.toHexString(Double.doubleToLongBits(v)));
      }
      System.out.println(line);
    }
    Random r = new Random(7);
    long[] sums = new long[NAMES.length];
    for (int i = 0; i < 5000; i++) {
      double[] values = all(argument(r, i % 5), r.nextGaussian());
      for (int j = 0; j < values.length; j++) {
        sums[j] = sums[j] * 31 + Double.doubleToLongBits(values[j]);
      }
    }
    for (int j = 0; j < sums.length; j++) {
      System.out.println(NAMES[j] + " " + Long.toHexString(sums[j]));
    }
  }
}
