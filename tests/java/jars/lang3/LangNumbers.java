import java.util.Arrays;
import org.apache.commons.lang3.BooleanUtils;
import org.apache.commons.lang3.CharSet;
import org.apache.commons.lang3.CharSetUtils;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;

/** NumberUtils, Fraction, Range, BooleanUtils and character sets. */
public class LangNumbers {
  public static void main(String[] args) {
    System.out.println(NumberUtils.toInt("12", -1) + " " + NumberUtils.toInt("x", -1) + " "
        + NumberUtils.isCreatable("0x1F") + NumberUtils.isParsable("1."));
    for (String s : new String[] {"1", "0x10", "1.5f", "1e400", "123456789012", "-7L", "012"})
      System.out.println(s + " " + NumberUtils.createNumber(s) + " "
          + NumberUtils.createNumber(s).getClass().getSimpleName());
    System.out.println(NumberUtils.max(3, 9, 4) + " " + NumberUtils.min(1.5, -2.5) + " "
        + NumberUtils.compare(3, 4));
    Fraction f = Fraction.getFraction(6, 8).reduce();
    System.out.println(f + " " + f.add(Fraction.ONE_THIRD) + " " + f.pow(3) + " "
        + Fraction.getFraction("1 3/4").toProperString() + " " + f.doubleValue());
    Range<Integer> r = Range.between(3, 9);
    System.out.println(r + " " + r.contains(9) + r.isOverlappedBy(Range.between(9, 12))
        + r.intersectionWith(Range.between(5, 20)) + r.fit(1));
    System.out.println(BooleanUtils.toBoolean("yes") + " "
        + BooleanUtils.xor(new boolean[] {true, false, true}) + BooleanUtils.toStringOnOff(true)
        + BooleanUtils.toInteger(false));
    System.out.println(CharSet.getInstance("a-c", "^x-z").contains('y') + " "
        + CharSetUtils.delete("hello", "l") + CharSetUtils.squeeze("aabbcc", "a-b")
        + CharSetUtils.count("abcabc", "a-b"));
    System.out.println(CharSet.getInstance("a-e").toString()
        + Arrays.toString(NumberUtils.toScaledBigDecimal("1.23456").toString().split("\\.")));
    try {
      Fraction.getFraction(1, 0);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
  }
}
