import java.util.Calendar;
import java.util.Date;
import java.util.Formattable;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.TimeZone;

/** java.util.Formatter: every conversion, flags, errors. */
public class StringFormats {
  static class Own implements Formattable {
    public void formatTo(Formatter f, int flags, int width, int precision) {
      f.format("own(%d,%d,%d)", flags, width, precision);
    }
  }

  static void attempt(String f, Object... a) {
    try {
      System.out.println(String.format(Locale.US, f, a));
    } catch (IllegalFormatException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  public static void main(String[] args) {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    attempt("%d|%5d|%-5d|%05d|%+d|% d|%(d|%,d|%x|%X|%#x|%o|%#o", 1, 2, 3, 4, 5, 6, -7, 1234567, 255,
        255, 255, 8, 8);
    attempt("%d %x %d", Long.MIN_VALUE, -1L,
        new java.math.BigInteger("123456789012345678901234567890"));
    attempt("%f|%.2f|%10.3f|%-10.1f|%+.0f|%,.2f|%(.1f|%e|%.3E|%g|%.2g|%a", 1.5, 2.345, -3.14159,
        2.55, 0.5, 1234567.891, -2.0, 12345.678, 0.00012, 0.0001, 1e10, 1.0);
    attempt("%f %e %g %s", Double.NaN, Double.POSITIVE_INFINITY, -0.0, Float.MIN_VALUE);
    attempt("%.3f %10.2e", new java.math.BigDecimal("1.23456789"),
        new java.math.BigDecimal("12345.6789"));
    attempt("%s|%10s|%-10s|%.3s|%S|%s|%b|%B|%c|%C|%c|%h|%n%%", "a", "b", "c", "abcdef", "up", null,
        true, "x", 'c', 'd', 0x1f600, "hash");
    attempt("%2$s %1$s %<s %s", "a", "b");
    attempt("%10s|%-8s|%#s", new Own(), new Own(), new Own());
    Calendar c = new GregorianCalendar(2024, Calendar.FEBRUARY, 29, 23, 5, 9);
    attempt(
        "%tY-%<tm-%<td %<tH:%<tM:%<tS.%<tL %<tp %<tA %<ta %<tB %<tb %<tj %<te %<tI %<tZ %<tz %<ts %<tD %<tF %<tT %<tr %<tR %<tc",
        c);
    attempt("%tY %<tk %<tl %<tC %<ty %<tQ %<tN", new Date(0));
    attempt("%d", "x");
    attempt("%q", 1);
    attempt("%s %s", 1);
    attempt("%-d", 1);
    attempt("%.2d", 1);
    attempt("%,s", "x");
    attempt("%+-05d", 1);
    attempt("%c", 1 << 30);
    attempt("%5");
    attempt("%#b", true);
    System.out.println(new Formatter(new StringBuilder("pre "), Locale.FRANCE).format("%.2f", 1.5)
        + " "
        + "%d-%s".formatted(1, "two"));
  }
}
