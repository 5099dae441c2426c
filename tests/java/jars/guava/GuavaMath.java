import com.google.common.collect.ImmutableList;
import com.google.common.math.BigIntegerMath;
import com.google.common.math.DoubleMath;
import com.google.common.math.IntMath;
import com.google.common.math.LongMath;
import com.google.common.math.PairedStatsAccumulator;
import com.google.common.math.Quantiles;
import com.google.common.math.Stats;
import com.google.common.primitives.Booleans;
import com.google.common.primitives.Bytes;
import com.google.common.primitives.Chars;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.Ints;
import com.google.common.primitives.UnsignedInteger;
import com.google.common.primitives.UnsignedInts;
import com.google.common.primitives.UnsignedLong;
import com.google.common.primitives.UnsignedLongs;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;

/** Checked arithmetic, statistics, primitives. */
public class GuavaMath {
  public static void main(String[] args) {
    System.out.println(IntMath.gcd(84, 36) + " " + IntMath.binomial(10, 3) + IntMath.isPrime(97)
        + IntMath.divide(7, 2, RoundingMode.HALF_EVEN) + IntMath.sqrt(50, RoundingMode.FLOOR)
        + IntMath.log2(1000, RoundingMode.CEILING));
    try {
      IntMath.checkedMultiply(1 << 20, 1 << 20);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(LongMath.factorial(15) + " " + LongMath.saturatedPow(10, 30) + " "
        + LongMath.mod(-7L, 5) + LongMath.isPrime(1_000_000_007L) + BigIntegerMath.factorial(25)
        + BigIntegerMath.sqrt(BigInteger.TEN.pow(30), RoundingMode.UNNECESSARY));
    System.out.println(DoubleMath.roundToInt(2.5, RoundingMode.HALF_UP) + " "
        + DoubleMath.fuzzyEquals(1.0, 1.0000001, 1e-6) + DoubleMath.isMathematicalInteger(4.0)
        + DoubleMath.log2(8.0));
    Stats s = Stats.of(1, 4, 9, 16);
    System.out.println(s + " " + s.mean() + " " + s.populationStandardDeviation()
        + Quantiles.median().compute(5, 1, 4)
        + Quantiles.percentiles().indexes(25, 75).compute(1, 2, 3, 4, 5));
    PairedStatsAccumulator p = new PairedStatsAccumulator();
    for (int i = 0; i < 5; i++) p.add(i, 2 * i + 1);
    System.out.println(
        p.leastSquaresFit().transform(10) + " " + p.pearsonsCorrelationCoefficient());
    System.out.println(Ints.max(3, 9, 2) + Ints.join(",", 1, 2) + Ints.asList(4, 5).indexOf(5)
        + Arrays.toString(Ints.concat(new int[] {1}, new int[] {2, 3})) + Ints.tryParse("12x")
        + Ints.saturatedCast(1L << 40) + Ints.constrainToRange(9, 1, 5));
    System.out.println(UnsignedInts.toString(-1) + UnsignedLongs.divide(-1L, 10)
        + UnsignedInteger.fromIntBits(-2).plus(UnsignedInteger.ONE)
        + UnsignedLong.valueOf("18446744073709551615").mod(UnsignedLong.valueOf(1000))
        + UnsignedInts.compare(-1, 1));
    System.out.println(Booleans.countTrue(true, false, true) + Doubles.join("/", 1.5, 2)
        + Chars.indexOf("abc".toCharArray(), 'c') + Bytes.asList((byte) 1, (byte) 2)
        + ImmutableIntArray.builder().add(3).addAll(ImmutableList.of(4, 5)).build());
  }
}
