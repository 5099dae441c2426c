import java.util.ArrayList;
import java.util.List;

/** A program: its preparation, its threads, and what it inspects at the end. */
final class NestedProgram {
  final List<String> before = new ArrayList<>();
  final List<List<String>> threads = new ArrayList<>();
  final List<String> after = new ArrayList<>();

  NestedProgram copy() {
    NestedProgram p = new NestedProgram();
    p.before.addAll(before);
    threads.forEach(t -> p.threads.add(new ArrayList<>(t)));
    p.after.addAll(after);
    return p;
  }

  /** Parses a text from text(). */
  static NestedProgram of(String text) {
    NestedProgram p = new NestedProgram();
    int open = text.indexOf('{');
    int close = text.lastIndexOf('}');
    p.before.addAll(statements(text.substring(0, open)));
    for (String thread : text.substring(open + 1, close).split("\\|\\|", -1)) {
      p.threads.add(statements(thread));
    }
    p.after.addAll(statements(text.substring(close + 1)));
    return p;
  }

  private static List<String> statements(String text) {
    List<String> all = new ArrayList<>();
    for (String s : text.split(";")) {
      if (!s.isBlank()) {
        all.add(s.strip());
      }
    }
    return all;
  }

  /** All programs with one thread or one statement less. */
  List<NestedProgram> smallerOnes() {
    List<NestedProgram> all = new ArrayList<>();
    for (int t = 0; t < threads.size() && threads.size() > 2; t++) {
      NestedProgram p = copy();
      p.threads.remove(t);
      all.add(p);
    }
    for (int part = 0; part < parts().size(); part++) {
      for (int i = parts().get(part).size() - 1; i >= 0; i--) {
        NestedProgram p = copy();
        p.parts().get(part).remove(i);
        all.add(p);
      }
    }
    return all;
  }

  /** Inspects everything at once at the end. */
  NestedProgram seen() {
    NestedProgram p = copy();
    p.after.clear();
    p.after.add("Arrays.asList(" + String.join(", ", after) + ")");
    return p;
  }

  /** Waits forever if it sees that text at the end. */
  NestedProgram stopping(String text) {
    NestedProgram p = copy();
    p.after.clear();
    String quoted = "\"" + text.replace("\"", "\\\"") + "\"";
    p.after.add("Stops.when(" + quoted + ", " + String.join(", ", after) + ")");
    return p;
  }

  private List<List<String>> parts() {
    List<List<String>> all = new ArrayList<>(threads);
    all.add(after);
    all.add(before);
    return all;
  }

  String text() {
    List<String> beside = new ArrayList<>();
    threads.forEach(t -> beside.add(String.join("; ", t)));
    String first = before.isEmpty() ? "" : String.join("; ", before) + " ";
    return first + "{ " + String.join(" || ", beside) + " } " + String.join("; ", after);
  }
}
