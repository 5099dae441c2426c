import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A logger of the program's own class is returned to all callers that ask for its name. */
public class OwnLoggers {
  static class Own extends Logger {
    final List<String> said = new ArrayList<>();

    Own(String name) {
      super(name, null);
    }

    @Override
    public void log(LogRecord r) {
      said.add(r.getLevel() + " " + r.getMessage());
    }
  }

  public static void main(String[] args) {
    Own own = new Own("a.b");
    System.out.println(LogManager.getLogManager().addLogger(own));
    System.out.println(Logger.getLogger("a.b") == own);
    Logger.getLogger("a.b").log(Level.WARNING, "by its name");
    System.out.println(own.said + " " + Logger.getLogger("a.b.c").getParent().getName());
  }
}
