/**
 * Busy waits with a timeout: a loop that polls the clock ends by the flag or by the timeout. The
 * search finds both.
 */
public class SoundBusyWait {
  static volatile boolean flag;

  static int waitFor(long nanos) {
    long end = System.nanoTime() + nanos;
    int rounds = 0;
    while (!flag) {
      if (System.nanoTime() - end >= 0) return -1;
      rounds++;
    }
    return rounds;
  }

  static int counted(long millis) {
    int rounds = 0;
    for (long end = System.currentTimeMillis() + millis; System.currentTimeMillis() < end;
         rounds++) {
      if (flag) return rounds;
    }
    return -1;
  }

  public static void main(String[] args) {
    new Thread(() -> flag = true).start();
    switch (args[0]) {
      case "waits": assert waitFor(10_000_000_000L) >= -1; break;
      case "late": assert waitFor(10_000_000_000L) >= 0 : "late"; break;
      case "early": assert waitFor(10_000_000_000L) < 0 : "early"; break;
      case "counts": assert counted(60_000) >= -1; break;
      default: {
        long start = System.nanoTime();
        assert System.nanoTime() - start < 1_000_000_000L : "slow";
      }
    }
  }
}
