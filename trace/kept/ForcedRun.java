package heddle;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs a program in a JVM of its own, in which heddle's agent makes the threads take turns as a
 * schedule says. Written by {@code heddle confirm --emit}; all emitted tests share it.
 */
public final class ForcedRun {
  private static final String AGENT = "/heddle/libheddle-recorder-@PLATFORM@.so";
  /** Seconds without progress after which the agent gives up the schedule. */
  private static final int SCHEDULE_LIMIT = 10;
  /** Seconds for the whole run; a deadlock is reported much earlier. */
  private static final int RUN_LIMIT = 60;
  /** Milliseconds between the agent's report and the end of the run, for the last output. */
  private static final int LAST_WORDS = 300;
  private static final List<String> OPTIONS = List.of(
@OPTIONS@
  );

  private final Class<?> test;
  private final List<String> program;
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private String expected;
  private int expectedStatus;
  private String jdk;

  /**
   * @param test the test class; the schedule and the standard input are resources beside it
   * @param program the main class and its arguments
   */
  public ForcedRun(Class<?> test, String... program) {
    this.test = test;
    this.program = List.of(program);
  }

  /** Adds an option of java, such as a system property. */
  public ForcedRun option(String option) {
    options.add(option);
    return this;
  }

  /** Adds a variable to the environment, which is empty otherwise. */
  public ForcedRun variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Sets the class of the exception that the schedule leads to. */
  public ForcedRun expecting(String exception) {
    expected = exception;
    return this;
  }

  /** Sets the exit status that the schedule leads to. */
  public ForcedRun expectingStatus(int status) {
    expectedStatus = status;
    return this;
  }

  /** Sets the release of the JDK in which the error was found. */
  public ForcedRun foundIn(String release) {
    jdk = release;
    return this;
  }

  /** Runs the program once, and fails if the error occurs. */
  public void assertNoError() throws Exception {
    String error = error();
    if (error != null) {
      throw new AssertionError("in the schedule that heddle found: " + error);
    }
  }

  private String error() throws Exception {
    Path folder = Files.createTempDirectory("heddle-test");
    try {
      return errorIn(folder);
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private String errorIn(Path folder) throws Exception {
    Path agent = folder.resolve("agent.so");
    Path plan = folder.resolve("plan");
    Path report = folder.resolve("report");
    Path input = folder.resolve("input");
    Path output = folder.resolve("output");
    copy(AGENT, agent);
    copy(test.getSimpleName() + ".schedule", plan);
    copy(test.getSimpleName() + ".input", input);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.addAll(options);
    command.add("-agentpath:" + agent + "=force=" + escaped(plan) + ",report=" + escaped(report)
        + ",limit=" + SCHEDULE_LIMIT);
    command.add("-cp");
    command.add(classPath());
    command.addAll(program);
    ProcessBuilder builder = new ProcessBuilder(command).redirectInput(input.toFile())
        .redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    if (!isAscii(classPath() + Path.of("").toAbsolutePath())) {
      builder.environment().put("LC_ALL", "C.UTF-8"); // so the JVM decodes the names of files
    }
    Process process = builder.start();
    boolean ended = run(process, report);
    String said = Files.readString(output);
    System.out.print(said);
    if (!Files.exists(report)) {
      throw new IllegalStateException("the JVM did not start the program: " + said);
    }
    if (ended && expectedStatus != 0 && process.exitValue() == expectedStatus) {
      return "the program ended with status " + expectedStatus;
    }
    return errorOf(Files.readString(report), said, ended);
  }

  private void copy(String resource, Path to) throws IOException {
    try (InputStream in = test.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the tests have no resource " + resource);
      }
      Files.copy(in, to);
    }
  }

  /** The agent's options are separated by commas. */
  private static String escaped(Path path) {
    return path.toString().replace("%", "%25").replace(",", "%2c").replace("=", "%3d");
  }

  /** The tests' class path. A runner may have loaded the program by a class loader of its own. */
  private String classPath() throws URISyntaxException {
    String path = System.getProperty("java.class.path");
    try {
      CodeSource source = Class.forName(program.get(0), false, test.getClassLoader())
          .getProtectionDomain().getCodeSource();
      return source == null ? path
          : Path.of(source.getLocation().toURI()) + File.pathSeparator + path;
    } catch (ClassNotFoundException e) {
      return path;
    }
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 128);
  }

  /** Waits for the program's end or for the report of an error. Returns whether either came. */
  private static boolean run(Process process, Path report)
      throws IOException, InterruptedException {
    try {
      for (int tenths = 0; tenths < 10 * RUN_LIMIT; tenths++) {
        if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
          return true;
        }
        if (Files.exists(report) && !Files.readString(report).startsWith("diverged")) {
          Thread.sleep(LAST_WORDS);
          return true;
        }
      }
      return false;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  private String errorOf(String report, String said, boolean ended) throws IOException {
    String first = report.lines().findFirst().orElse("");
    if (first.startsWith("exception ")) {
      String[] words = first.split(" ", 4); // the thread's number, the class and the message
      return "uncaught " + words[2] + " in thread T" + words[1] + ": " + words[3];
    }
    if (first.startsWith("stored ")) {
      String[] words = first.split(" ", 4);
      return words[2] + " in thread T" + words[1] + ", which the library keeps: " + words[3];
    }
    if (first.startsWith("deadlock") || first.startsWith("hang")) {
      return first;
    }
    if (expected != null && said.contains("Exception in thread") && said.contains(expected)) {
      return "uncaught " + expected + ", although the program left the schedule";
    }
    System.out.println(first.equals("exits")
        ? "heddle: the program followed the schedule and ended with another status"
        : leaving(first, ended));
    return null;
  }

  /** Says where the program left the schedule. The report is "diverged SWITCH WHY". */
  private String leaving(String report, boolean ended) throws IOException {
    String[] words = report.split(" ", 3);
    String place = "# " + words[1] + " ";
    StringBuilder said = new StringBuilder("heddle: the program left the schedule");
    try (InputStream in = test.getResourceAsStream(test.getSimpleName() + ".schedule")) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
          .filter(line -> line.startsWith(place))
          .forEach(line -> said.append(" where ").append(line.substring(place.length())));
    }
    said.append(": ").append(words[2]).append(". Its threads ran freely from there, and it ")
        .append(ended ? "ended." : "was stopped after " + RUN_LIMIT + " s.");
    String here = System.getProperty("java.runtime.version");
    if (jdk != null && !here.startsWith(jdk.split(" ")[0])) {
      said.append(" The schedule is from java ").append(jdk).append(", this is ").append(here)
          .append('.');
    }
    return said.toString();
  }
}
