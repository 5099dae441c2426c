import java.util.List;

/** instanceof with patterns, sealed hierarchies, checkcast, bounded and wildcard generics. */
public class Patterns {
  sealed interface Expr permits Num, Add, Mul, Neg {}

  record Num(int v) implements Expr {}

  record Add(Expr l, Expr r) implements Expr {}

  record Mul(Expr l, Expr r) implements Expr {}

  record Neg(Expr e) implements Expr {}

  static int eval(Expr e) {
    if (e instanceof Num n) {
      return n.v();
    }
    if (e instanceof Add a) {
      return eval(a.l()) + eval(a.r());
    }
    if (e instanceof Mul m) {
      return eval(m.l()) * eval(m.r());
    }
    if (!(e instanceof Neg neg)) {
      throw new AssertionError();
    }
    return -eval(neg.e());
  }

  static String show(Expr e) {
    if (e instanceof Num n) {
      return "" + n.v();
    } else if (e instanceof Add a) {
      return "(" + show(a.l()) + " + " + show(a.r()) + ")";
    } else if (e instanceof Mul m) {
      return show(m.l()) + " * " + show(m.r());
    } else if (e instanceof Neg n) {
      return "-" + show(n.e());
    }
    return "?";
  }

  static String classify(Object o) {
    if (o instanceof Integer i && i > 10) {
      return "big " + i;
    } else if (o instanceof Integer i) {
      return "small " + i;
    } else if (o instanceof String s && !s.isEmpty()) {
      return "string " + s.charAt(0);
    } else if (o instanceof int[] a) {
      return "ints " + a.length;
    } else if (o instanceof Object[] a && a.length > 0) {
      return "objects of " + classify(a[0]);
    } else if (o instanceof CharSequence cs) {
      return "chars " + cs.length();
    } else if (o instanceof List<?> l) {
      return "list " + l.size();
    } else if (o == null) {
      return "null";
    }
    return o.getClass().getSimpleName();
  }

  static <T extends Comparable<? super T>> T max(List<? extends T> list) {
    T best = null;
    for (T t : list) {
      if (best == null || t.compareTo(best) > 0) {
        best = t;
      }
    }
    return best;
  }

  @SuppressWarnings("unchecked")
  static <T> T cheat(Object o) {
    return (T) o;
  }

  static <T extends Number & Comparable<T>> int both(T a, T b) {
    return a.compareTo(b) + a.intValue();
  }

  static int sum(List<? super Integer> sink, int... values) {
    int total = 0;
    for (int v : values) {
      sink.add(v);
      total += v;
    }
    return total;
  }

  public static void main(String[] args) {
    Expr e = new Add(new Num(2), new Mul(new Neg(new Num(3)), new Num(4)));
    System.out.println(show(e) + " = " + eval(e));
    Object[] samples = {5, 50, "text", "", new int[3], new String[] {"x"}, new Object[0],
        new StringBuilder("ab"), List.of(1, 2), null, 'c', 2.5};
    for (Object o : samples) {
      System.out.println(classify(o));
    }
    System.out.println(
        max(List.of(3, 9, 4)) + max(List.of("b", "c", "a")) + max(List.<Integer>of()));
    try {
      String s = cheat(42);
      System.out.println(s);
    } catch (ClassCastException x) {
      System.out.println("heap pollution noticed");
    }
    Object fine = cheat("no cast needed");
    System.out.println(fine);
    System.out.println(both(7, 3) + " " + both(2.5, 2.5));
    List<Object> sink = new java.util.ArrayList<>();
    System.out.println(sum(sink, 1, 2, 3) + " " + sink + " " + sum(sink));
    try {
      eval(null);
    } catch (AssertionError error) {
      System.out.println("no expression");
    }
  }
}
