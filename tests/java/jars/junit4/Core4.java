// main: org.junit.runner.JUnitCore Core4 Core4$Parameters Core4$Old
// differs: ^Time: .*
import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.CoreMatchers.is;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThat;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.fail;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import junit.framework.TestCase;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.FixMethodOrder;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ExpectedException;
import org.junit.rules.TestName;
import org.junit.runner.RunWith;
import org.junit.runners.MethodSorters;
import org.junit.runners.Parameterized;

/**
 * JUnit 4's own runner on fixtures, expected exceptions, rules, assumptions, parameters, a JUnit
 * 3 test.
 */
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
@SuppressWarnings("deprecation")
public class Core4 {
  int picks;
  @Rule public TestName name = new TestName();
  @Rule public ExpectedException thrown = ExpectedException.none();

  @BeforeClass public static void first() { System.out.println("first"); }
  @AfterClass public static void last() { System.out.println("last"); }
  @Before public void up() { picks = 2; }
  @After public void down() { System.out.println("down " + name.getMethodName()); }

  @Test public void adds() { assertEquals(4, picks + 2); }
  @Test(expected = IllegalStateException.class)
  public void expected() {
    throw new IllegalStateException();
  }
  @Test(expected = IllegalStateException.class)
  public void expectedElse() {
    throw new IllegalArgumentException("other");
  }
  @Test public void fails() { assertEquals("numbers", 5, picks + 2); }
  @Test public void matches() { assertThat("warp and weft", containsString("weave")); }
  @Test public void matchesWell() { assertThat(picks, is(2)); }
  @Test public void arrays() { assertArrayEquals(new int[] {1, 2}, new int[] {1, 3}); }
  @Test
  public void throwing() {
    assertEquals("m", assertThrows(RuntimeException.class, () -> {
      throw new RuntimeException("m");
    }).getMessage());
  }
  @Test public void rule() {
    thrown.expect(NullPointerException.class);
    thrown.expectMessage("why");
    throw new NullPointerException("why");
  }
  @Test public void assumes() { assumeTrue(picks > 5); fail(); }
  @Test(timeout = 60_000) public void limited() { assertEquals(2, picks); }
  @Ignore("later") @Test public void ignored() { fail(); }
  @Test public void pool() throws Exception {
    ExecutorService e = Executors.newFixedThreadPool(2);
    Callable<Integer> c = () -> picks * 21;
    assertEquals(Integer.valueOf(42), e.submit(c).get());
    e.shutdown();
    e.awaitTermination(1, TimeUnit.MINUTES);
  }

  @RunWith(Parameterized.class)
  public static class Parameters {
    @Parameterized.Parameters(name = "{0} squared") public static Collection<Object[]> data() {
      return Arrays.asList(new Object[][] {{2, 4}, {3, 9}, {4, 15}});
    }
    @Parameterized.Parameter(0) public int x;
    @Parameterized.Parameter(1) public int square;
    @Test public void squares() { assertEquals(square, x * x); }
  }

  public static class Old extends TestCase {
    @Override protected void setUp() { System.out.println("set up"); }
    public void testOne() { assertEquals(1, 1); }
    public void testTwo() { assertTrue("two", false); }
  }
}
