// differs: ^[A-Z][a-z]{2} [0-9]{1,2}, [0-9]{4}.*
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.MemoryHandler;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/** java.util.logging: console, memory and custom handlers; System.Logger. */
public class LoggingUse {
  static class Plain extends Formatter {
    @Override
    public String format(LogRecord r) {
      return r.getLevel() + " " + r.getLoggerName() + ": " + formatMessage(r)
          + (r.getThrown() == null ? "" : " " + r.getThrown()) + "\n";
    }
  }

  public static void main(String[] args) throws Exception {
    Logger root = Logger.getLogger("");
    System.out.println(root.getHandlers().length + " " + root.getHandlers()[0].getClass().getName()
        + " " + root.getHandlers()[0].getFormatter().getClass());
    Logger.getLogger("plain").info("on the console");
    Logger.getGlobal().log(Level.SEVERE, "with a cause", new IllegalStateException("cause"));

    Logger own = Logger.getLogger("app.part"), parent = Logger.getLogger("app");
    Handler out = new StreamHandler(System.out, new Plain());
    parent.addHandler(out);
    parent.setUseParentHandlers(false);
    own.info("hello");
    own.log(Level.WARNING, "{0} of {1}", new Object[] {1, "two"});
    own.fine("too fine");
    parent.setLevel(Level.FINEST);
    out.setLevel(Level.ALL);
    own.fine(() -> "lazy " + own.isLoggable(Level.FINEST));
    own.entering("C", "m", new Object[] {1});
    own.throwing("C", "m", new RuntimeException("thrown"));
    own.setFilter(r -> r.getLevel() != Level.INFO);
    own.info("filtered");
    out.flush();

    MemoryHandler memory = new MemoryHandler(out, 2, Level.SEVERE);
    for (Level l : new Level[] {Level.INFO, Level.CONFIG, Level.SEVERE})
      memory.publish(new LogRecord(l, "kept " + l.intValue()));
    out.flush();
    System.out.println(LogManager.getLogManager().getLogger("app.part") == own);
    System.out.println(own.getParent().getName() + " " + new ConsoleHandler().getLevel() + " "
        + Level.parse("800"));
    System.out.println(new SimpleFormatter()
                           .format(new LogRecord(Level.INFO, "simple"))
                           .endsWith("INFO: simple\n"));

    System.Logger system = System.getLogger("app.system");
    system.log(System.Logger.Level.INFO, "of the system {0}", 1);
    out.flush();
    PrintWriter w = new PrintWriter(new OutputStreamWriter(System.out), true);
    w.println(system.getName() + " " + system.isLoggable(System.Logger.Level.TRACE) + " \u00e9");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new StreamHandler(bytes, new SimpleFormatter())
        .publish(new LogRecord(Level.INFO, "not flushed"));
    System.out.println(bytes.size());
  }
}
