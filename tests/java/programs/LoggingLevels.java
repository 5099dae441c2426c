import java.util.logging.Level;
import java.util.logging.Logger;

/** Logging levels of the program's own, which java.util.logging keeps for the boot loader. */
public class LoggingLevels {
  static class Own extends Level {
    Own(String name, int value) {
      super(name, value);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Level mine = new Own("MINE", 777);
    System.out.println(mine + " " + mine.intValue() + " " + Level.parse("WARNING") + " " + Level.parse("777"));
    System.out.println(Level.parse("MINE") == mine);
    Thread t = new Thread(() -> System.out.println(new Own("OTHER", 778).getLocalizedName()));
    t.start();
    t.join();
    System.out.println(Level.parse("OTHER").intValue());
    Logger.getLogger("x").setLevel(mine);
    System.out.println(Logger.getLogger("x").getLevel() + " " + Logger.getLogger("x").isLoggable(Level.INFO));
  }
}
