import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Draws small concurrent programs over collections, wrappers, locks and pools of the JDK that
 * contain one another, as texts of heddle.Scenario: two or three threads with up to three calls
 * each. The same seed and number give the same program.
 *
 * <p>Usage: {@code java GenNested SEED COUNT} prints one program per line. The classes that are not
 * from the JDK are those of tests/java/nested.
 */
public class GenNested {
  private static final class Variable {
    final String name;
    final NestedTypes type;
    final int stored; // how many of the variables may be put into it: no object contains itself

    Variable(String name, NestedTypes type, int stored) {
      this.name = name;
      this.type = type;
      this.stored = stored;
    }
  }

  /** Themes of programs: the types of their variables, in order. */
  private static final String[][] THEMES = {
    {"COUNT ARRAY CELLS QUEUE LIST MAP BUFFER", "PAIR KEY QUEUE BUFFER", "BUFFER"},
    {"QUEUE LIST SET PLAIN_LIST BUFFER", "SYNC_COLLECTION SYNC_SET SYNC_LIST"},
    {"MAP SORTED_MAP PLAIN_MAP TABLE", "SYNC_MAP"},
    {"MAP TABLE VECTOR QUEUE LIST", "VECTOR TABLE MAP", "VECTOR STACK"},
    {"MAP TABLE VECTOR QUEUE", "TABLE MAP SYNC_MAP", "TABLE"},
    {"PROPERTIES", "DEFAULTED"},
    {"COUNT", "BLOCKING", "POOL"},
    {"LOCK READ_WRITE SEMAPHORE"},
    {"LATCH SEMAPHORE LOCK", "VECTOR TABLE MAP"},
    {"QUEUE VECTOR LIST MAP", "MAP LIST", "MAP LIST SET"},
    {"QUEUE VECTOR MAP BUFFER LIST", "REFERENCE", "REFERENCE CELLS"},
    {"COUNT", "SORTED_MAP PRIORITY SORTED_SET"},
    {"COUNT", "KEY", "TABLE VECTOR MAP LIST SYNC_MAP"},
    {"VECTOR TABLE BUFFER MAP", "BLOCKING DEQUE TRANSFER"},
    {"MAP QUEUE VECTOR", "FUTURE", "REFERENCE BUFFER VECTOR"},
  };

  /** Calls that return a number, a boolean or a text. */
  private static final String PLAIN_RESULT =
      ".*\\.(size|contains\\w*|toString|equals|hashCode|isEmpty|add|offer\\w*|indexOf|length)\\(.*";

  /** Calls that change their object. */
  private static final String CHANGE =
      "\\w+\\.(readLock\\(\\)\\.|writeLock\\(\\)\\.)?(add|put|set|poll|pop|push|remove|clear|append"
          + "|insert|merge|comp|incr|offer|take|drain|replace|reverse|lock|unlock|try|release"
          + "|acquire|execute|shut|run|cancel|countDown|getAnd|updateAnd|accum|retain|await).*";

  private final Random random;
  private final int calls;
  private final List<Variable> variables = new ArrayList<>();
  private int threads;

  private GenNested(Random random, int calls) {
    this.random = random;
    this.calls = calls;
  }

  /** The program with that number; calls: the maximum number of calls of all threads together. */
  static NestedProgram draw(long seed, int number, int calls) {
    Random random = new Random(seed * 1000003 + number);
    while (true) {
      GenNested g = new GenNested(random, calls);
      NestedProgram p = g.program();
      if (g.meetings(p) >= 2) {
        return p;
      }
    }
  }

  private <T> T one(T[] of) {
    return of[random.nextInt(of.length)];
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private NestedProgram program() {
    NestedProgram p = new NestedProgram();
    threads = chance(60) ? 3 : 2;
    for (String slot : one(THEMES)) {
      while (!add(p, NestedTypes.valueOf(one(slot.split(" "))))) {
        continue;
      }
    }
    if (variables.size() < 3 && chance(30)) {
      add(p, one(NestedTypes.values()));
    }
    if (!chance(60) || !focus(p)) {
      p.threads.clear();
      spread(p);
    }
    for (Variable v : variables) {
      p.after.add(v.type.look.replace("$q", v.name));
    }
    return p;
  }

  /** Each thread makes arbitrary calls. */
  private void spread(NestedProgram p) {
    int left = calls;
    for (int t = 0; t < threads; t++) {
      List<String> statements = new ArrayList<>();
      int most = Math.min(3, left - (threads - 1 - t));
      for (int n = 1 + random.nextInt(most); n > 0; n--, left--) {
        statements.add(statement());
      }
      p.threads.add(statements);
    }
  }

  /**
   * One thread changes an object twice while another one makes a call on an object that reaches it;
   * false if there is no such call.
   */
  private boolean focus(NestedProgram p) {
    Variable changed = one(variables.toArray(new Variable[0]));
    List<String> changes = new ArrayList<>();
    String call = null;
    for (int tries = 0; tries < 60; tries++) {
      String s = statement();
      boolean own = s.startsWith(changed.name + ".");
      if (own && s.matches(CHANGE) && changes.size() < 2) {
        changes.add(s);
      } else if (!own && call == null && reached(p, s).contains(changed.name)) {
        call = s;
      }
    }
    if (call == null || changes.size() < 2) {
      return false;
    }
    p.threads.add(new ArrayList<>(List.of(call)));
    p.threads.add(changes);
    if (threads == 3) {
      p.threads.add(new ArrayList<>(List.of(statement())));
    }
    return true;
  }

  /** Adds a variable, made of earlier ones, and fills it; false if these do not exist. */
  private boolean add(NestedProgram p, NestedTypes type) {
    String name = String.valueOf((char) ('a' + variables.size()));
    String make = filled(one(type.makes), null, variables.size());
    if (make == null) {
      return false;
    }
    p.before.add(name + " = " + make);
    Variable v = new Variable(name, type, storedBy(make));
    for (int n = type.fills.length == 0 ? 0 : random.nextInt(4); n > 0; n--) {
      String fill = filled(one(type.fills), v, v.stored);
      if (fill != null) {
        p.before.add(fill);
      }
    }
    variables.add(v);
    return true;
  }

  /** Elements that are put into a wrapper are put into the wrapped object. */
  private int storedBy(String make) {
    for (Variable v : variables) {
      if (make.endsWith("(" + v.name + ")") && make.startsWith("Collections.sync")) {
        return v.stored;
      }
    }
    return variables.size();
  }

  /** Counts changes of a thread to objects that another thread uses, directly or inside others. */
  private int meetings(NestedProgram p) {
    int meetings = 0;
    for (List<String> one : p.threads) {
      for (String change : one) {
        if (change.matches(CHANGE)) {
          for (List<String> other : p.threads) {
            meetings += other == one ? 0 : touching(p, other, change.charAt(0));
          }
        }
      }
    }
    return meetings;
  }

  private int touching(NestedProgram p, List<String> thread, char changed) {
    int n = 0;
    for (String s : thread) {
      n += reached(p, s).indexOf(changed) >= 0 ? 1 : 0;
    }
    return n;
  }

  /** The names of the variables that a statement reaches, also through their elements. */
  private String reached(NestedProgram p, String statement) {
    StringBuilder names = new StringBuilder();
    for (Variable v : variables) {
      if (statement.matches("(.*\\W)?" + v.name + "\\b.*")) {
        names.append(v.name);
      }
    }
    for (int i = 0; i < names.length(); i++) {
      for (String s : p.before) {
        if (s.charAt(0) == names.charAt(i)) {
          for (Variable v : variables) {
            if (s.matches(".+\\W" + v.name + "\\b.*") && names.indexOf(v.name) < 0) {
              names.append(v.name);
            }
          }
        }
      }
    }
    return names.toString();
  }

  private String statement() {
    while (true) {
      // The last variables are made of the others, and the program is about them.
      int i = Math.max(random.nextInt(variables.size()), random.nextInt(variables.size()));
      Variable v = variables.get(i);
      String call = filled(one(v.type.calls), v, v.stored);
      if (call != null) {
        return call.startsWith("!") ? call.substring(1) : call;
      }
    }
  }

  /** Fills the places of a template; null if there is nothing for one of them. */
  private String filled(String template, Variable self, int stored) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < template.length(); i++) {
      if (template.charAt(i) != '$') {
        out.append(template.charAt(i));
        continue;
      }
      String part = part(template.charAt(++i), self, stored);
      if (part == null) {
        return null;
      }
      out.append(part);
    }
    return out.toString();
  }

  private String part(char place, Variable self, int stored) {
    switch (place) {
      case 'q':
        return self.name;
      case 'i':
        return String.valueOf(1 + random.nextInt(2));
      case 't':
        return "t" + random.nextInt(threads);
      case 'e':
        return chance(35) || stored == 0 ? part('i', self, stored) : object("", stored, self);
      case 'o':
        return object("", variables.size(), chance(85) ? self : null);
      case 'x':
        return lambdaBody(stored);
      case 'C':
      case 'M':
        return object(place == 'C' ? "c" : "m", stored, self);
      default:
        return object(String.valueOf(place), variables.size(), chance(85) ? self : null);
    }
  }

  /** One of the first `count` variables that has the trait, except `not`. */
  private String object(String trait, int count, Variable not) {
    List<String> fit = new ArrayList<>();
    for (Variable v : variables.subList(0, Math.min(count, variables.size()))) {
      if (v != not && v.type.traits.contains(trait)) {
        fit.add(v.name);
      }
    }
    return fit.isEmpty() ? null : fit.get(random.nextInt(fit.size()));
  }

  /**
   * The body of a lambda: a number, or a call with a result. That result may be stored,
   * so it is an element of an earlier variable, or no object of the program.
   */
  private String lambdaBody(int stored) {
    for (int tries = chance(25) ? 0 : 9; tries > 0 && !variables.isEmpty(); tries--) {
      int i = random.nextInt(variables.size());
      String template = one(variables.get(i).type.calls);
      if (!template.matches("!.*|.*(->|; ).*") && (i < stored || template.matches(PLAIN_RESULT))) {
        String call = filled(template, variables.get(i), variables.get(i).stored);
        if (call != null) {
          return call;
        }
      }
    }
    return String.valueOf(3 + random.nextInt(2));
  }

  public static void main(String[] args) {
    long seed = Long.parseLong(args[0]);
    for (int k = 0; k < Integer.parseInt(args[1]); k++) {
      System.out.println(draw(seed, k, Integer.parseInt(args[2])).text());
    }
  }
}
