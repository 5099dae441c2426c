import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Main sleeps and polls, with a time limit, while another thread reads the calendar. */
class Polling5 {
  volatile boolean done;
  volatile Object read;

  void polls(Runnable r, long millis) throws InterruptedException {
    Thread t = new Thread(() -> {
      r.run();
      done = true;
    });
    t.start();
    while (!done) Thread.sleep(millis);
    t.join();
    assertTrue(done);
  }

  @Test @Timeout(60) void instant() throws Exception {
    polls(() -> read = Instant.now(), 500);
  }
  @Test @Timeout(5) void local() throws Exception {
    polls(() -> read = LocalDateTime.now(), 10);
  }
  @Test @Timeout(60) void elapsed() throws Exception {
    long begin = System.currentTimeMillis();
    polls(() -> read = Instant.now(), 50);
    assertTrue(System.currentTimeMillis() - begin < 86_400_000, "a day");
  }
}
