/** Math where the specification fixes its results, StrictMath elsewhere, Character. */
public class MathFunctions {
  public static void main(String[] args) {
    double[] values = {0.5, 1, 2.75, -3.2, 100};
    for (double v : values) {
      System.out.println(v + " " + StrictMath.sin(v) + " " + StrictMath.cos(v) + " "
          + StrictMath.tan(v) + " " + StrictMath.exp(v) + " " + StrictMath.log(Math.abs(v)) + " "
          + StrictMath.atan(v) + " " + StrictMath.cbrt(v) + " " + StrictMath.sinh(v / 10) + " "
          + StrictMath.log10(Math.abs(v)) + " " + StrictMath.atan2(v, 2));
    }
    System.out.println(StrictMath.pow(2, 0.5) + " " + StrictMath.pow(-8, 3) + " "
        + StrictMath.hypot(3, 4) + " " + StrictMath.asin(1) + " " + StrictMath.acos(0.3) + " "
        + StrictMath.expm1(1e-10) + " " + StrictMath.log1p(1e-10));
    System.out.println(Math.sqrt(1e10) + " " + Math.abs(-3) + " " + Math.abs(-3.5f) + " "
        + Math.max(3, 4L) + " " + Math.min(-1.5, 2) + " " + Math.pow(2, 10) + " "
        + Math.toRadians(180) + " " + Math.toDegrees(Math.PI) + " " + Math.IEEEremainder(5, 3) + " "
        + Math.copySign(2, -0.0) + " " + Math.nextUp(1.0) + " " + Math.scalb(1.5, 4) + " "
        + Math.getExponent(1000.0) + " " + Math.fma(2.0, 3.0, 1.0) + " " + Math.floorMod(-5, 3L));
    for (char c : new char[] {'a', 'Z', '5', ' ', '\n', '_', '$', '\u00e4', '\u0416', '\u4e2d',
             '\u0660', '\u2028'}) {
      System.out.println((int) c + " " + Character.isLetter(c) + Character.isDigit(c)
          + Character.isWhitespace(c) + Character.isUpperCase(c) + Character.isLowerCase(c)
          + Character.isLetterOrDigit(c) + Character.isJavaIdentifierStart(c) + " "
          + Character.getNumericValue(c) + " " + (int) Character.toUpperCase(c) + " "
          + (int) Character.toLowerCase(c) + " " + Character.getType(c));
    }
    System.out.println(Character.digit('f', 16) + " " + Character.forDigit(11, 16) + " "
        + Character.toString(0x1F600).length() + " " + Character.isSurrogate('\ud83d') + " "
        + Character.charCount(0x10000) + " " + Character.compare('a', 'b') + " "
        + Character.isISOControl('\t') + " " + Character.reverseBytes('a') % 100);
    java.util.Random random = new java.util.Random(42);
    System.out.println(random.nextInt() + " " + random.nextInt(100) + " " + random.nextLong() + " "
        + random.nextDouble() + " " + random.nextBoolean() + " " + random.nextFloat() + " "
        + random.nextGaussian());
    byte[] bytes = new byte[5];
    random.nextBytes(bytes);
    System.out.println(java.util.Arrays.toString(bytes) + random.ints(3, 0, 10).sum());
  }
}
