import org.joda.time.LocalDate;
import org.joda.time.format.DateTimeFormat;
import org.joda.time.format.DateTimeFormatter;

/**
 * Two threads print dates with one formatter, which is thread-safe. The calendar keeps the first
 * days of years in an array that any thread reads and fills.
 */
public class JodaFormats {
  static final DateTimeFormatter DAY = DateTimeFormat.forPattern("yyyy-MM-dd");

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> check(new LocalDate(2024, 2, 29), "2024-02-29"));
    Thread second = new Thread(() -> check(new LocalDate(2024, 3, 1), "2024-03-01"));
    first.start();
    second.start();
    first.join();
    second.join();
  }

  static void check(LocalDate date, String want) {
    String got = DAY.print(date);
    if (!got.equals(want)) {
      throw new AssertionError(got);
    }
  }
}
