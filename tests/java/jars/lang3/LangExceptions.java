import java.io.IOException;
import org.apache.commons.lang3.Validate;
import org.apache.commons.lang3.exception.ContextedException;
import org.apache.commons.lang3.exception.ContextedRuntimeException;
import org.apache.commons.lang3.exception.ExceptionUtils;

/** Validate and exceptions with contexts; ends with an uncaught exception. */
public class LangExceptions {
  static void check(Runnable r) {
    try {
      r.run();
    } catch (RuntimeException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  public static void main(String[] args) throws Exception {
    check(() -> Validate.isTrue(1 > 2, "one is not more than %d", 2));
    check(() -> Validate.notEmpty("", "empty"));
    check(() -> Validate.noNullElements(new String[] {"a", null}));
    check(() -> Validate.inclusiveBetween(1, 5, 9));
    check(() -> Validate.validIndex(new int[0].length == 0 ? new String[2] : null, 4));
    check(() -> Validate.matchesPattern("abc", "[0-9]+"));
    check(() -> Validate.isInstanceOf(String.class, 4));
    Exception e = new IllegalStateException(
        "outer", new RuntimeException("middle", new IOException("inner")));
    System.out.println(ExceptionUtils.getRootCauseMessage(e) + " "
        + ExceptionUtils.getThrowableCount(e) + " "
        + ExceptionUtils.indexOfType(e, IOException.class));
    System.out.println(
        ExceptionUtils.getStackFrames(e)[0] + " " + ExceptionUtils.hasCause(e, IOException.class));
    ContextedException c = new ContextedException("with context")
                               .addContextValue("loom", 3)
                               .addContextValue("pick", "left");
    System.out.println(
        c.getMessage() + " " + c.getContextLabels() + c.getFirstContextValue("loom"));
    throw new ContextedRuntimeException("the end").addContextValue("k", "v");
  }
}
