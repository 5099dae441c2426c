import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares the warnings that {@code heddle check --warnings} read and wrote: {@code BEFORE
 * AFTER}. Without heddle's additions to the results, both must be equal. Prints a line for each
 * result: its rule, the verdict, the number of threads in the schedule and whether a suppression is
 * under review. If there is a fault, prints it and exits with 1.
 */
public class CheckWarnings {
  public static void main(String[] args) throws Exception {
    try {
      Object before = new CheckReport.Json(Files.readString(Path.of(args[0]))).whole(),
          after = new CheckReport.Json(Files.readString(Path.of(args[1]))).whole();
      List<String> lines = new ArrayList<>();
      for (Object run : CheckReport.array(map(after).get("runs"), "runs"))
        for (Object r : CheckReport.array(map(run).get("results"), "results"))
          lines.add(take(map(r)));
      CheckReport.demand(before.equals(after), "something else was changed");
      lines.forEach(System.out::println);
    } catch (IllegalStateException e) {
      System.out.println("fault: " + e.getMessage());
      System.exit(1);
    }
  }

  static Map<String, Object> map(Object o) {
    return CheckReport.object(o, "an object");
  }

  static boolean ours(Object o) {
    return map(o).get("properties") instanceof Map<?, ?> bag && bag.containsKey("heddle");
  }

  /** Removes heddle's part from a result and describes it. */
  static String take(Map<String, Object> r) {
    Map<String, Object> bag = map(r.get("properties")), said = map(bag.remove("heddle"));
    String line = r.get("ruleId") + ": " + said.get("verdict");
    if (bag.isEmpty()) r.remove("properties");
    for (String key : List.of("codeFlows", "suppressions")) {
      if (!r.containsKey(key)) continue;
      List<Object> all = CheckReport.array(r.get(key), key);
      for (Object one : List.copyOf(all)) {
        if (!ours(one)) continue;
        all.remove(one);
        line += key.equals("codeFlows") ? flow(map(one)) : suppression(map(one));
      }
      if (all.isEmpty()) r.remove(key);
    }
    return line;
  }

  static String flow(Map<String, Object> f) {
    CheckReport.demand(CheckReport.codeFlow(f) > 0, "a schedule without steps");
    return ", schedule of " + CheckReport.array(f.get("threadFlows"), "flows").size() + " threads";
  }

  static String suppression(Map<String, Object> s) {
    CheckReport.string(s.get("justification"), "a justification");
    return ", " + s.get("kind") + " " + s.get("status");
  }
}
