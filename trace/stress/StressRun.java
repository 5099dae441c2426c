package heddle;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;

/**
 * Runs a program many times in one JVM, for {@code heddle confirm --stress}. Each round calls main
 * once, in a thread of its own. Its classes are loaded anew, so that their static fields are fresh,
 * unless the static fields can be reset: then the rounds share classes, and the JIT compiles them.
 *
 * <p>The counts are in a mapped file, because the program may end the JVM.
 */
public final class StressRun {
  /**
   * Where the counts are in the file: rounds begun, rounds ended, ended rounds with the error, whether
   * the current round has shown the error, whether this JVM plays no more rounds.
   */
  private static final int BEGUN = 0;
  private static final int ENDED = 4;
  private static final int SEEN = 8;
  private static final int NOTED = 12;
  private static final int DONE = 16;
  private static final int SIZE = 20;
  /**
   * Milliseconds. A round that takes longer than SOON is watched for a deadlock. Without a cycle of
   * locks, its threads must be blocked for long: HotSpot may leave one of them asleep for a second
   * although a lock is free.
   */
  private static final int SOON = 100;
  private static final int DEADLOCK = 3000;
  private static final int LOOK = 20;
  /** Daemon threads that rounds may leave behind before another JVM takes over. */
  private static final int LEFT = 50;

  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  private final ByteBuffer counts;
  private final int rounds;
  private final int limit;
  private final String error;
  private final byte[] input;
  private final String mainClass;
  private final String[] arguments;
  private final Map<String, byte[]> classFiles = new ConcurrentHashMap<>();

  private StressRun(String[] args) throws IOException {
    try (FileChannel file = FileChannel.open(Path.of(args[0]), StandardOpenOption.READ,
        StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
      counts = file.map(FileChannel.MapMode.READ_WRITE, 0, SIZE).order(ByteOrder.nativeOrder());
    }
    rounds = Integer.parseInt(args[1]);
    limit = Integer.parseInt(args[2]);
    error = args[3];
    input = Files.readAllBytes(Path.of(args[4]));
    mainClass = args[5];
    arguments = Arrays.copyOfRange(args, 6, args.length);
  }

  /**
   * @param args the file of the counts, the number of rounds, milliseconds for a round, the class of
   *     the expected exception or "deadlock", "hang" or "status", the file with the standard input,
   *     the main class and its arguments
   */
  public static void main(String[] args) throws Exception {
    new StressRun(args).play();
  }

  private void play() throws Exception {
    Program program = new Program();
    boolean goesOn = true;
    for (int i = 0; i < rounds && goesOn; i++) {
      goesOn = playRound(program);
      if (i == 0 && goesOn) {
        program.prepare();
      }
      program = program.next();
    }
    counts.putInt(DONE, 1);
    Runtime.getRuntime().halt(0);
  }

  /** Returns whether this JVM can play another round. */
  private boolean playRound(Program program) throws InterruptedException {
    counts.putInt(BEGUN, counts.getInt(BEGUN) + 1);
    System.setIn(new ByteArrayInputStream(input));
    System.setOut(NOWHERE);
    System.setErr(NOWHERE);
    Round round = new Round();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> note(e));
    Thread first = new Thread(round, () -> round.run(program), "main");
    first.setContextClassLoader(program);
    first.start();
    String end = round.await(first);
    if (counts.getInt(NOTED) != 0 || end.equals(error)) {
      counts.putInt(SEEN, counts.getInt(SEEN) + 1);
    }
    counts.putInt(NOTED, 0);
    counts.putInt(ENDED, counts.getInt(ENDED) + 1);
    return end.equals("ended") && round.activeCount() <= LEFT;
  }

  private void note(Throwable e) {
    if (e.getClass().getName().equals(error)) {
      counts.putInt(NOTED, 1);
    }
  }

  /** The threads of one round. */
  private final class Round extends ThreadGroup {
    Round() {
      super("main");
    }

    @Override
    public void uncaughtException(Thread t, Throwable e) {
      note(e);
      super.uncaughtException(t, e);
    }

    void run(Program program) {
      try {
        program.main().invoke(null, (Object) arguments.clone());
      } catch (InvocationTargetException e) {
        uncaughtException(Thread.currentThread(), e.getCause());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Waits for the end of the threads that are no daemons: "ended", "deadlock" or "hang". */
    String await(Thread first) throws InterruptedException {
      long begin = System.nanoTime();
      long blocked = 0;
      first.join(SOON);
      for (Thread[] left = left(); left.length > 0; left = left()) {
        long now = System.nanoTime();
        boolean soon = now - begin < SOON * 1000000L;
        if (soon || !isBlocked(left)) {
          blocked = now;
        }
        if (now - blocked > DEADLOCK * 1000000L || !soon && isCycle()) {
          return "deadlock";
        }
        if (now - begin > limit * 1000000L) {
          return "hang";
        }
        left[0].join(LOOK);
      }
      return "ended";
    }

    /** Later rounds are played by another JVM, so there are no earlier cycles. */
    private boolean isCycle() {
      return ManagementFactory.getThreadMXBean().findDeadlockedThreads() != null;
    }

    private Thread[] threads() {
      Thread[] all = new Thread[activeCount() + 10];
      return Arrays.copyOf(all, enumerate(all));
    }

    private Thread[] left() {
      Thread[] all = threads();
      int n = 0;
      for (Thread t : all) {
        if (!t.isDaemon()) {
          all[n++] = t;
        }
      }
      return Arrays.copyOf(all, n);
    }

    /** Does nothing but another thread wake these threads, and is there no other thread to do so? */
    private boolean isBlocked(Thread[] left) {
      for (Thread t : left) {
        if (t.getState() == Thread.State.TIMED_WAITING) {
          return false;
        }
      }
      for (Thread t : threads()) {
        if (t.getState() == Thread.State.RUNNABLE) {
          return false;
        }
      }
      return ForkJoinPool.commonPool().isQuiescent();
    }
  }

  /** A static field, and its value before the program begins. */
  private static final class Static {
    final Field field;
    final Object value;

    Static(Field field) throws IllegalAccessException {
      this.field = field;
      field.setAccessible(true);
      value = field.get(null);
    }

    /** Is the value the same for ever, so that the field is reset by setting it? */
    boolean isPlain() {
      return value == null || value.getClass() == Object.class || value instanceof String
          || value instanceof Number && value.getClass().getName().startsWith("java.lang.")
          || value instanceof Boolean || value instanceof Character || field.isSynthetic();
    }
  }

  /** A loader of the program's classes. */
  private final class Program extends ClassLoader {
    static {
      registerAsParallelCapable();
    }

    private final List<Class<?>> classes = new ArrayList<>();
    private final List<Static> statics = new ArrayList<>();
    private Program shared;
    private boolean isShared;
    private Method main;

    Program() {
      super(ClassLoader.getSystemClassLoader());
    }

    Method main() throws ReflectiveOperationException {
      if (main == null) {
        main = Class.forName(mainClass, true, this).getMethod("main", String[].class);
        main.setAccessible(true);
      }
      return main;
    }

    /** The program for the next round. */
    Program next() throws IllegalAccessException {
      Program next = isShared ? this : shared != null ? shared : new Program();
      for (Static s : next.statics) {
        if (!Modifier.isFinal(s.field.getModifiers())) {
          s.field.set(null, s.value);
        }
      }
      return next;
    }

    /** If its classes can be reset, the next rounds share a copy of them. */
    void prepare() {
      Program copy = new Program();
      int threads = Thread.activeCount();
      try {
        for (Class<?> c : List.copyOf(classes)) {
          copy.note(Class.forName(c.getName(), true, copy));
        }
      } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
        return;
      }
      if (copy.statics.stream().allMatch(Static::isPlain) && Thread.activeCount() == threads) {
        copy.isShared = true;
        shared = copy;
      }
    }

    private void note(Class<?> c) throws IllegalAccessException {
      for (Field f : c.getDeclaredFields()) {
        if (Modifier.isStatic(f.getModifiers())) {
          statics.add(new Static(f));
        }
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> c = findLoadedClass(name);
        byte[] bytes = c == null ? classFiles.computeIfAbsent(name, StressRun::read) : null;
        if (bytes != null && bytes.length > 0) {
          c = defineClass(name, bytes, 0, bytes.length);
          synchronized (classes) {
            classes.add(c);
          }
        }
        return c != null ? c : super.loadClass(name, resolve);
      }
    }
  }

  /** Reads a class of the class path; nothing if it belongs to the JDK. */
  private static byte[] read(String name) {
    URL url = ClassLoader.getSystemResource(name.replace('.', '/') + ".class");
    if (url == null || url.getProtocol().equals("jrt")) {
      return new byte[0];
    }
    try (InputStream in = url.openStream()) {
      return in.readAllBytes();
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
