import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.io.TempDir;

/** Extensions and timeouts of JUnit 5, and typical waits of tests. */
@ExtendWith(Extended5.Extension.class)
class Extended5 {
  static final List<String> log = new ArrayList<>();

  static class Extension implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback,
                                    ParameterResolver, TestExecutionExceptionHandler,
                                    InvocationInterceptor {
    @Override public void beforeAll(ExtensionContext c) { log.add("all"); }
    @Override public void beforeEach(ExtensionContext c) { log.add("each"); }
    @Override public void afterEach(ExtensionContext c) { assertEquals("test", log.get(3)); }
    @Override
    public boolean supportsParameter(ParameterContext p, ExtensionContext c) {
      return p.getParameter().getType() == AtomicInteger.class;
    }
    @Override
    public Object resolveParameter(ParameterContext p, ExtensionContext c) {
      return new AtomicInteger(7);
    }
    @Override
    public void handleTestExecutionException(ExtensionContext c, Throwable t) throws Throwable {
      if (!(t instanceof IOException)) throw t;
    }
    @Override
    public void interceptTestMethod(Invocation<Void> i, ReflectiveInvocationContext<Method> m,
        ExtensionContext c) throws Throwable {
      log.add("intercepted");
      i.proceed();
    }
  }

  @Test void resolves(AtomicInteger seven) {
    log.add("test");
    assertEquals(7, seven.get());
    assertEquals(List.of("all", "each", "intercepted", "test"), log);
  }
  @Test void handlesException() throws Exception {
    log.add("test");
    throw new IOException("for the extension");
  }
  @Test void failsInExtension() { log.add("other"); }

  /** The timeout is JUnit's own: a thread that can run still runs. */
  @Test void preempts() {
    log.add("test");
    AtomicInteger n = new AtomicInteger();
    assertTimeoutPreemptively(Duration.ofMillis(100), n::incrementAndGet);
    assertEquals(1, n.get());
  }
  @Test void preemptsForEver() {
    log.add("test");
    assertTimeoutPreemptively(Duration.ofMillis(100), () -> new CountDownLatch(1).await());
  }
  @Test void inTime() {
    log.add("test");
    assertEquals(3, (int) assertTimeout(Duration.ofSeconds(1), () -> 3));
  }
  @Test void late() {
    log.add("test");
    assertTimeout(Duration.ofSeconds(1), () -> Thread.sleep(2000));
  }
  @Test @Timeout(1) void hangs() throws Exception {
    log.add("test");
    new CountDownLatch(1).await();
  }
  @Test void writes(@TempDir Path folder) throws IOException {
    log.add("test");
    Files.writeString(folder.resolve("a"), "hello");
    assertEquals("hello", Files.readString(folder.resolve("a")));
  }
  @Test void awaits() throws Exception {
    log.add("test");
    CountDownLatch latch = new CountDownLatch(1);
    new Thread(latch::countDown).start();
    assertTrue(latch.await(5, TimeUnit.SECONDS));
  }
}
