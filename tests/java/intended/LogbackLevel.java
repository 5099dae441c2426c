import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

/**
 * One thread logs, while another raises the level of the logger, as an administrator does. Logback
 * reads the level without a lock, so that logging is cheap; the change is seen sooner or later.
 * Warnings are logged either way.
 */
public class LogbackLevel {
  public static void main(String[] args) throws InterruptedException {
    LoggerContext context = new LoggerContext();
    ListAppender<ILoggingEvent> list = new ListAppender<>();
    list.setContext(context);
    list.start();
    Logger log = context.getLogger("shop");
    log.addAppender(list);
    Thread clerk = new Thread(() -> {
      log.debug("opened");
      log.warn("out of {}", "tea");
    });
    Thread admin = new Thread(() -> log.setLevel(Level.WARN));
    clerk.start();
    admin.start();
    clerk.join();
    admin.join();
    String last = list.list.get(list.list.size() - 1).getFormattedMessage();
    if (!last.equals("out of tea")) {
      throw new AssertionError(last);
    }
  }
}
