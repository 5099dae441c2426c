import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** BigInteger and BigDecimal. */
public class BigNumbers {
  public static void main(String[] args) {
    BigInteger f = BigInteger.ONE;
    for (int i = 2; i <= 40; i++) {
      f = f.multiply(BigInteger.valueOf(i));
    }
    System.out.println(f + " " + f.bitLength() + " " + f.toString(16));
    BigInteger m = new BigInteger("123456789012345678901234567890");
    System.out.println(
        f.mod(m) + " " + f.divide(m) + " " + f.gcd(m) + " " + m.negate().remainder(BigInteger.TEN));
    System.out.println(BigInteger.TWO.pow(100).subtract(BigInteger.ONE).add(m) + " "
        + m.compareTo(f) + " " + m.signum());
    System.out.println(new BigInteger("3").modPow(new BigInteger("200"), new BigInteger("1000007"))
        + " " + new BigInteger("17").modInverse(new BigInteger("3120")) + " "
        + BigInteger.valueOf(97).isProbablePrime(5));
    System.out.println(m.shiftLeft(13).shiftRight(5).and(f).or(BigInteger.ONE).xor(m).not() + " "
        + m.testBit(3) + " " + m.hashCode());
    System.out.println(new BigInteger("-ff", 16).longValue() + " " + m.intValue() + " "
        + m.doubleValue() + " " + m.equals(new BigInteger(m.toString())) + " "
        + BigInteger.valueOf(144).sqrt());
    BigDecimal a = new BigDecimal("10.25");
    BigDecimal b = new BigDecimal("3");
    System.out.println(a.add(b) + " " + a.multiply(b) + " " + a.divide(b, 5, RoundingMode.HALF_UP)
        + " " + a.setScale(1, RoundingMode.HALF_EVEN) + " "
        + a.negate().setScale(0, RoundingMode.FLOOR) + " " + a.scale() + " " + a.unscaledValue()
        + " " + new BigDecimal("1.10").equals(new BigDecimal("1.1")) + " "
        + new BigDecimal("1.10").compareTo(new BigDecimal("1.1")));
    System.out.println(new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("1E+5") + " "
        + BigDecimal.valueOf(0.1) + " " + new BigDecimal("100").stripTrailingZeros());
    try {
      a.divide(b);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      m.divide(BigInteger.ZERO);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    BigInteger x = BigInteger.ZERO;
    BigInteger y = BigInteger.ONE;
    for (int i = 0; i < 200; i++) {
      BigInteger z = x.add(y);
      x = y;
      y = z;
    }
    System.out.println(x);
  }
}
