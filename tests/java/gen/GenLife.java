import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes small random programs about thread life cycles: late starts, isAlive, joins with and
 * without timeouts, interrupts, timed waits and notifies, permits, volatile and atomic variables.
 * The same seed gives the same Life0.java, Life1.java, ...
 *
 * <p>Usage: {@code java GenLife SEED COUNT FOLDER}.
 *
 * <p>A program without arguments runs once and throws an Error whose message is what it saw. With
 * an argument it runs again and again for so many milliseconds, with random pauses of up to
 * -Dnoise=NANOSECONDS, and prints the distinct messages: a search must find all messages of a real
 * JVM. No program can deadlock: a thread waits without a timeout only for a thread of a higher
 * number. Every shared variable is volatile, atomic or accessed only
 * under a lock, so the real JVM is sequentially consistent.
 */
public class GenLife {
  private static final int THREADS = 3;
  private final Random random;

  GenLife(long seed) {
    random = new Random(seed);
  }

  private String other(int self) {
    int n;
    do {
      n = 1 + random.nextInt(THREADS - 1);
    } while (n == self);
    return "t[" + n + "]";
  }

  private String higher(int self) {
    return "t[" + (self + 1 + random.nextInt(THREADS - 1 - self)) + "]";
  }

  private String field() {
    return random.nextBoolean() ? "x" : "y";
  }

  private String caught(String body, int code) {
    return "try { " + body + " } catch (InterruptedException e) { r = r * 3 + " + code + "; }";
  }

  private String statement(int self, boolean locked) {
    switch (random.nextInt(locked ? 11 : 15)) {
      case 0: return field() + " = " + (1 + random.nextInt(2)) + ";";
      case 1: return field() + "++;";
      case 2: return "r = r * 7 + " + field() + ";";
      case 3: return "r = r * 5 + a.getAndAdd(1);";
      case 4: return "r = r * 3 + (" + other(self) + ".isAlive() ? 1 : 0);";
      case 5: return other(self) + ".interrupt();";
      case 6: return "r = r * 3 + (Thread.interrupted() ? 1 : 0);";
      case 7: return field() + " = " + field() + " + 1;";
      case 8: return caught("Thread.sleep(0);", 2);
      case 9: return "LockSupport.unpark(" + other(self) + ");";
      case 10: return "LockSupport.parkNanos(1000);";
      case 11: return caught(other(self) + ".join(1);", 2);
      case 12:
        if (self < THREADS - 1) return caught(higher(self) + ".join();", 2);
        return "synchronized (lock) { lock.notify(); }";
      case 13:
        return "synchronized (lock) { " + caught("lock.wait(1); " + statement(self, true), 2)
            + " }";
      default:
        return "synchronized (lock) { lock.notify" + (random.nextBoolean() ? "All" : "") + "(); "
            + statement(self, true) + " }";
    }
  }

  private void body(List<String> out, int self) {
    out.add("  void run" + self + "() {");
    out.add("    int r = 0;");
    for (int n = 3 + random.nextInt(2); n > 0; n--)
      out.add("    pause(); " + statement(self, false));
    out.add("    pause();");
    out.add("    result[" + self + "] = r;");
    out.add("  }");
    out.add("");
  }

  private void once(List<String> out) {
    out.add("  String once() {");
    out.add("    int r = 0;");
    out.add("    t[0] = Thread.currentThread();");
    for (int i = 1; i < THREADS; i++) out.add("    t[" + i + "] = new Thread(this::run" + i + ");");
    for (int i = 1; i < THREADS; i++) {
      out.add("    t[" + i + "].start();");
      if (random.nextInt(4) > 0) out.add("    pause(); " + statement(0, false));
    }
    for (int i = 1; i < THREADS; i++) out.add("    r = await(t[" + i + "], r);");
    out.add(
        "    return r + \" \" + result[1] + \" \" + result[2] + \" \" + x + \" \" + y + \" \" + a + \" \" + Thread.interrupted();");
    out.add("  }");
    out.add("");
  }

  List<String> program(String name) {
    List<String> out = new ArrayList<>(List.of("import java.util.Set;", "import java.util.TreeSet;",
        "import java.util.concurrent.ThreadLocalRandom;",
        "import java.util.concurrent.atomic.AtomicInteger;",
        "import java.util.concurrent.locks.LockSupport;", "", "public class " + name + " {",
        "  volatile int x, y;", "  final AtomicInteger a = new AtomicInteger();",
        "  final Object lock = new Object();", "  final Thread[] t = new Thread[" + THREADS + "];",
        "  final int[] result = new int[" + THREADS + "];",
        "  static final int NOISE = Integer.getInteger(\"noise\", 0);", "",
        "  static void pause() {", "    if (NOISE == 0) return;",
        "    long end = System.nanoTime() + Math.max(0, ThreadLocalRandom.current().nextInt(-NOISE, NOISE));",
        "    while (System.nanoTime() < end) Thread.onSpinWait();", "  }", "",
        "  static int await(Thread t, int r) {", "    for (;;) {", "      try {",
        "        t.join();", "        return r;", "      } catch (InterruptedException e) {",
        "        r = r * 3 + 1;", "      }", "    }", "  }", ""));
    for (int i = 1; i < THREADS; i++) body(out, i);
    once(out);
    out.addAll(List.of("  public static void main(String[] args) {",
        "    Set<String> seen = new TreeSet<>();",
        "    if (args.length == 0) throw new Error(new " + name + "().once());",
        "    long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000;",
        "    while (System.nanoTime() < end) seen.add(new " + name + "().once());",
        "    seen.forEach(System.out::println);", "  }", "}"));
    return out;
  }

  public static void main(String[] args) throws IOException {
    long seed = Long.parseLong(args[0]);
    Path folder = Path.of(args[2]);
    Files.createDirectories(folder);
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      String name = "Life" + i;
      Files.write(folder.resolve(name + ".java"), new GenLife(seed * 1_000_003 + i).program(name));
    }
  }
}
