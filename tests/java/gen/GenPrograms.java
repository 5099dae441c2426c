import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes small random concurrent programs, the same for the same seed: Gen0.java, Gen1.java,
 * ...
 *
 * <p>Usage: {@code java GenPrograms SEED COUNT FOLDER [FEATURES]}. FEATURES is a string of letters
 * for features besides plain fields: l locks, v a volatile field, i class initialisation, j threads
 * that start and join one another, w wait and notify. The default is all of them. Programs without
 * l, v and w race often.
 *
 * <p>Four in ten programs are disciplined: they use the plain fields only under one lock, so
 * that most of them have no data race.
 *
 * <p>Each program has two or three threads with two to four statements over two plain fields and
 * the features. A model of the program runs while it is generated, one thread after the other. Main
 * ends with an assertion that holds in this run of the model, but not necessarily in others. So
 * the programs include some with failing assertions, deadlocks or data races, and some
 * without.
 */
public class GenPrograms {
  private static final String[] PLAIN = {"x", "y"};

  private final Random random;
  private final String features;
  private boolean disciplined;
  private boolean underLockA;

  GenPrograms(long seed, String features) {
    this.random = new Random(seed);
    this.features = features;
  }

  /** The fields of the program while its model runs. */
  private static final class Model {
    int x;
    int y;
    int v;
    int[] r = new int[3];

    int get(String field) {
      return field.equals("x") ? x : field.equals("y") ? y : v;
    }

    void set(String field, int value) {
      if (field.equals("x")) {
        x = value;
      } else if (field.equals("y")) {
        y = value;
      } else {
        v = value;
      }
    }
  }

  /** A statement: its text, and its effect on the model when thread {@code t} runs it. */
  private interface Statement {
    void print(List<String> out, String indent, int t);

    void run(Model m, int t);
  }

  private static Statement line(String text, Effect effect) {
    return new Statement() {
      @Override
      public void print(List<String> out, String indent, int t) {
        out.add(indent + text.replace("r#", "r" + t));
      }

      @Override
      public void run(Model m, int t) {
        effect.run(m, t);
      }
    };
  }

  private interface Effect {
    void run(Model m, int t);
  }

  private boolean has(char feature) {
    return features.indexOf(feature) >= 0;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** A field that may be used here: in a disciplined program, plain fields only under lockA. */
  private String field() {
    if (disciplined && !underLockA) {
      return "v";
    }
    return has('v') && chance(30) ? "v" : PLAIN[random.nextInt(2)];
  }

  private Statement block(String head, List<Statement> body, Effect guard) {
    return new Statement() {
      @Override
      public void print(List<String> out, String indent, int t) {
        out.add(indent + head.replace("r#", "r" + t) + " {");
        for (Statement s : body) {
          s.print(out, indent + "  ", t);
        }
        out.add(indent + "}");
      }

      @Override
      public void run(Model m, int t) {
        int[] before = m.r.clone();
        m.r[t] = Integer.MIN_VALUE;
        guard.run(m, t);
        boolean enter = m.r[t] == Integer.MIN_VALUE;
        m.r[t] = before[t];
        if (enter) {
          body.forEach(s -> s.run(m, t));
        }
      }
    };
  }

  private Statement simple() {
    String f = field();
    String g = field();
    int c = 1 + random.nextInt(3);
    switch (random.nextInt(5)) {
      case 0:
        return line(f + " = " + c + ";", (m, t) -> m.set(f, c));
      case 1:
        return line(f + "++;", (m, t) -> m.set(f, m.get(f) + 1));
      case 2:
        return line("r# += " + f + ";", (m, t) -> m.r[t] += m.get(f));
      case 3:
        return line(f + " = " + g + " + " + c + ";", (m, t) -> m.set(f, m.get(g) + c));
      default:
        return line(f + " += r# + " + c + ";", (m, t) -> m.set(f, m.get(f) + m.r[t] + c));
    }
  }

  private Statement statement(int depth) {
    if (has('l') && depth < 2 && chance(40)) {
      String lock = chance(disciplined ? 80 : 60) ? "lockA" : "lockB";
      boolean outside = underLockA;
      underLockA |= lock.equals("lockA");
      List<Statement> body = body(depth + 1);
      underLockA = outside;
      return block("synchronized (" + lock + ")", body, (m, t) -> {});
    }
    if (depth < 2 && chance(20)) {
      String f = has('v') && chance(60) ? "v" : field();
      int c = random.nextInt(3);
      return block("if (" + f + " == " + c + ")", body(depth + 1), (m, t) -> {
        if (m.get(f) != c) {
          m.r[t] = 0;
        }
      });
    }
    if (has('i') && chance(8)) {
      return line("r# += Init.value;", (m, t) -> m.r[t] += 5);
    }
    if (has('w') && chance(5)) {
      return line("signal();", (m, t) -> {});
    }
    return simple();
  }

  private List<Statement> body(int depth) {
    List<Statement> out = new ArrayList<>();
    for (int n = 1 + random.nextInt(depth == 0 ? 3 : 2); n > 0; n--) {
      out.add(statement(depth));
    }
    return out;
  }

  private List<Statement> threadBody() {
    List<Statement> out = body(0);
    while (out.size() < 2) {
      out.add(statement(0));
    }
    return out;
  }

  private void printThread(List<String> out, int t, List<Statement> body, boolean startsNext,
      boolean joinsNext, boolean waits) {
    out.add("  static final Thread t" + t + " = new Thread() {");
    out.add("    @Override");
    out.add("    public void run() {");
    if (startsNext) {
      out.add("      t" + (t + 1) + ".start();");
    }
    if (waits) {
      out.add("      await();");
    }
    for (Statement s : body) {
      s.print(out, "      ", t);
    }
    if (joinsNext) {
      out.add("      finish(t" + (t + 1) + ");");
    }
    out.add("    }");
    out.add("  };");
    out.add("");
  }

  List<String> program(String name) {
    disciplined = has('l') && has('v') && chance(40);
    int threads = chance(70) ? 2 : 3;
    List<List<Statement>> bodies = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      bodies.add(threadBody());
    }
    List<Statement> mainBody = chance(50) ? List.of(simple()) : List.of();
    boolean chained = has('j') && chance(35);
    boolean joinsInside = chained && chance(60);
    int waiter = has('w') && chance(25) ? threads - 1 : -1;
    boolean forgetsJoin = chance(10);

    Model m = new Model();
    for (int t = 0; t < threads; t++) {
      for (Statement s : bodies.get(t)) {
        s.run(m, t);
      }
    }
    // Main's own statements run concurrently with the threads; the model runs them last.
    mainBody.forEach(s -> s.run(m, 0));

    List<String> lines = new ArrayList<>();
    printThreads(lines, bodies, chained, joinsInside, waiter);
    printMain(lines, mainBody, threads, chained, joinsInside, waiter, forgetsJoin);
    lines.add("    " + assertion(m, threads));
    lines.add("  }");

    List<String> out = new ArrayList<>();
    printHead(out, name, threads, lines);
    out.addAll(lines);
    out.add("}");
    return out;
  }

  private static boolean uses(List<String> lines, String what) {
    return lines.stream().anyMatch(s -> s.contains(what));
  }

  private static void printHead(List<String> out, String name, int threads, List<String> lines) {
    out.add("public class " + name + " {");
    out.add("  static int x;");
    out.add("  static int y;");
    out.add("  static volatile int v;");
    for (int t = 0; t < threads; t++) {
      out.add("  static int r" + t + ";");
    }
    out.add("  static final Object lockA = new Object();");
    out.add("  static final Object lockB = new Object();");
    out.add("");
    if (uses(lines, "Init.")) {
      out.add("  static class Init {");
      out.add("    static int value = 2;");
      out.add("");
      out.add("    static {");
      out.add("      value += 3;");
      out.add("    }");
      out.add("  }");
      out.add("");
    }
    if (uses(lines, "signal()") || uses(lines, "await()")) {
      out.add("  static boolean signalled;");
      out.add("");
      out.add("  static void signal() {");
      out.add("    synchronized (lockB) {");
      out.add("      signalled = true;");
      out.add("      lockB.notify();");
      out.add("    }");
      out.add("  }");
      out.add("");
      out.add("  static void await() {");
      out.add("    synchronized (lockB) {");
      out.add("      while (!signalled) {");
      out.add("        try {");
      out.add("          lockB.wait();");
      out.add("        } catch (InterruptedException e) {");
      out.add("          return;");
      out.add("        }");
      out.add("      }");
      out.add("    }");
      out.add("  }");
      out.add("");
    }
    out.add("  static void finish(Thread t) {");
    out.add("    try {");
    out.add("      t.join();");
    out.add("    } catch (InterruptedException e) {");
    out.add("      throw new IllegalStateException(e);");
    out.add("    }");
    out.add("  }");
    out.add("");
  }

  private void printThreads(List<String> out, List<List<Statement>> bodies, boolean chained,
      boolean joinsInside, int waiter) {
    int threads = bodies.size();
    for (int t = threads - 1; t >= 0; t--) {
      boolean before = chained && t == threads - 2;
      printThread(out, t, bodies.get(t), before, before && joinsInside, t == waiter);
    }
  }

  private void printMain(List<String> out, List<Statement> mainBody, int threads, boolean chained,
      boolean joinsInside, int waiter, boolean forgetsJoin) {
    out.add("  public static void main(String[] args) {");
    for (int t = 0; t < threads - (chained ? 1 : 0); t++) {
      out.add("    t" + t + ".start();");
    }
    for (Statement s : mainBody) {
      s.print(out, "    ", 0);
    }
    if (waiter >= 0 && chance(70)) {
      out.add("    signal();");
    }
    // A chained thread may not be started yet when main joins it: its starter is joined first.
    for (int t = 0; t < threads; t++) {
      boolean coveredByChain = chained && joinsInside && t == threads - 1;
      if (!coveredByChain && !(forgetsJoin && t == 0)) {
        out.add("    finish(t" + t + ");");
      }
    }
  }

  private String assertion(Model m, int threads) {
    int t = random.nextInt(threads);
    switch (random.nextInt(5)) {
      case 0:
        return "assert x == " + m.x + " : \"x \" + x;";
      case 1:
        return "assert y == " + m.y + " : \"y \" + y;";
      case 2:
        return "assert x + 10 * y + 100 * v == " + (m.x + 10 * m.y + 100 * m.v) + " : \"sum\";";
      case 3:
        return "assert r" + t + " <= " + (m.r[t] + random.nextInt(8)) + " : \"r" + t + " \" + r" + t
            + ";";
      default:
        return "assert x >= 0 && y < 1000 && v < 1000 : \"never\";";
    }
  }

  public static void main(String[] args) throws IOException {
    if (args.length < 3) {
      System.err.println("usage: java GenPrograms SEED COUNT FOLDER [FEATURES]");
      System.exit(2);
    }
    long seed = Long.parseLong(args[0]);
    int count = Integer.parseInt(args[1]);
    Path folder = Path.of(args[2]);
    String features = args.length > 3 ? args[3] : "lvijw";
    Files.createDirectories(folder);
    for (int k = 0; k < count; k++) {
      // Each program has its own seed, so Gen7 is the same for every COUNT.
      GenPrograms gen = new GenPrograms(seed * 1_000_003L + k, features);
      String name = "Gen" + k;
      Files.write(folder.resolve(name + ".java"), gen.program(name));
    }
  }
}
