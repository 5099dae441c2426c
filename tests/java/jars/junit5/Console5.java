// main: org.junit.platform.console.ConsoleLauncher -c Console5 --disable-banner --disable-ansi-colors --details=tree
// differs: ^Test run finished after .*
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JUnit 5's console launcher on fixtures, nested, repeated, dynamic and parameterized tests. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class Console5 {
  int picks;

  @BeforeAll static void first() { System.out.println("first"); }
  @AfterAll static void last() { System.out.println("last"); }
  @BeforeEach
  void up(TestInfo info) {
    picks = 2;
    System.out.println("up " + info.getDisplayName());
  }
  @AfterEach void down() { picks = 0; }

  @Test void adds() { assertEquals(4, picks + 2); }
  @Test @DisplayName("has a name of its own") @Tag("slow") void named() { assertTrue(picks == 2); }
  @Test void fails() { assertEquals(5, picks + 2, "numbers"); }
  @Test
  void throwing() {
    assertEquals("m", assertThrows(RuntimeException.class, () -> {
      throw new RuntimeException("m");
    }).getMessage());
  }
  @Test void throwingNothing() { assertThrows(RuntimeException.class, () -> {}); }
  @Test
  void all() {
    assertAll("both", () -> assertEquals(1, picks), () -> assertTrue(false, "second"));
  }
  @Test void lists() { assertIterableEquals(List.of(1, 2), List.of(1, 2)); }
  @Test void assumes() { assumeTrue(picks > 5, "only with more"); fail(); }
  @Test void timed() { assertTimeout(Duration.ofMinutes(1), () -> 3); }
  @Test @Timeout(value = 1, unit = TimeUnit.HOURS) void limited() { assertEquals(2, picks); }
  @Disabled("later") @Test void disabled() { fail(); }
  @RepeatedTest(2) void repeated() { assertEquals(2, picks); }
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void values(int x) {
    assertTrue(x < 3, () -> x + " is too much");
  }
  @ParameterizedTest(name = "{0} of {1}")
  @CsvSource({"a, 1", "'b c', 2"})
  void csv(String s, int n) {
    assertTrue(s.length() >= n);
  }
  @ParameterizedTest
  @EnumSource(value = TimeUnit.class, names = {"DAYS", "HOURS"})
  void enums(TimeUnit u) {
    assertTrue(u.toHours(1) >= 1);
  }
  @ParameterizedTest
  @MethodSource("pairs")
  void methods(List<Integer> l) {
    assertEquals(2, l.size());
  }
  static Stream<List<Integer>> pairs() { return Stream.of(List.of(1, 2), List.of(3, 4)); }
  @TestFactory
  Stream<DynamicTest> dynamic() {
    return Stream.of(1, 2).map(i -> dynamicTest("dynamic " + i, () -> assertEquals(1, i)));
  }

  @Nested class Inner {
    @Test void seesOuter() { assertEquals(2, picks); }
  }
}
