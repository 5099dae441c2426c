import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Sealed interfaces, records with compact constructors and generics, instanceof patterns, switch
 * expressions.
 */
public class SealedRecords {
  sealed interface Expr permits Num, Add, Mul, Neg, Let, Var { }
  record Num(double value) implements Expr { }
  record Add(Expr left, Expr right) implements Expr { }
  record Mul(Expr left, Expr right) implements Expr { }
  record Neg(Expr of) implements Expr { Neg { Objects.requireNonNull(of, "of"); } }
  record Let(String name, Expr value, Expr body) implements Expr { }
  record Var(String name) implements Expr { }

  static double eval(Expr e, Map<String, Double> env) {
    if (e instanceof Num n) return n.value();
    if (e instanceof Add a) return eval(a.left, env) + eval(a.right, env);
    if (e instanceof Mul m && m.left() instanceof Num n && n.value == 0) return 0;
    if (e instanceof Mul m) return eval(m.left, env) * eval(m.right, env);
    if (e instanceof Neg n) return -eval(n.of, env);
    if (!(e instanceof Let l)) return env.get(((Var) e).name);
    Map<String, Double> inner = new HashMap<>(env);
    inner.put(l.name, eval(l.value, env));
    return eval(l.body, inner);
  }

  record Range(int low, int high) implements Comparable<Range> {
    static int made;
    Range {
      if (low > high) {
        int t = low;
        low = high;
        high = t;
      }
      made++;
    }
    Range(int high) { this(0, high); }
    static Range of(String s) { return new Range(Integer.parseInt(s)); }
    int size() { return high - low; }
    @Override public int compareTo(Range o) { return Integer.compare(size(), o.size()); }
  }

  record Pair<A, B>(A first, B second) {
    <C> Pair<A, C> with(C c) { return new Pair<>(first, c); }
    @Override public String toString() { return "(" + first + ", " + second + ")"; }
  }

  record Everything(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t,
      List<?> n, Object o) {}
  record Empty() { }

  static String kind(int day) {
    return switch (day) {
      case 1, 7 -> "weekend";
      case 2, 3, 4, 5, 6 -> {
        int left = 7 - day;
        yield "week, " + left + " left";
      }
      default -> throw new IllegalArgumentException("day " + day);
    };
  }

  public static void main(String[] args) {
    Expr e = new Let("x", new Add(new Num(2), new Num(3)), new Mul(new Var("x"), new Neg(new Mul(new Num(0), new Num(7)))));
    System.out.println(e + " = " + eval(e, Map.of()) + " " + e.equals(new Let("x", null, null)));
    System.out.println(new Range(5, 2) + " " + Range.of("9").size() + " " + Range.made + " " + new TreeSet<>(List.of(new Range(4), new Range(1, 2), new Range(9, 9))));
    System.out.println(new Pair<>(1, "x").with(2.5) + " " + new Pair<>(null, null).equals(new Pair<>(null, null)) + " " + new Pair<>("a", 1).hashCode() + new Empty() + new Empty().hashCode() + new Empty().equals(new Empty()));
    Everything v = new Everything((byte) -1, (short) 2, 'c', 4, 5L, -0f, Double.NaN, true, "t", List.of(1), null), w = new Everything((byte) -1, (short) 2, 'c', 4, 5L, 0f, Double.NaN, true, "t", List.of(1), null);
    System.out.println(v + " " + v.equals(w) + " " + v.equals(v) + " " + v.hashCode() + " " + w.hashCode());
    for (int i = 1; i < 9; i += 3)
      try {
        System.out.println(kind(i));
      } catch (IllegalArgumentException x) {
        System.out.println(x.getMessage());
      }
    System.out.println(kind(7));
    try {
      System.out.println(kind(8));
    } catch (IllegalArgumentException x) {
      System.out.println(x.getMessage());
    }
    try {
      new Neg(null);
    } catch (NullPointerException x) {
      System.out.println(x.getMessage());
    }
  }
}
