import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** System, Runtime, Objects: facts that are the same on every machine. */
public class RuntimeFacts {
  public static void main(String[] args) throws Exception {
    System.setProperty("my.key", "v");
    System.out.println(System.getProperty("my.key") + System.getProperty("none", "d")
        + System.getProperty("nope") + Integer.getInteger("my.int", 4)
        + Boolean.getBoolean("my.key") + System.clearProperty("my.key")
        + System.getProperty("line.separator").length() + System.getProperty("file.separator")
        + System.getProperty("path.separator") + System.lineSeparator().length());
    System.out.println(System.identityHashCode(null) + " "
        + (System.nanoTime() <= System.nanoTime()) + (System.currentTimeMillis() > 0)
        + (Runtime.getRuntime().availableProcessors() > 0)
        + (Runtime.getRuntime().totalMemory() > 0) + (Runtime.getRuntime().freeMemory() > 0)
        + (Runtime.getRuntime().maxMemory() > 1000));
    System.gc();
    Runtime.getRuntime().gc();
    System.out.println(Objects.hash(1, "a", null) + " " + Objects.equals(null, null)
        + Objects.requireNonNullElse(null, "e") + Objects.toString(null, "t")
        + Objects.checkIndex(1, 2) + Objects.hashCode(null)
        + Objects.compare("a", "b", String::compareTo) + Objects.isNull(3));
    try {
      Objects.checkIndex(2, 2);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    try {
      Objects.checkFromToIndex(3, 2, 9);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    Object o = new Object();
    System.out.println((o.hashCode() == System.identityHashCode(o)) + " " + o.equals(o)
        + o.toString().startsWith("java.lang.Object@"));
    System.err.println("to standard error");
    System.out.printf("%s %S %h %c %b %n", "s", "up", "hash", 'c', null);
    System.out.format("%1$d %1$x %1$o %2$e %2$.2f %2$g %2$a %3$,d %4$+d %5$08.3f|%6$-6s|%6$6s|%%%n",
        255, 12345.678, 1234567, 7, -3.14159, "ab");
    System.out.println(Optional.of(1)
                           .flatMap(x -> Optional.of(x + 1))
                           .filter(x -> x > 1)
                           .or(() -> Optional.of(9))
                           .stream()
                           .count()
        + " " + Optional.empty().isEmpty() + Optional.ofNullable(null).isPresent());
    try {
      Optional.empty().orElseThrow();
    } catch (java.util.NoSuchElementException e) {
      System.out.println(e.getMessage());
    }
    System.out.println((Runtime.version().feature() >= 17) + " " + System.console());
    Thread t = Thread.currentThread();
    System.out.println(t.getName() + t.getPriority() + t.isDaemon() + t.isInterrupted()
        + t.getThreadGroup().getName() + t.getState() + Thread.holdsLock(o));
    System.exit(args.length == 0 ? 42 : 0);
  }
}
