import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes random single-threaded programs, the same for the same seed: Seq0.java, Seq1.java, ...
 * Their output is the same on any JVM.
 *
 * <p>Usage: {@code java GenSequential SEED COUNT FOLDER}.
 *
 * <p>Programs have methods over all primitive types, arrays, fields, objects that may be null and
 * strings, with every kind of statement and operator. Divisions by zero, indexes out of bounds,
 * null and failing casts are as welcome as results: the outcome of each call is printed, with the
 * message. Methods call only earlier methods, and each call costs fuel, so all programs end.
 */
public class GenSequential {
  private static final String[] TYPES = {
      "int", "long", "double", "float", "short", "byte", "char", "boolean"};
  private static final int METHODS = 7;
  private final Random random;
  private final StringBuilder out = new StringBuilder();
  private final List<String[]> locals = new ArrayList<>(); // type, name
  private int names;
  private int method; // the method being written
  private final List<String> results = new ArrayList<>();
  private int loops;

  GenSequential(long seed) {
    random = new Random(seed);
  }

  private boolean chance(int percent) { return random.nextInt(100) < percent; }
  private String pick(String... of) { return of[random.nextInt(of.length)]; }

  private String local(String type) {
    List<String> fit = new ArrayList<>();
    for (String[] l : locals) if (l[0].equals(type)) fit.add(l[1]);
    return fit.isEmpty() ? null : fit.get(random.nextInt(fit.size()));
  }

  /** An assignable expression of the type. */
  private String place(String type, int depth) {
    String l = local(type);
    switch (random.nextInt(l == null || type.equals("boolean") ? 3 : 6)) {
      case 0: return "s" + type;
      case 1: return object(depth) + ".f" + type;
      case 2: return l == null ? "s" + type : l;
      case 3:
        if (type.equals("int") && depth > 0)
          return array("int", depth) + "[" + index(depth - 1) + "]";
        if (type.equals("long") && depth > 0)
          return array("long", depth) + "[" + index(depth - 1) + "]";
        if (type.equals("byte") && depth > 0)
          return array("byte", depth) + "[" + index(depth - 1) + "]";
        if (type.equals("char") && depth > 0)
          return array("char", depth) + "[" + index(depth - 1) + "]";
        return l;
      default: return l;
    }
  }

  private String array(String type, int depth) {
    String l = local(type + "[]");
    return l != null && chance(60) ? l
        : chance(90)               ? "a" + type
                                   : "(" + bool(depth - 1) + " ? a" + type + " : null)";
  }

  private String object(int depth) {
    switch (random.nextInt(6)) {
      case 0: return "so";
      case 1: return "o.next";
      case 2: return depth > 0 && chance(30) ? "((Seq) (" + bool(depth - 1) + " ? o : any))" : "o";
      default: return "o";
    }
  }

  private String index(int depth) {
    String l = local("int");
    switch (random.nextInt(6)) {
      case 0: return l == null ? "1" : "++" + l;
      case 1: return l == null ? "2" : l + "--";
      case 2: return l == null ? "0" : l;
      case 3: return "" + random.nextInt(9);
      default: return "(" + value("int", depth) + ") & 7";
    }
  }

  private String literal(String type) {
    switch (type) {
      case "int":
        return pick("0", "1", "-1", "2", "7", "31", "-128", "32767", "65536", "0x7fffffff",
            "0x80000000", "" + random.nextInt());
      case "long":
        return pick("0L", "1L", "-1L", "63L", "0x7fffffffffffffffL", "0x8000000000000000L",
            "4294967296L", random.nextLong() + "L");
      case "double":
        return pick("0.0", "-0.0", "1.0", "1.5", "-2.25", "1e300", "Double.NaN",
            "Double.POSITIVE_INFINITY", "4.9e-324", "" + random.nextDouble());
      case "float":
        return pick("0f", "-0f", "1f", "2f", "1.5f", "3e38f", "Float.NaN",
            "Float.NEGATIVE_INFINITY", random.nextFloat() + "f");
      case "boolean": return pick("true", "false");
      case "char": return pick("'a'", "'\\uffff'", "'\\0'", "'7'");
      case "short": return "(short) " + pick("1", "-1", "32767", "-32768", "300");
      default: return "(byte) " + pick("1", "-1", "127", "-128", "77");
    }
  }

  private String bool(int depth) {
    if (depth <= 0) return chance(50) ? place("boolean", 0) : literal("boolean");
    String type = pick("int", "int", "int", "long", "double", "float", "char", "byte");
    switch (random.nextInt(9)) {
      case 0:
        return "(" + bool(depth - 1) + pick(" && ", " || ", " & ", " | ", " ^ ") + bool(depth - 1)
            + ")";
      case 1: return "!" + "(" + bool(depth - 1) + ")";
      case 2: return "(" + object(depth) + pick(" == ", " != ") + pick("null", "o", "so") + ")";
      case 3:
        return "(any instanceof " + pick("Seq", "String", "Integer", "Comparable", "int[]") + ")";
      case 4: return "text" + pick(".isEmpty()", ".equals(\"a\" + sint)", ".startsWith(\"x\")");
      default:
        return "(" + value(type, depth - 1) + pick(" < ", " <= ", " > ", " >= ", " == ", " != ")
            + value(type, depth - 1) + ")";
    }
  }

  private String call(String type) {
    List<String> fit = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) if (results.get(i).equals(type)) fit.add("m" + i);
    if (fit.isEmpty()) return null;
    return pick("", "o.", "so.") + fit.get(random.nextInt(fit.size())) + "(" + value("int", 1)
        + ", " + value("long", 1) + ", " + value("double", 0) + ", " + object(0) + ")";
  }

  private String binary(String type, int depth) {
    String a = value(type, depth - 1);
    boolean whole = type.equals("int") || type.equals("long");
    if (whole && chance(35))
      return "(" + a + pick(" << ", " >> ", " >>> ") + value(pick("int", "long"), depth - 1) + ")";
    return "(" + a
        + (whole ? pick(" + ", " - ", " * ", " / ", " % ", " & ", " | ", " ^ ")
                 : pick(" + ", " - ", " * ", " / ", " % "))
        + value(type, depth - 1) + ")";
  }

  private String value(String type, int depth) {
    if (type.equals("boolean")) return bool(depth);
    if (depth <= 0) return chance(60) ? place(type, 0) : literal(type);
    boolean small = type.equals("short") || type.equals("byte") || type.equals("char");
    switch (random.nextInt(12)) {
      case 0: return literal(type);
      case 1: case 2: return place(type, depth);
      case 3:
        return "((" + type + ") "
            + value(pick("int", "long", "double", "float", "short", "byte", "char"), depth - 1)
            + ")";
      case 4:
        return "(" + bool(depth - 1) + " ? " + value(type, depth - 1) + " : "
            + value(type, depth - 1) + ")";
      case 5:
        return chance(50) ? pick("++", "--") + place(type, depth)
                          : place(type, depth) + pick("++", "--");
      case 6: return "(" + assignment(type, depth - 1) + ")";
      case 7: {
        String c = call(type);
        if (c != null) return c;
        return place(type, depth);
      }
      case 8:
        if (type.equals("int"))
          return pick("text.length()", "aint.length",
              "Math.max(" + value("int", depth - 1) + ", 3)",
              "Integer.bitCount(" + value("int", depth - 1) + ")",
              "o.virtual(" + value("int", depth - 1) + ")", "so.virtual(2)", "text.indexOf('1')",
              "((java.util.function.IntUnaryOperator) z -> z " + pick("+", "*", "/", ">>")
                  + " (sint + 1)).applyAsInt(" + value("int", depth - 1) + ")",
              "((java.util.function.ToIntFunction<String>) String::length).applyAsInt(text)",
              "(int) (Integer) any",
              "new Pair(" + value("int", depth - 1) + ", " + value("long", depth - 1)
                  + ").hashCode()",
              "new Pair(" + value("int", depth - 1) + ", 5L)." + pick("a()", "sum()"),
              "twice(" + value("int", depth - 1) + ", " + value("byte", 0) + ")",
              "switch (" + value("int", depth - 1) + " & 3) { case 0, 1 -> "
                  + value("int", depth - 1) + "; case 2 -> { note(text); yield "
                  + value("int", depth - 1) + "; } default -> 7; }");
        if (type.equals("float")) return "((Number) any).floatValue()";
        if (type.equals("long"))
          return pick("Math.abs(" + value("long", depth - 1) + ")",
              "Long.rotateLeft(" + value("long", depth - 1) + ", 5)", "(long) text.hashCode()");
        if (type.equals("double"))
          return pick("Math.sqrt(" + value("double", depth - 1) + ")",
              "Math.floor(" + value("double", depth - 1) + ")",
              "(double) Math.round(" + value("double", depth - 1) + ")");
        if (type.equals("char")) return "text.charAt(" + index(depth - 1) + ")";
        return place(type, depth);
      case 9:
        return small ? "((" + type + ") - " + value("int", depth - 1) + ")"
                     : (type.equals("int") || type.equals("long") ? pick("~", "- ") : "- ")
                + value(type, depth - 1);
      default: return small ? "((" + type + ") " + binary("int", depth) + ")" : binary(type, depth);
    }
  }

  private String assignment(String type, int depth) {
    boolean whole = !type.equals("double") && !type.equals("float") && !type.equals("boolean");
    if (type.equals("boolean") || chance(40))
      return place(type, depth) + " = " + value(type, depth);
    return place(type, depth)
        + (whole ? pick(" += ", " -= ", " *= ", " ^= ", " <<= ", " >>= ", " >>>= ", " |= ", " &= ")
                 : pick(" += ", " -= ", " *= ", " /= "))
        + value(whole ? pick("int", "long", "short") : type, depth);
  }

  private void line(int indent, String s) {
    out.append("  ".repeat(indent)).append(s).append('\n');
  }

  private void block(int indent, int budget) {
    int before = locals.size();
    for (int i = 1 + random.nextInt(3); i > 0; i--) statement(indent, budget);
    while (locals.size() > before) locals.remove(locals.size() - 1);
  }

  private void loop(int indent, int budget) {
    String i = "i" + names++;
    loops++;
    switch (random.nextInt(4)) {
      case 0:
        line(indent,
            "for (int " + i + " = 0; " + i + " < " + (2 + random.nextInt(7)) + "; " + i + "++) {");
        break;
      case 1:
        line(indent, "for (int " + i + " = " + (2 + random.nextInt(7)) + "; --" + i + " >= 0; ) {");
        break;
      case 2: line(indent, "for (int " + i + " = -1; ++" + i + " < aint.length; ) {"); break;
      default:
        line(indent,
            "for (int " + i + " = 0, n" + i + " = " + (2 + random.nextInt(5)) + "; n" + i + " > "
                + i + "; " + i + " += 2) {");
    }
    String guard = "g" + names++;
    line(indent + 1, "if (--fuel < 0) break;");
    line(indent + 1, "int " + guard + " = " + i + ";");
    locals.add(new String[] {"int", guard});
    block(indent + 1, budget - 1);
    if (chance(20)) line(indent + 1, "if (" + bool(1) + ") " + pick("break;", "continue;"));
    locals.remove(locals.size() - 1);
    line(indent, "}");
    loops--;
  }

  private void guarded(int indent, int budget) {
    String e = "e" + names++;
    line(indent,
        chance(20) ? "try (Closer c" + e + " = new Closer(" + value("int", 1) + ")) {" : "try {");
    block(indent + 1, budget - 1);
    line(indent,
        "} catch ("
            + pick("ArithmeticException", "ArrayIndexOutOfBoundsException", "NullPointerException",
                "RuntimeException", "ClassCastException | ArithmeticException")
            + " " + e + ") {");
    line(indent + 1, "note(" + e + ");");
    if (chance(50)) block(indent + 1, budget - 2);
    if (chance(40)) {
      line(indent, "} finally {");
      block(indent + 1, budget - 2);
    }
    line(indent, "}");
  }

  private void choice(int indent, int budget) {
    boolean strings = chance(30);
    line(indent,
        "switch ("
            + (strings           ? "\"\" + (" + value("int", 1) + " & 3)"
                    : chance(50) ? value("int", 2) + " & 7"
                                 : value("byte", 1))
            + ") {");
    for (int k = 0; k < 4; k++) {
      line(indent + 1,
          "case " + (strings ? "\"" + k + "\"" : "" + (chance(50) || k == 0 ? k : k * 30)) + ": {");
      block(indent + 2, budget - 2);
      line(indent + 1, "}");
      if (chance(70)) line(indent + 1, "break;");
    }
    line(indent + 1, "default:");
    block(indent + 2, budget - 2);
    line(indent, "}");
  }

  private void statement(int indent, int budget) {
    String type = TYPES[random.nextInt(TYPES.length)];
    int kind = random.nextInt(budget > 0 ? 16 : 9);
    switch (kind) {
      case 0: case 1: {
        String name = "v" + names++;
        line(indent, type + " " + name + " = " + value(type, 2) + ";");
        locals.add(new String[] {type, name});
        break;
      }
      case 2: case 3: case 4: line(indent, assignment(type, 3) + ";"); break;
      case 5:
        line(indent,
            place(pick("int", "int", "long", "short", "byte", "char"), 2) + pick("++", "--") + ";");
        break;
      case 6:
        line(indent,
            "text = "
                + pick("\"\" + " + value(type, 1), "text + " + value("int", 1) + " + '|'",
                    "text + " + value("float", 1) + " + " + value("char", 1) + " + null + any",
                    "\"\" + new Pair(" + value("int", 1) + ", " + value("long", 1) + ")",
                    "String.format(\"%d %x %s %.3f\", " + value("int", 1) + ", " + value("long", 1)
                        + ", " + value("boolean", 1) + ", " + value("double", 1) + ")",
                    "new StringBuilder(text).reverse().insert(0, " + value("char", 0)
                        + ").toString()",
                    "(\"x\" + text).substring(" + value("int", 1) + " & 3)")
                + "; if (text.length() > 300) text = text.substring(290);");
        break;
      case 7:
        line(indent,
            pick("o = o.next;", "so = o;",
                "any = "
                    + pick("text", "text", "(Object) (" + value("int", 1) + ")", "new Pair(1, 2L)")
                    + ";",
                "o.next = so;"));
        break;
      case 8: {
        String name = "r" + names++;
        line(indent,
            "int[] " + name + " = "
                + pick("aint", "new int[] {1, " + value("int", 1) + ", 3}", "aint.clone()",
                    "new int[" + value("int", 1) + " & 7]")
                + ";");
        locals.add(new String[] {"int[]", name});
        break;
      }
      case 9: case 10:
        line(indent, "if (" + bool(2) + ") {");
        block(indent + 1, budget - 1);
        if (chance(50)) {
          line(indent, "} else {");
          block(indent + 1, budget - 1);
        }
        line(indent, "}");
        break;
      case 11: case 12: if (loops < 2) { loop(indent, budget); break; }
      // fall through
      case 13: guarded(indent, budget); break;
      case 14: choice(indent, budget); break;
      default:
        line(indent, "synchronized (" + pick("LOCK", "aint", "o") + ") {");
        block(indent + 1, budget - 1);
        line(indent, "}");
    }
  }

  private void writeMethod() {
    String type = TYPES[method % TYPES.length];
    locals.clear();
    loops = 0;
    line(1, type + " m" + method + "(int a, long b, double c, Seq o) {");
    line(2, "if (--fuel < 0) return " + (type.equals("boolean") ? "false" : "0") + ";");
    locals.add(new String[] {"int", "a"});
    locals.add(new String[] {"long", "b"});
    locals.add(new String[] {"double", "c"});
    for (int i = 3 + random.nextInt(4); i > 0; i--) statement(2, 3);
    line(2, "return " + value(type, 3) + ";");
    line(1, "}");
    results.add(type);
  }

  String program(String name) {
    line(0, "public class " + name + " {");
    line(1, "static int fuel;");
    line(1, "static final Object LOCK = new Object();");
    line(1, "static StringBuilder notes = new StringBuilder();");
    for (String t : TYPES) line(1, "static " + t + " s" + t + "; " + t + " f" + t + ";");
    line(1,
        "static int[] aint = {3, 1, 4, 1, 5}; static long[] along = {2, 7, 1}; static byte[] abyte = {-1, 2, 127}; static char[] achar = {'a', 'b', '\\uffff', 0};");
    line(1,
        "Seq next; static Seq so = new Seq(); static Object any = \"any\"; static String text = \"text\";");
    line(1, "int virtual(int x) { return x + 1; }");
    line(1, "static class Other extends Seq { int virtual(int x) { return x * 3 - fint; } }");
    line(1, "record Pair(int a, long b) { int sum() { return (int) (a + b); } }");
    line(1,
        "static class Closer implements AutoCloseable { final int x; Closer(int x) { this.x = x; note(\"open\"); } public void close() { note(\"close \" + 10 / (x & 3)); } }");
    line(1,
        "static int twice(int x, int... more) { return 2 * x + more.length + (more.length > 0 ? more[0] : 0); }");
    line(1,
        "static void note(String s) { if (notes.length() < 2000) notes.append(s).append('\\n'); }");
    line(1,
        "static void note(Throwable e) { if (notes.length() < 2000) notes.append(e.getClass().getSimpleName()).append(' ').append(e.getMessage()).append(' ').append(e.getSuppressed().length).append('\\n'); }");
    for (method = 0; method < METHODS + 1; method++) writeMethod();
    line(1, "static String state(Seq o) {");
    line(2,
        "String s = text + \" \" + java.util.Arrays.toString(aint) + java.util.Arrays.toString(along) + java.util.Arrays.toString(abyte) + (int) achar[0] + (int) achar[1];");
    for (String t : TYPES)
      line(2,
          "s += \" \" + " + (t.equals("char") ? "(int) " : "") + "s" + t + " + \" \" + "
              + (t.equals("char") ? "(int) " : "") + "o.f" + t + ";");
    line(2, "return s;");
    line(1, "}");
    line(1, "public static void main(String[] args) {");
    line(2, "for (int round = 0; round < 6; round++) {");
    line(3,
        "Seq o = round % 2 == 0 ? new Seq() : new Other(); o.next = round < 2 ? null : new Other(); if (text == null || text.length() > 200) text = \"t\";");
    line(3, "if (o.next != null) o.next.next = o;");
    for (int m = 0; m <= METHODS; m++) {
      String shown = results.get(m).equals("char") ? "(int) " : "";
      line(3,
          "fuel = 300; try { System.out.println(\"m" + m + " \" + " + shown + "o.m" + m
              + "(round * 7 - 3, round * 1000000007L, round / 3.0, round == 5 ? null : o)); } catch (RuntimeException e) { note(e); System.out.println(\"m"
              + m + " \" + e); }");
      line(3, "if (aint == null) aint = new int[3];");
    }
    line(3, "System.out.println(state(o)); System.out.print(notes); notes.setLength(0);");
    line(2, "}");
    line(1, "}");
    line(0, "}");
    return out.toString().replaceAll("\\bSeq\\b", name);
  }

  public static void main(String[] args) throws IOException {
    long seed = Long.parseLong(args[0]);
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      String name = "Seq" + i;
      Files.writeString(
          Path.of(args[2], name + ".java"), new GenSequential(seed * 1000003 + i).program(name));
    }
  }
}
