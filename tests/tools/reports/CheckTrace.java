import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads traces that heddle exported for other programs as these programs do, without heddle's code:
 * {@code perfetto FILE}, {@code shiviz FILE} or {@code std FILE}. Prints what it read. If there is
 * a fault, prints it and exits with 1.
 */
public class CheckTrace {
  public static void main(String[] args) throws Exception {
    String text = Files.readString(Path.of(args[1]));
    try {
      switch (args[0]) {
        case "perfetto": perfetto(text); break;
        case "shiviz": shiviz(text); break;
        default: std(text);
      }
    } catch (IllegalStateException e) {
      System.out.println("fault: " + e.getMessage());
      System.exit(1);
    }
  }

  static void demand(boolean holds, String what) {
    if (!holds) throw new IllegalStateException(what);
  }

  // ---- the Trace Event Format ----

  record Slice(String name, double begin, double end) {}

  /** Spans nest in each thread; arrows begin and end in spans, and point forward. */
  static void perfetto(String text) {
    var top = CheckReport.object(new CheckReport.Json(text).whole(), "the file");
    var rows = new ArrayList<Map<String, Object>>();
    for (Object o : CheckReport.array(top.get("traceEvents"), "traceEvents"))
      rows.add(CheckReport.object(o, "an event"));
    rows.sort((a, b) -> Double.compare((Double) a.get("ts"), (Double) b.get("ts")));
    var names = new TreeMap<Double, String>();
    var open = new HashMap<Object, Deque<Map<String, Object>>>();
    var slices = new HashMap<Object, List<Slice>>();
    var starts = new HashMap<Object, Map<String, Object>>();
    var arrows = new TreeMap<String, Integer>();
    var instants = new TreeMap<String, Integer>();
    for (var e : rows) {
      Object tid = e.get("tid");
      double ts = (Double) e.get("ts");
      String name = CheckReport.string(e.get("name"), "name"), cat = (String) e.get("cat");
      demand(tid instanceof Double && e.get("pid") instanceof Double, "pid and tid");
      var stack = open.computeIfAbsent(tid, k -> new ArrayDeque<>());
      var done = slices.computeIfAbsent(tid, k -> new ArrayList<>());
      switch ((String) e.get("ph")) {
        case "M":
          if (name.equals("thread_name"))
            names.put((Double) tid,
                (String) CheckReport.object(e.get("args"), "args").get("name"));
          break;
        case "B": stack.push(e); break;
        case "E":
          demand(!stack.isEmpty(), "an end without a beginning at " + ts);
          demand(stack.peek().get("name").equals(name), "spans that do not nest at " + ts);
          done.add(new Slice(name, (Double) stack.pop().get("ts"), ts));
          break;
        case "X":
          demand((Double) e.get("dur") > 0, "a span without length");
          done.add(new Slice(name, ts, ts + (Double) e.get("dur")));
          break;
        case "i":
          demand(Set.of("t", "p", "g").contains(e.get("s")), "the scope of an instant");
          instants.merge(cat.equals("label") ? "label " + name : cat, 1, Integer::sum);
          break;
        case "s":
          demand(starts.put(e.get("id"), e) == null, "two arrows of one id");
          break;
        case "f":
          demand("e".equals(e.get("bp")), "an arrow's end binds to the span around it");
          var from = starts.get(e.get("id"));
          demand(from != null && from.get("name").equals(name), "an arrow without a beginning");
          arrows.merge(name, 1, Integer::sum);
          break;
        default: demand(false, "phase " + e.get("ph"));
      }
    }
    open.forEach((tid, stack) -> demand(stack.isEmpty(), "a span of " + tid + " never ends"));
    for (var e : rows)
      if (e.get("ph").equals("s") || e.get("ph").equals("f"))
        demand(slices.get(e.get("tid")).stream().anyMatch(s -> s.begin <= (Double) e.get("ts")
                && (Double) e.get("ts") <= s.end),
            "an arrow at " + e.get("ts") + " outside of any span");
    names.forEach((tid, name) -> System.out.println(name + ": " + slices.get(tid).size()));
    System.out.println("arrows " + arrows + " instants " + instants);
  }

  // ---- ShiViz ----

  /** Parses as ShiViz does: the regular expression, the delimiter of executions, the log. */
  static void shiviz(String text) {
    String[] parts = text.split("\n", 3);
    Pattern line = Pattern.compile(parts[0]);
    demand(parts[1].isEmpty(), "one execution");
    var clocks = new LinkedHashMap<String, List<Map<String, Integer>>>();
    var what = new LinkedHashMap<String, List<String>>();
    for (String s : parts[2].split("\n")) {
      Matcher m = line.matcher(s);
      demand(m.matches(), "not of the form: " + s);
      var clock = new HashMap<String, Integer>();
      CheckReport.object(new CheckReport.Json(m.group("clock")).whole(), "the clock")
          .forEach((k, v) -> clock.put(k, ((Double) v).intValue()));
      String host = m.group("host");
      clocks.computeIfAbsent(host, k -> new ArrayList<>()).add(clock);
      what.computeIfAbsent(host, k -> new ArrayList<>()).add(m.group("event"));
    }
    clocks.forEach((host, all) -> {
      Map<String, Integer> before = Map.of();
      for (int i = 0; i < all.size(); i++) {
        var now = all.get(i);
        demand(now.getOrDefault(host, 0) == i + 1, host + " counts its events from 1");
        before.forEach((k, v) -> demand(now.getOrDefault(k, 0) >= v, host + " goes back"));
        now.forEach((k, v) -> {
          demand(clocks.containsKey(k) && v >= 1 && v <= clocks.get(k).size(), "no " + k + ":" + v);
          if (!k.equals(host)) // the clock covers the clocks of the events it knows
            clocks.get(k).get(v - 1).forEach((other, n) ->
                demand(now.getOrDefault(other, 0) >= n, "a clock that is not closed"));
        });
        before = now;
      }
    });
    clocks.forEach((host, all) -> System.out.println(
        host + ": " + all.size() + " events, knows at its end " + new TreeMap<>(all.get(all.size() - 1))));
  }

  // ---- STD ----

  /** Splits lines as RAPID does; critical sections of a lock exclude each other. */
  static void std(String text) {
    Pattern op = Pattern.compile("(acq|rel|r|w|fork|join)\\((\\S+)\\)|begin|end|branch");
    var holder = new HashMap<String, String>();
    var counts = new TreeMap<String, Integer>();
    Set<String> started = new HashSet<>(), threads = new HashSet<>();
    for (String s : text.split("\n")) {
      String[] f = s.split("\\|", -1);
      demand(f.length == 3, "three fields: " + s);
      Matcher m = op.matcher(f[1]);
      demand(m.matches() && f[2].matches("[0-9]+") && !f[0].isEmpty(), "not of the form: " + s);
      String word = m.group(1) == null ? f[1] : m.group(1), arg = m.group(2);
      counts.merge(word, 1, Integer::sum);
      threads.add(f[0]);
      if (word.equals("acq")) demand(holder.put(arg, f[0]) == null, "held already: " + s);
      if (word.equals("rel")) demand(f[0].equals(holder.remove(arg)), "not held: " + s);
      if (word.equals("fork")) demand(!threads.contains(arg) && started.add(arg), "too late: " + s);
    }
    System.out.println(threads.size() + " threads " + counts);
  }
}
