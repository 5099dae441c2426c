import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

/**
 * Checks reports with parsers that share no code with heddle. {@code xml FILE SCHEMA} uses the
 * JDK's parser and a schema; {@code sarif FILE} uses a strict JSON parser (RFC 8259) and the
 * requirements of SARIF 2.1.0 for heddle's output. Prints each test's name with its result. If
 * there is a fault, prints it and exits with 1.
 */
public class CheckReport {
  public static void main(String[] args) throws Exception {
    try {
      if (args[0].equals("xml")) xml(args[1], args[2]);
      else sarif(new Json(Files.readString(Path.of(args[1]))).whole());
    } catch (IllegalStateException | org.xml.sax.SAXException e) {
      System.out.println("fault: " + e.getMessage());
      System.exit(1);
    }
  }

  static void xml(String file, String schema) throws Exception {
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(new File(schema))
        .newValidator()
        .validate(new StreamSource(new File(file)));
    var builder = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder();
    var suites = builder.parse(new File(file)).getElementsByTagName("testsuite");
    for (int i = 0; i < suites.getLength(); i++) suite((org.w3c.dom.Element) suites.item(i));
  }

  static void suite(org.w3c.dom.Element suite) {
    int failures = suite.getElementsByTagName("failure").getLength(),
        skipped = suite.getElementsByTagName("skipped").getLength();
    var cases = suite.getElementsByTagName("testcase");
    demand(Integer.parseInt(suite.getAttribute("tests")) == cases.getLength(), "count of tests");
    demand(Integer.parseInt(suite.getAttribute("failures")) == failures, "count of failures");
    demand(Integer.parseInt(suite.getAttribute("skipped")) == skipped, "count of skipped");
    for (int i = 0; i < cases.getLength(); i++) {
      var c = (org.w3c.dom.Element) cases.item(i);
      String end = "passed";
      for (String kind : List.of("failure", "error", "skipped"))
        if (c.getElementsByTagName(kind).getLength() > 0) {
          var e = (org.w3c.dom.Element) c.getElementsByTagName(kind).item(0);
          end = kind + (e.hasAttribute("type") ? " " + e.getAttribute("type") : "")
              + (e.hasAttribute("message") && !kind.equals("failure")
                      ? " " + e.getAttribute("message")
                      : "");
        }
      System.out.println(c.getAttribute("classname") + "#" + c.getAttribute("name") + ": " + end);
    }
  }

  // ---- SARIF ----

  static void demand(boolean holds, String what) {
    if (!holds) throw new IllegalStateException(what);
  }

  @SuppressWarnings("unchecked") static Map<String, Object> object(Object o, String what) {
    demand(o instanceof Map, what + " is no object");
    return (Map<String, Object>) o;
  }

  @SuppressWarnings("unchecked") static List<Object> array(Object o, String what) {
    demand(o instanceof List, what + " is no array");
    return (List<Object>) o;
  }

  static String string(Object o, String what) {
    demand(o instanceof String, what + " is no string");
    return (String) o;
  }

  static void only(Map<String, Object> o, String what, String... keys) {
    for (String k : o.keySet()) demand(Set.of(keys).contains(k), what + " has no property " + k);
  }

  static void sarif(Object whole) {
    Map<String, Object> top = object(whole, "the file");
    only(top, "the file", "$schema", "version", "runs");
    demand("2.1.0".equals(top.get("version")), "version");
    for (Object r : array(top.get("runs"), "runs")) run(object(r, "run"));
  }

  static void run(Map<String, Object> run) {
    only(run, "run", "tool", "invocations", "columnKind", "results");
    demand(Set.of("utf16CodeUnits", "unicodeCodePoints").contains(run.get("columnKind")),
        "columnKind");
    Map<String, Object> driver = object(object(run.get("tool"), "tool").get("driver"), "driver");
    only(driver, "driver", "name", "version", "semanticVersion", "rules");
    demand("heddle".equals(driver.get("name")), "driver.name");
    List<Object> rules = array(driver.get("rules"), "rules");
    Set<Object> ids = new HashSet<>();
    for (Object r : rules) {
      demand(ids.add(object(r, "rule").get("id")), "a rule's id twice");
      message(object(r, "rule").get("shortDescription"));
    }
    for (Object i : array(run.get("invocations"), "invocations"))
      invocation(object(i, "invocation"));
    for (Object r : array(run.get("results"), "results")) result(object(r, "result"), rules);
  }

  static void invocation(Map<String, Object> i) {
    only(i, "invocation", "executionSuccessful", "exitCode", "startTimeUtc", "endTimeUtc",
        "arguments", "toolExecutionNotifications", "exitSignalNumber");
    demand(i.get("executionSuccessful") instanceof Boolean, "executionSuccessful");
    if (i.containsKey("startTimeUtc"))
      java.time.Instant.parse(string(i.get("startTimeUtc"), "startTimeUtc"));
    for (Object n : i.containsKey("toolExecutionNotifications")
            ? array(i.get("toolExecutionNotifications"), "notifications")
            : List.of())
      System.out.println("notification: " + message(object(n, "notification").get("message")));
  }

  static String message(Object m) {
    String text = string(object(m, "message").get("text"), "message.text");
    demand(!text.isEmpty(), "an empty message");
    return text;
  }

  static void result(Map<String, Object> r, List<Object> rules) {
    only(r, "result", "ruleId", "ruleIndex", "kind", "level", "message", "locations", "codeFlows",
        "relatedLocations", "partialFingerprints", "properties");
    int index = ((Double) r.get("ruleIndex")).intValue();
    String kind = string(r.get("kind"), "kind");
    demand(object(rules.get(index), "rule").get("id").equals(r.get("ruleId")),
        "ruleIndex of " + r.get("ruleId"));
    demand(Set.of("pass", "open", "fail").contains(kind), "kind " + kind);
    demand(kind.equals("fail") ? Set.of("error", "warning").contains(r.get("level"))
                               : r.get("level").equals("none"),
        "a level other than none goes with fail alone");
    message(r.get("message"));
    String where = "";
    for (Object l : array(r.get("locations"), "locations"))
      where += location(object(l, "location"));
    if (r.containsKey("relatedLocations"))
      for (Object l : array(r.get("relatedLocations"), "relatedLocations"))
        where += " " + location(object(l, "location"));
    // A verdict has its test and its scope; a finding in a trace has neither.
    Map<String, Object> own =
        object(r.getOrDefault("properties", new LinkedHashMap<>()), "properties");
    boolean verdict = own.containsKey("test");
    demand(!verdict || !string(own.get("scope"), "scope").isEmpty(), "a scope");
    int steps = 0;
    if (r.containsKey("codeFlows"))
      for (Object f : array(r.get("codeFlows"), "codeFlows"))
        steps += codeFlow(object(f, "codeFlow"));
    System.out.println((verdict ? own.get("test") : r.get("level")) + ": " + r.get("ruleId") + " "
        + kind
        + (where.isEmpty() ? "" : " " + where) + (steps > 0 ? " with steps" : ""));
  }

  /** Returns a physical location as FILE:LINE. */
  static String location(Map<String, Object> l) {
    only(l, "location", "physicalLocation", "logicalLocations", "message");
    if (l.containsKey("logicalLocations"))
      for (Object o : array(l.get("logicalLocations"), "logicalLocations"))
        string(object(o, "logicalLocation").get("fullyQualifiedName"), "a name");
    if (!l.containsKey("physicalLocation")) return "";
    Map<String, Object> p = object(l.get("physicalLocation"), "physicalLocation"),
                        a = object(p.get("artifactLocation"), "artifactLocation");
    java.net.URI uri = java.net.URI.create(string(a.get("uri"), "uri"));
    demand(!uri.isAbsolute(), "a relative uri");
    double line =
        p.containsKey("region") ? (Double) object(p.get("region"), "region").get("startLine") : 1;
    demand(line >= 1 && line == Math.rint(line), "startLine " + line);
    return uri + (p.containsKey("region") ? ":" + (int) line : "");
  }

  static int codeFlow(Map<String, Object> f) {
    Set<Object> orders = new HashSet<>(), threads = new HashSet<>();
    int steps = 0;
    for (Object t : array(f.get("threadFlows"), "threadFlows")) {
      Map<String, Object> flow = object(t, "threadFlow");
      double last = -1;
      demand(threads.add(flow.get("id")), "a thread twice");
      for (Object l : array(flow.get("locations"), "locations")) {
        Map<String, Object> step = object(l, "threadFlowLocation");
        double order = (Double) step.get("executionOrder");
        demand(order > last && orders.add(order), "executionOrder");
        last = order;
        message(object(step.get("location"), "location").get("message"));
        location(object(step.get("location"), "location"));
        demand(Set.of("essential", "important", "unimportant").contains(step.get("importance")),
            "importance");
        steps++;
      }
    }
    demand(steps > 1 && threads.size() > 0, "a flow without steps");
    return steps;
  }

  // ---- JSON ----

  /** Parses RFC 8259, and rejects duplicate names in an object. */
  static final class Json {
    final String s;
    int at;

    Json(String s) { this.s = s; }

    Object whole() {
      Object v = value();
      blank();
      demand(at == s.length(), "text behind the value, at " + at);
      return v;
    }
    char next() {
      demand(at < s.length(), "the text ends in the middle");
      return s.charAt(at);
    }
    void blank() { while (at < s.length() && " \t\r\n".indexOf(s.charAt(at)) >= 0) at++; }
    void take(String what) {
      demand(s.startsWith(what, at), "no " + what + " at " + at);
      at += what.length();
    }
    Object value() {
      blank();
      switch (next()) {
        case '{': return members();
        case '[': return elements();
        case '"': return text();
        case 't': take("true"); return true;
        case 'f': take("false"); return false;
        case 'n': take("null"); return null;
        default: return number();
      }
    }
    Object number() {
      var m = java.util.regex.Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?")
                  .matcher(s)
                  .region(at, s.length());
      demand(m.lookingAt(), "no value at " + at);
      at = m.end();
      return Double.valueOf(m.group());
    }
    Map<String, Object> members() {
      Map<String, Object> all = new LinkedHashMap<>();
      take("{");
      for (blank(); next() != '}'; blank()) {
        if (!all.isEmpty()) { take(","); blank(); }
        String key = text();
        blank();
        take(":");
        demand(!all.containsKey(key), key + " twice");
        all.put(key, value());
      }
      take("}");
      return all;
    }
    List<Object> elements() {
      List<Object> all = new ArrayList<>();
      take("[");
      for (blank(); next() != ']'; blank()) {
        if (!all.isEmpty()) take(",");
        all.add(value());
      }
      take("]");
      return all;
    }
    String text() {
      StringBuilder b = new StringBuilder();
      take("\"");
      while (next() != '"') {
        char c = s.charAt(at++);
        demand(c >= ' ', "a control character in a string");
        if (c != '\\') { b.append(c); continue; }
        c = next();
        at++;
        int plain = "\"\\/".indexOf(c), control = "bfnrt".indexOf(c);
        if (plain >= 0) b.append(c);
        else if (control >= 0) b.append("\b\f\n\r\t".charAt(control));
        else {
          demand(c == 'u', "\\" + c);
          b.append((char) Integer.parseInt(s.substring(at, at + 4), 16));
          at += 4;
        }
      }
      take("\"");
      return b.toString();
    }
  }
}
