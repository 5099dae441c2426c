import java.util.concurrent.CompletableFuture;
import org.joda.time.LocalDate;

/**
 * Two tasks make dates of the same year. A LocalDate is immutable. The chronology that they share
 * keeps the start of each year in a plain array. A thread that finds none, or one of another
 * year, computes it again. The entries have only final fields.
 */
public class JodaYears {
  public static void main(String[] args) {
    var spring = CompletableFuture.supplyAsync(() -> new LocalDate(2026, 3, 1).getDayOfYear());
    var autumn = CompletableFuture.supplyAsync(() -> new LocalDate(2026, 9, 1).getDayOfYear());
    int days = autumn.join() - spring.join();
    if (days != 184) {
      throw new AssertionError(days);
    }
  }
}
