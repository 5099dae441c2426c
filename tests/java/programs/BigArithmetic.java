import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;

/** BigInteger and BigDecimal: more than the basic operations. */
public class BigArithmetic {
  static BigInteger factorial(int n) {
    BigInteger r = BigInteger.ONE;
    for (int i = 2; i <= n; i++) r = r.multiply(BigInteger.valueOf(i));
    return r;
  }

  public static void main(String[] args) {
    BigInteger f = factorial(60);
    System.out.println(f + " " + f.bitLength() + " " + f.bitCount() + " " + f.getLowestSetBit());
    System.out.println(f.toString(36) + " " + new BigInteger("-zz", 36) + " "
        + f.mod(BigInteger.valueOf(1_000_003)));
    System.out.println(BigInteger.TWO.modPow(new BigInteger("1000"), new BigInteger("1000000007"))
        + " " + BigInteger.valueOf(17).modInverse(BigInteger.valueOf(3120)));
    System.out.println(Arrays.toString(f.divideAndRemainder(BigInteger.TEN.pow(40))) + " "
        + f.sqrt() + " " + f.gcd(BigInteger.valueOf(1 << 20)));
    System.out.println(BigInteger.valueOf(97).isProbablePrime(10) + " "
        + new BigInteger("1000000000000").nextProbablePrime());
    System.out.println(Arrays.toString(BigInteger.valueOf(-129).toByteArray())
        + BigInteger.valueOf(-129).shiftRight(3).xor(BigInteger.TEN).not());
    System.out.println(
        factorial(200).multiply(factorial(300)).hashCode() + " " + factorial(400).doubleValue());
    BigDecimal x = new BigDecimal("1234.56789");
    System.out.println(x.setScale(2, RoundingMode.HALF_EVEN) + " " + x.round(new MathContext(3))
        + " " + x.negate().setScale(0, RoundingMode.FLOOR));
    System.out.println(BigDecimal.ONE.divide(new BigDecimal(7), 30, RoundingMode.HALF_UP) + " "
        + BigDecimal.TEN.divide(new BigDecimal(3), MathContext.DECIMAL64));
    System.out.println(new BigDecimal("1E+5").toPlainString() + " "
        + new BigDecimal("0.00001230").stripTrailingZeros() + " "
        + new BigDecimal("12300").toEngineeringString());
    System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " "
        + new BigDecimal("2").sqrt(new MathContext(25)));
    System.out.println(new BigDecimal("1.0").equals(new BigDecimal("1.00")) + " "
        + new BigDecimal("1.0").compareTo(new BigDecimal("1.00")) + " " + x.precision() + " "
        + x.unscaledValue() + " " + x.ulp());
    for (RoundingMode m : RoundingMode.values())
      if (m != RoundingMode.UNNECESSARY)
        System.out.print(m + ":" + new BigDecimal("-2.5").setScale(0, m) + " ");
    System.out.println();
    try {
      BigDecimal.ONE.divide(new BigDecimal(3));
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      x.longValueExact();
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
  }
}
