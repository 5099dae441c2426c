import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes small random programs that initialise classes in many places: the main class, its
 * superclass, interfaces with default methods, enums, nested classes, lambdas, before and after
 * thread starts and in those threads. They also have locks, library calls, inputs, interrupts
 * and failing assertions. The same seed gives the same Init0.java, Init1.java, ...; each comes
 * with a sequence of two of its lines, such as Init0.seq.
 *
 * <p>Usage: {@code java GenInits SEED COUNT FOLDER}. The programs are executed twice and compared;
 * there is no model of their behaviour.
 */
public class GenInits {
  private static final String[] TOUCHED = {"C0", "C1", "C2", "E"};
  private final Random random;

  GenInits(long seed) {
    random = new Random(seed);
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private String touch() {
    String c = TOUCHED[random.nextInt(TOUCHED.length)];
    switch (random.nextInt(4)) {
      case 0: return "v += " + c + ".value;";
      case 1: return c + ".bump();";
      case 2: return c.equals("E") ? "v += E.A.weight;" : "new " + c + "();";
      default: return "new C2().hello();";
    }
  }

  private String library() {
    switch (random.nextInt(9)) {
      case 0: return "queue.offer(" + random.nextInt(3) + ");";
      case 1: return "queue.poll();";
      case 2: return "map.merge(1, 1, Integer::sum);";
      case 3: return "map.putIfAbsent(" + random.nextInt(2) + ", 2);";
      case 4: return "v += counter.incrementAndGet();";
      case 5: return "if (permits.tryAcquire()) { v++; permits.release(); }";
      case 6: return "latch.countDown();";
      case 7: return "lock.lock(); try { v++; } finally { lock.unlock(); }";
      default: return "buffer.append(v);";
    }
  }

  private String blocking() {
    switch (random.nextInt(5)) {
      case 0: return "queue.put(1);";
      case 1: return "queue.take();";
      case 2: return "synchronized (Locks.a) { Locks.a.wait(1); }";
      case 3: return "synchronized (Locks.a) { Locks.a.notify(); }";
      default: return "latch.await(1, TimeUnit.SECONDS);";
    }
  }

  private String statement(int depth) {
    int n = random.nextInt(depth < 2 ? 20 : 14);
    if (n < 5) return touch();
    if (n < 8) return library();
    if (n < 9) return "try { " + blocking() + " } catch (Exception e) { v++; }";
    if (n < 10) return "v = v + 1;";
    if (n < 11) return "plain++;";
    if (n < 12) return "v += Verify.getInt(0, 1);";
    if (n < 13) return "assert v != " + (2 + random.nextInt(6)) + ";";
    if (n < 14) return "disturb();";
    if (n < 17)
      return "synchronized (Locks." + (chance(50) ? "a" : "b") + ") {\n" + block(depth + 1) + "}";
    if (n < 19) return "call(() -> {\n" + block(depth + 1) + "});";
    return "if (Verify.getBoolean()) {\n" + block(depth + 1) + "}";
  }

  private String block(int depth) {
    StringBuilder out = new StringBuilder();
    for (int n = 1 + random.nextInt(2); n > 0; n--) out.append(statement(depth)).append('\n');
    return out.toString();
  }

  private String initialiser(int percent) {
    if (!chance(percent)) return "";
    String guard = chance(15) ? "if (v == 3) throw new IllegalStateException();\n" : "";
    return "static {\n" + guard + block(2) + "}\n";
  }

  private String classOf(String head, String extra) {
    return "static class " + head + " {\nstatic int value = one();\n" + extra + initialiser(70)
        + "static " + (chance(30) ? "synchronized " : "") + "void bump() {\nvalue++;\n}\n}\n";
  }

  private String body() {
    return block(0) + block(0);
  }

  private String run(String body) {
    return "new Thread() {\n@Override\npublic " + (chance(25) ? "synchronized " : "")
        + "void run() {\n" + body + "}\n}";
  }

  String program(String name) {
    boolean starts = chance(25);
    String start = starts ? "t0.start();\n" : "";
    StringBuilder out =
        new StringBuilder("import gov.nasa.jpf.vm.Verify;\nimport java.util.concurrent.*;\n"
            + "import java.util.concurrent.atomic.*;\nimport java.util.concurrent.locks.*;\n");
    out.append("public class ")
        .append(name)
        .append(chance(40) ? " extends Base" + name.substring(4) : "")
        .append(" {\n");
    out.append("static volatile int v;\nstatic int plain;\n"
        + "static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);\n"
        + "static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();\n"
        + "static final AtomicInteger counter = new AtomicInteger();\nstatic final Semaphore permits = new Semaphore(1);\n"
        + "static final CountDownLatch latch = new CountDownLatch(1);\nstatic final ReentrantLock lock = new ReentrantLock();\n"
        + "static final StringBuffer buffer = new StringBuffer();\n");
    out.append("static final Thread t0 = ").append(run(body())).append(";\n");
    out.append("static final Thread t1 = ")
        .append(chance(50) ? "new Thread(() -> {\n" + body() + "})" : run(body()))
        .append(";\n");
    out.append(
        "static int one() { return 1; }\nstatic void call(Runnable r) { r.run(); }\nstatic void disturb() { if (t1 != null) t1.interrupt(); }\n");
    out.append(
        "static class Locks {\nstatic final Object a = new Object(), b = new Object();\n}\n");
    out.append("interface I {\nint first = one();\ndefault void hello() { v++; }\n}\n");
    out.append(classOf("C0", "")).append(classOf("C1" + (chance(60) ? " extends C0" : ""), ""));
    out.append(classOf("C2" + (chance(50) ? " extends C1" : "") + " implements I",
        chance(50) ? "static int other = C0.value;\n" : ""));
    out.append("enum E {\nA, B;\nint weight = one();\nstatic int value = one();\n")
        .append(initialiser(50))
        .append("static void bump() { value++; }\n}\n");
    if (starts || chance(70)) out.append("static {\n").append(start).append(block(1)).append("}\n");
    out.append("public static ")
        .append(chance(15) ? "synchronized " : "")
        .append("void main(String[] args) throws Exception {\n");
    out.append(starts ? "" : "t0.start();\n")
        .append(chance(70) ? statement(1) + "\n" : "")
        .append("t1.start();\n");
    out.append(body())
        .append(chance(70) ? "t0.join();\n" : "")
        .append(chance(70) ? "t1.join();\n" : "");
    out.append("assert v < ").append(3 + random.nextInt(12)).append(";\n}\n}\n");
    if (out.indexOf("extends Base") >= 0)
      out.append("class Base")
          .append(name.substring(4))
          .append(" {\nstatic int base = one();\nstatic int one() { return 1; }\n}\n");
    return out.toString();
  }

  private String sequence(String name, String text) {
    List<Integer> lines = new ArrayList<>();
    String[] all = text.split("\n");
    for (int i = 0; i < all.length; i++)
      if (all[i].matches("(v|new|queue|map|C[012]|synchronized|plain|assert).*;")) lines.add(i + 1);
    StringBuilder out = new StringBuilder();
    for (int n = 0; n < 2 && !lines.isEmpty(); n++)
      out.append(name)
          .append(".java:")
          .append(lines.get(random.nextInt(lines.size())))
          .append('\n');
    return out.toString();
  }

  public static void main(String[] args) throws IOException {
    long seed = Long.parseLong(args[0]);
    Path folder = Path.of(args[2]);
    Files.createDirectories(folder);
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      GenInits gen = new GenInits(seed * 1_000_003 + i);
      String name = "Init" + i;
      String text = gen.program(name);
      Files.writeString(folder.resolve(name + ".java"), text);
      Files.writeString(folder.resolve(name + ".seq"), gen.sequence(name, text));
    }
  }
}
