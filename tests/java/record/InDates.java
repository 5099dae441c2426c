import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Date;

/** Reads the clock through library classes. */
public class InDates {
  static int odd;
  static long sum;

  static void work() {
    for (int i = 0; i < 4; i++) {
      Instant now = Instant.now();
      if (now.getNano() / 1000 % 2 == 1) {
        odd++;
      }
      if (new Date().getTime() % 3 == 0) {
        sum += now.getEpochSecond();
      }
      sum += LocalTime.now(ZoneOffset.UTC).getNano() % 7;
    }
  }

  public static void main(String[] args) throws Exception {
    Thread a = new Thread(InDates::work);
    a.start();
    work();
    a.join();
    System.out.println(odd + " " + sum);
  }
}
