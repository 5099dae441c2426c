import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares heddle's outcomes over contracts with its outcomes with every step, for programs of
 * GenNested. Some programs, in turn, are also searched in other ways. For some, it also tests
 * whether heddle check without options finds an end that only some schedules reach.
 *
 * <p>Usage: {@code java CompareNested HEDDLE CLASSES MAX-STATES CALLS WHAT...}. WHAT is
 * SEED:FROM-TO, or - for programs on standard input, one per line. Prints a line for each
 * comparison, with tabs between the columns:
 *
 * <pre>
 *   same, open, differ or failed   number or text   options   states and outcomes   why
 * </pre>
 *
 * If they differ, lines that begin with # follow, one for each outcome that only one of the two
 * searches has. A drawn program is first reduced, as long as it still differs.
 *
 * <p>open: one of the searches is not complete. Its outcomes are compared all the same: no search
 * may find more than a complete one.
 */
public class CompareNested {
  private static final Pattern OUTCOME = Pattern.compile("  outcome \\d+: (.*), met \\d+ times?");

  /** Options of other searches that must agree with every step, each for some programs. */
  private static final String[][] OTHERS = {
    {"--search", "dpor"},
    {"--search", "dfs", "--sleep-sets"},
    {"--search", "dfs", "--sleep-sets", "--contracts"},
    {"--thread-symmetry", "--contracts"},
    {"--search", "bfs", "--contracts"},
    {"--search", "dpor", "--contracts"},
  };

  private static final String[] CONTRACTS = {"--contracts"};

  private final String heddle;
  private final String classes;
  private final String maxStates;
  private final int calls;
  private boolean races; // whether this program is searched for races

  private CompareNested(String[] args) {
    heddle = args[0];
    classes = args[1];
    maxStates = args[2];
    calls = Integer.parseInt(args[3]);
  }

  /** The result of a search. */
  private static final class Found {
    final Set<String> outcomes = new TreeSet<>();
    boolean complete = true;
    boolean failed;
    int status;
    String why = "";
    String states = "-";

    boolean racy() {
      return outcomes.stream().anyMatch(o -> o.startsWith("race"));
    }

    void read(String line) {
      Matcher m = OUTCOME.matcher(line);
      if (m.matches()) {
        // The text of an error names the first place that the search reached.
        outcomes.add(m.group(1).replaceFirst("^(race|deadlock) \\(.*\\)(, printed|$)", "$1$2"));
      } else if (line.startsWith("  not complete: ") || line.startsWith("inconclusive")) {
        complete = false;
        why = line.strip();
      } else if (line.matches("  \\d+ states.*")) {
        states = line.strip().replaceFirst(" states.*", "");
      } else if (why.isEmpty() && line.startsWith("heddle: ")) {
        why = line;
      }
    }
  }

  private Found search(String text, String... options) throws IOException {
    List<String> command = new ArrayList<>(Arrays.asList(heddle, "check", "-q", "-cp", classes));
    command.addAll(Arrays.asList(options));
    command.addAll(Arrays.asList("--property", races ? "deadlock,race" : "deadlock"));
    command.addAll(Arrays.asList("heddle.Scenario", text));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (!Arrays.asList(options).contains("--outcomes")) {
      builder.environment().remove("HEDDLE_SEARCH"); // heddle check with its defaults
    }
    Process process = builder.redirectInput(new File("/dev/null")).start();
    Found found = new Found();
    InputStreamReader said =
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
    try (BufferedReader in = new BufferedReader(said)) {
      for (String line; (line = in.readLine()) != null; ) {
        found.read(line);
      }
      found.status = process.waitFor();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    found.complete &= found.status <= 1;
    found.failed = found.status > 1 && found.status != 4;
    return found;
  }

  private Found ends(String text, String... options) throws IOException {
    List<String> all = new ArrayList<>(Arrays.asList(options));
    all.addAll(Arrays.asList("--outcomes", "--max-states", maxStates, "--time", "20"));
    return search(text, all.toArray(new String[0]));
  }

  private static Set<String> more(Found a, Found b) {
    Set<String> more = new TreeSet<>(a.outcomes);
    more.removeAll(b.outcomes);
    return more;
  }

  private static String compared(Found every, Found other) {
    if (every.failed || other.failed) {
      return "failed";
    }
    boolean missing = other.complete && !more(every, other).isEmpty();
    if (every.complete && (missing || !more(other, every).isEmpty())) {
      return "differ";
    }
    return every.complete && other.complete ? "same" : "open";
  }

  private static void line(String... columns) {
    System.out.println(String.join("\t", columns));
  }

  private void compare(String name, NestedProgram p, Found every, String... options)
      throws IOException {
    Found other = ends(p.text(), options);
    String how = compared(every, other);
    String why = !every.complete ? "every step: " + every.why : other.why;
    line(
        how,
        name,
        String.join(" ", options),
        every.states + " and " + other.states + " states, " + every.outcomes.size() + " outcomes",
        how.equals("same") ? "" : why);
    if (how.equals("differ")) {
      show(name.equals(p.text()) ? p : smaller(p, options), options);
    } else if (how.equals("failed")) {
      line("# " + p.text());
    }
  }

  private void show(NestedProgram p, String... options) throws IOException {
    Found every = ends(p.text());
    Found other = ends(p.text(), options);
    line("# " + p.text());
    more(every, other).forEach(o -> line("#   every step alone: " + o));
    more(other, every).forEach(o -> line("#   " + String.join(" ", options) + " alone: " + o));
    other.outcomes.forEach(o -> line("#   " + String.join(" ", options) + ": " + o));
  }

  /** Removes statements while the program still differs. */
  private NestedProgram smaller(NestedProgram p, String... options) throws IOException {
    for (NestedProgram q : p.smallerOnes()) {
      Found every = ends(q.text());
      if (every.complete && compared(every, ends(q.text(), options)).equals("differ")) {
        return smaller(q, options);
      }
    }
    return p;
  }

  /** --por sync keeps all ends of a race-free program, and finds a race if there is one. */
  private void compareSync(String name, NestedProgram p, Found every) throws IOException {
    Found sync = ends(p.text(), "--por", "sync");
    boolean kept = every.racy() ? sync.racy() : sync.outcomes.equals(every.outcomes);
    boolean whole = every.complete && (sync.complete || every.racy());
    line(!whole ? "open" : kept ? "same" : "differ", name, "--por sync", every.states, sync.why);
    if (whole && !kept) {
      line("# " + p.text());
    }
  }

  /** Turns one of the ends into an error, which heddle check must find. */
  private void compareVerdict(String name, NestedProgram p, Found every) throws IOException {
    Set<String> states = new TreeSet<>();
    NestedProgram q = p.seen();
    Found seen = ends(q.text());
    for (String o : seen.outcomes) {
      states.add(o.replaceFirst("(?s).* \\| (.*) \\\\n\"$", "$1"));
    }
    if (!seen.complete || states.size() < 2 || String.join("", states).contains("deadlock")) {
      return;
    }
    q = p.stopping(((TreeSet<String>) states).first());
    Found found = search(q.text(), "--time", "5");
    String how = found.status == 1 ? "same" : found.status == 4 ? "open" : "differ";
    line(how, name, "without options", seen.states, found.why);
    if (!how.equals("same")) {
      line("# " + q.text());
    }
  }

  private void drawn(long seed, int number) throws IOException {
    NestedProgram p = GenNested.draw(seed, number, calls);
    String name = seed + ":" + number;
    races = number % 4 == 3;
    Found every = ends(p.text());
    compare(name, p, every, CONTRACTS);
    if (number % 8 == 5) {
      compare(name, p, every, OTHERS[number / 8 % OTHERS.length]);
    } else if (number % 8 == 7) {
      compareSync(name, p, every);
    } else if (number % 8 == 2 && every.complete) {
      compareVerdict(name, p, every);
    }
  }

  private void given(String text) throws IOException {
    races = false;
    compare(text, NestedProgram.of(text), ends(text), CONTRACTS);
  }

  public static void main(String[] args) throws IOException {
    CompareNested c = new CompareNested(args);
    for (String what : Arrays.asList(args).subList(4, args.length)) {
      if (what.equals("-")) {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String text; (text = in.readLine()) != null; ) {
          c.given(text);
        }
        continue;
      }
      String[] words = what.split("[:-]");
      for (int k = Integer.parseInt(words[1]); k <= Integer.parseInt(words[2]); k++) {
        c.drawn(Long.parseLong(words[0]), k);
      }
    }
  }
}
