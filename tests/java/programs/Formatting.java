import java.util.IllegalFormatException;
import java.util.Locale;

/** String.format: conversions, flags, widths, precisions, argument indices, errors. */
public class Formatting {
  static void show(String format, Object... args) {
    try {
      System.out.println("[" + String.format(format, args) + "]");
    } catch (IllegalFormatException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  public static void main(String[] args) {
    show("%d %5d %-5d| %05d %+d %,d %(d % d", 1, 2, 3, 4, 5, 1234567, -8, 9);
    show("%x %X %08x %#x %o %x", 255, 255, 255, 255, 8, -1);
    show("%x %o %d", -1L, 1L << 40, Long.MIN_VALUE);
    show("%d %x %d", (byte) -1, (byte) -1, (short) 300);
    show("%s %10s|%-10s|%.2s %S", "abc", "right", "left", "cut me", "loud");
    show("%s %s %s %s", null, true, 1.5, 'c');
    show("%c %C %c", 'x', 'y', 0x263A);
    show("%b %B %b %5b", true, false, null, "anything");
    show("%f %.2f %10.3f|%-10.1f|%+.1f %,.2f %08.2f", 1.5, 2.345, 3.14159, 4.0, 5.0, 1234567.891,
        -3.5);
    show("%e %.2e %E %g %g", 12345.678, 0.00012, 1e10, 0.0001234, 123456.0);
    show("%f %f %e %.0f %.1f", Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 2.5,
        0.05);
    show("%h %h %n%%", "hello", 42);
    show("%2$s %1$s %<s %s", "a", "b");
    show("%08X-%3$tY", 48879, 0, 0L);
    show("%d", "text");
    show("%d %d", 1);
    show("%q", 1);
    show("%.2d", 1);
    show("%-d", 1);
    show("%b %s %s", new boolean[0].length == 0, new StringBuilder("sb"), java.util.List.of(1, 2));
    show("%d %s", new java.math.BigInteger("123456789012345678901234567890"),
        new java.math.BigDecimal("1.50"));
    show("%.3f %10.2e", new java.math.BigDecimal("2.71828182845"), 1f);
    System.out.println(String.format(Locale.ROOT, "%,d %.1f", 9876543, 0.25));
    System.out.printf("%s-%s%n", "printf", 1);
    System.out.format("%5.1f|%-6s|%n", 9.87, "ok");
    System.out.println("%04d".formatted(7) + String.format("plain"));
  }
}
