import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a program for each class of atomic.def: two threads, each of which calls one of the
 * methods of the row on one object, and what came of it: results, exceptions, interrupts that are
 * pending, the state of the object. Permits of LockSupport are no part of that: where a program
 * parks threads itself, the table is not relied on.
 *
 * <p>Usage: {@code java GenPairs FOLDER < ROWS}, a row being the class's name and those of its
 * methods. Prints a job in each line: program, set-up, the two calls and how many there are; and `#
 * CLASS: why` for what it has no set-up for. The programs take a third call, which the second
 * thread makes behind its first.
 */
public class GenPairs {
  /** How objects of a class are made, what else may be done with them, and what their state is. */
  record Subject(String klass, String[] setups, String[] others, String state) {}

  private static final String LOCKED = "q.isLocked() + \" \" + q.hasQueuedThreads()";
  private static final String DONE = "q.isDone() + \" \" + q.isCancelled()";
  private static final String[] NONE = {};
  private static final String[] LOCK_TWICE = {
      "q.lock(); q.unlock(); return \"-\";", "return q.isLocked();"};
  private static final String[] READ_AND_WRITE = {"q.lock(); q.unlock(); return \"-\";",
      "all.readLock().lock(); all.readLock().unlock(); return \"-\";",
      "all.writeLock().lock(); all.writeLock().unlock(); return \"-\";"};

  private static Subject of(String klass, String state, String... setups) {
    return new Subject(klass, setups, NONE, state);
  }

  private static final List<Subject> SUBJECTS = List.of(
      new Subject("java.util.concurrent.locks.ReentrantLock",
          new String[] {"new ReentrantLock()", "new ReentrantLock(true)"}, LOCK_TWICE, LOCKED),
      new Subject("java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock",
          new String[] {"(all = new ReentrantReadWriteLock()).readLock()"}, READ_AND_WRITE,
          "all.getReadLockCount() + \" \" + all.isWriteLocked()"),
      new Subject("java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock",
          new String[] {"(all = new ReentrantReadWriteLock()).writeLock()"}, READ_AND_WRITE,
          "all.getReadLockCount() + \" \" + all.isWriteLocked()"),
      new Subject("java.util.concurrent.locks.StampedLock",
          new String[] {"new StampedLock()", "readLocked(new StampedLock())"},
          new String[] {"{ long s = q.writeLock(); q.unlockWrite(s); return s; }",
              "{ long s = q.readLock(); q.unlockRead(s); return \"-\"; }"},
          "q.isWriteLocked() + \" \" + q.getReadLockCount()"),
      new Subject("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
          new String[] {"(ConditionObject) (lock = new ReentrantLock()).newCondition()"},
          new String[] {"LockSupport.unpark(other(who)); return \"-\";"},
          "lock.isLocked() + \" \" + lock.hasQueuedThreads()"),
      of("java.util.concurrent.Semaphore", "q.availablePermits() + \" \" + q.hasQueuedThreads()",
          "new Semaphore(0)", "new Semaphore(1)", "new Semaphore(1, true)"),
      of("java.util.concurrent.CountDownLatch", "q.getCount()", "new CountDownLatch(1)",
          "new CountDownLatch(2)"),
      of("java.util.concurrent.ArrayBlockingQueue", "q", "new ArrayBlockingQueue(1)",
          "filled(new ArrayBlockingQueue(2))", "filled(new ArrayBlockingQueue(1))"),
      of("java.util.concurrent.LinkedBlockingQueue", "q", "new LinkedBlockingQueue(1)",
          "filled(new LinkedBlockingQueue(2))", "filled(new LinkedBlockingQueue(1))"),
      of("java.util.concurrent.LinkedBlockingDeque", "q", "new LinkedBlockingDeque(1)",
          "filled(new LinkedBlockingDeque(2))", "filled(new LinkedBlockingDeque(1))"),
      of("java.util.concurrent.PriorityBlockingQueue", "q", "new PriorityBlockingQueue()",
          "filled(new PriorityBlockingQueue())"),
      of("java.util.concurrent.ConcurrentLinkedQueue", "q", "new ConcurrentLinkedQueue()",
          "filled(new ConcurrentLinkedQueue())", "filled(filled(new ConcurrentLinkedQueue()))"),
      of("java.util.concurrent.ConcurrentLinkedDeque", "q", "new ConcurrentLinkedDeque()",
          "filled(new ConcurrentLinkedDeque())", "filled(filled(new ConcurrentLinkedDeque()))"),
      of("java.util.concurrent.ConcurrentHashMap", "q", "new ConcurrentHashMap()",
          "filled(new ConcurrentHashMap())"),
      of("java.util.concurrent.ConcurrentSkipListMap", "q", "new ConcurrentSkipListMap()",
          "filled(new ConcurrentSkipListMap())"),
      of("java.util.concurrent.CopyOnWriteArrayList", "q", "new CopyOnWriteArrayList()",
          "filled(new CopyOnWriteArrayList())"),
      of("java.util.concurrent.CopyOnWriteArraySet", "q", "new CopyOnWriteArraySet()",
          "filled(new CopyOnWriteArraySet())"),
      of("java.util.concurrent.atomic.AtomicInteger", "q", "new AtomicInteger(5)"),
      of("java.util.concurrent.atomic.AtomicLong", "q", "new AtomicLong(5)"),
      of("java.util.concurrent.atomic.AtomicReference", "q.get()", "new AtomicReference(5)"),
      new Subject("java.util.concurrent.FutureTask", new String[] {"new FutureTask(() -> ran(8))"},
          new String[] {"q.run(); return Thread.interrupted();"}, DONE + " + ran"),
      new Subject("java.util.concurrent.CompletableFuture",
          new String[] {"new CompletableFuture()", "withDependent(new CompletableFuture())",
              "withAll(new CompletableFuture())"},
          new String[] {"return dependent == null || dependent.isDone();"},
          DONE
              + " + \" \" + q.isCompletedExceptionally() + \" \" + (dependent == null || dependent.isDone())"),
      of("java.util.concurrent.CyclicBarrier", "q.isBroken() + \" \" + q.getNumberWaiting()",
          "new CyclicBarrier(1)", "new CyclicBarrier(2)"),
      of("java.util.concurrent.Phaser",
          "q.getPhase() + \" \" + q.getRegisteredParties() + \" \" + q.getArrivedParties()",
          "new Phaser(1)", "new Phaser(2)", "new Phaser(all2 = new Phaser(1), 1)"),
      new Subject("java.util.concurrent.ThreadPoolExecutor",
          new String[] {
              "new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue(1), PairsBase::daemon)"},
          new String[] {"return q.getQueue().size();", "return q.isShutdown();"},
          "q.isShutdown() + \" \" + q.getQueue().size()"),
      of("java.util.Vector", "q", "new Vector()", "filled(new Vector())",
          "filled(filled(new Vector()))"),
      of("java.util.Stack", "q", "new Stack()", "filled(new Stack())"),
      of("java.util.Hashtable", "q", "new Hashtable()", "filled(new Hashtable())"),
      new Subject("java.lang.StringBuffer", new String[] {"new StringBuffer(\"ab\")"},
          new String[] {"other.setLength(0); return other.length();",
              "other.append(\"xy\"); return other.length();"},
          "q"));

  /**
   * A value of the type for the method's argument `i`, as an expression; null: not one that is
   * made.
   */
  private static String argument(Class<?> type, Method m, int i) {
    boolean finds = m.getName().matches(
        "remove.*|contains.*|indexOf|lastIndexOf|search|get.*|replace|compute.*|merge");
    if (type == StringBuffer.class) return "other";
    if (type == int.class)
      return m.getDeclaringClass().getName().startsWith("java.util.concurrent.atomic") ? "3 + who"
                                                                                       : "index";
    if (type == long.class) return "stamp(who)";
    if (type == char.class) return "(char) ('c' + who)";
    if (type == boolean.class) return "true";
    if (type == String.class || type == CharSequence.class) return "(who == 0 ? \"xy\" : \"z\")";
    if (type == Throwable.class) return "new IllegalStateException()";
    if (type == Runnable.class) return "(Runnable) () -> ran(9)";
    if (type.isInterface() && type.getName().startsWith("java.util.function"))
      return function(type);
    if (type == Object.class || type == Comparable.class)
      return i > 0 ? "(Object) (10 + who)" : finds ? "(Object) 5" : "(Object) (6 + who)";
    return null;
  }

  /** A lambda of the interface that returns 7 for any arguments. */
  private static String function(Class<?> type) {
    for (Method m : type.getMethods()) {
      if (!Modifier.isAbstract(m.getModifiers())) continue;
      String parameters = m.getParameterCount() == 0 ? "()"
          : m.getParameterCount() == 1               ? "x"
                                                     : "(x, y)";
      return "(" + type.getName() + ") " + parameters + " -> 7";
    }
    return null;
  }

  /** The call as a statement that returns, or null. */
  private static String call(Method m) {
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < m.getParameterCount(); i++) {
      String a = argument(m.getParameterTypes()[i], m, i);
      if (a == null) return null;
      arguments.add(a);
    }
    String call = "q." + m.getName() + "(" + String.join(", ", arguments) + ")";
    if (m.getDeclaringClass().getName().endsWith("ConditionObject"))
      return "lock.lock(); try { " + call + "; return \"-\"; } finally { lock.unlock(); }";
    if (m.getReturnType() == void.class) return call + "; return \"-\";";
    if (m.getReturnType() == Object[].class) return "return Arrays.toString(" + call + ");";
    if (m.getName().equals("iterator")) return "return listed(" + call + ");";
    if (m.getReturnType() == StringBuffer.class) return call + "; return \"-\";";
    return "return " + call + ";";
  }

  private static List<String> calls(Class<?> k, Set<String> names) {
    Set<String> calls = new LinkedHashSet<>();
    Method[] all = k.getMethods();
    Arrays.sort(all, Comparator.comparing(Method::toString));
    for (Method m : all) {
      boolean named =
          names.contains("*") ? m.getDeclaringClass() == k : names.contains(m.getName());
      String call = named && !m.isBridge() && !Modifier.isStatic(m.getModifiers()) ? call(m) : null;
      if (call != null) calls.add(call);
    }
    return new ArrayList<>(calls);
  }

  private static String program(String name, Subject s, List<String> calls) {
    StringBuilder b = new StringBuilder();
    String type = s.klass().substring(s.klass().lastIndexOf('.') + 1).replace('$', '.');
    if (type.endsWith("ConditionObject")) type = "AbstractQueuedSynchronizer.ConditionObject";
    b.append("@SuppressWarnings({\"unchecked\", \"rawtypes\"})\npublic class ")
        .append(name)
        .append(" extends PairsBase {\n");
    b.append("  static ").append(type).append(" q;\n\n");
    b.append("  static Object call(int n, int who) throws Throwable {\n    switch (n) {\n");
    for (int i = 0; i < calls.size(); i++)
      b.append("      case ").append(i).append(": ").append(calls.get(i)).append("\n");
    b.append("      default: throw new Error();\n    }\n  }\n\n");
    b.append("  static ").append(type).append(" make(int n) {\n    switch (n) {\n");
    for (int i = 0; i < s.setups().length; i++)
      b.append("      case ").append(i).append(": return ").append(s.setups()[i]).append(";\n");
    b.append("      default: throw new Error();\n    }\n  }\n\n");
    b.append(
        "  public static void main(String[] a) throws InterruptedException {\n    q = make(Integer.parseInt(a[0]));\n");
    b.append(
        "    both(n -> call(Integer.parseInt(a[1]), n), n -> call(Integer.parseInt(a[2]), n),\n");
    b.append("        a.length > 3 ? n -> call(Integer.parseInt(a[3]), n) : null);\n");
    b.append("    end(String.valueOf(").append(s.state()).append("));\n  }\n}\n");
    return "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\n"
        + "import java.util.concurrent.locks.*;\nimport java.util.concurrent.locks.AbstractQueuedSynchronizer.ConditionObject;\n\n"
        + b;
  }

  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    for (String row : new String(System.in.readAllBytes()).split("\n")) {
      List<String> words = List.of(row.trim().split("\\s+"));
      String klass = words.get(0).replace('/', '.'),
             name = "Pairs" + klass.substring(klass.lastIndexOf('.') + 1).replace("$", "");
      Subject s = SUBJECTS.stream().filter(x -> x.klass().equals(klass)).findAny().orElse(null);
      List<String> calls = s == null
          ? List.of()
          : calls(Class.forName(klass), Set.copyOf(words.subList(1, words.size())));
      if (calls.isEmpty()) {
        System.out.println(
            "# " + klass + ": " + (s == null ? "no set-up" : "no call that two threads can make"));
        continue;
      }
      calls.addAll(List.of(s.others()));
      int pairs = calls.size();
      calls.add("other(who).interrupt(); return \"-\";");
      Files.writeString(Path.of(args[0], name + ".java"), program(name, s, calls));
      for (int setup = 0; setup < s.setups().length; setup++)
        for (int i = 0; i < pairs; i++)
          for (int k = i; k < calls.size(); k++)
            System.out.println(name + " " + setup + " " + i + " " + k + " " + calls.size());
    }
  }
}
