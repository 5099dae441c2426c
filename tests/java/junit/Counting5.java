import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for JUnit 5: some pass only in certain schedules, others in all schedules. */
class Counting5 {
  final AtomicInteger atomic = new AtomicInteger();
  int ready;

  @BeforeEach void up() { ready = 1; }
  @AfterEach void down() { assertEquals(1, ready); }

  static void both(Runnable a, Runnable b) throws InterruptedException {
    Thread x = new Thread(a), y = new Thread(b);
    x.start();
    y.start();
    x.join();
    y.join();
  }

  @Test void loses() throws Exception {
    both(() -> atomic.set(atomic.get() + 1), () -> atomic.set(atomic.get() + 1));
    assertEquals(2, atomic.get());
  }
  @Test void counts() throws Exception {
    both(atomic::incrementAndGet, atomic::incrementAndGet);
    assertEquals(2, atomic.get());
  }
  @Test void failsAside() throws Exception {
    both(() -> assertTrue(atomic.incrementAndGet() < 2, "aside"), atomic::incrementAndGet);
  }
  @Test void expects() {
    assertThrows(IllegalStateException.class, () -> { throw new IllegalStateException(); });
  }
  @Test @Timeout(value = 50, unit = TimeUnit.MILLISECONDS) void limited() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    new Thread(latch::countDown).start();
    latch.await();
  }
  @Disabled("later") @Test void disabled() { fail(); }
  @RepeatedTest(2) void repeated() { assertEquals(0, atomic.get()); }
  @ParameterizedTest @ValueSource(ints = {1, 2}) void sized(int threads) throws Exception {
    Runnable r = () -> atomic.set(atomic.get() + 1);
    both(r, threads > 1 ? r : () -> {});
    assertEquals(threads, atomic.get());
  }

  @TestFactory Stream<DynamicNode> made() {
    return Stream.of(
        dynamicTest("holds", () -> assertEquals(0, atomic.get())),
        dynamicContainer("more", Stream.of(dynamicTest("fails", () -> both(() -> assertTrue(atomic.incrementAndGet() < 2), atomic::incrementAndGet)))));
  }
  static Stream<Integer> broken() { throw new IllegalStateException("no parameters"); }
  @ParameterizedTest @MethodSource("broken") void unmade(int n) { fail(); }

  @Nested class Inner {
    @Test void seesOuter() { assertEquals(1, ready); }
  }
}
