import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.joda.time.LocalDate;

/**
 * Two tasks use one date as a key, each in a map of its own. A LocalDate is immutable, but computes
 * its hash code when it is first asked for it and keeps it in a plain field. Its method reads that
 * field once, so a thread that finds no hash code computes the same again.
 */
public class JodaKeys {
  static final LocalDate PAYDAY = new LocalDate(2026, 3, 1);

  public static void main(String[] args) {
    var rent = CompletableFuture.supplyAsync(() -> due(700));
    var power = CompletableFuture.supplyAsync(() -> due(60));
    int sum = rent.join() + power.join();
    if (sum != 760) {
      throw new AssertionError(sum);
    }
  }

  static int due(int amount) {
    Map<LocalDate, Integer> bills = new HashMap<>();
    bills.merge(PAYDAY, amount, Integer::sum);
    return bills.get(PAYDAY);
  }
}
