import java.util.List;

/**
 * Switches over types, record patterns, guards, unnamed patterns; typeSwitch and enumSwitch call
 * sites.
 */
public class PatternSwitches {
  sealed interface Shape permits Circle, Square, Rect, Group { }
  record Point(int x, int y) { }
  record Circle(Point centre, double r) implements Shape { }
  record Square(Point corner, int side) implements Shape { }
  record Rect(Point a, Point b) implements Shape { }
  record Group(List<? extends Shape> parts, String name) implements Shape { }
  enum Color implements Tag { RED, GREEN, BLUE }
  sealed interface Tag permits Color, Named { }
  record Named(String n) implements Tag { }
  record Pair<A, B>(A a, B b) { }

  static String describe(Shape s) {
    return switch (s) {
      case Circle(Point(int x, int y), double r) when r > 10 -> "big circle at " + x + "," + y;
      case Circle(var c, var r) -> "circle " + c + " " + r;
      case Square(Point(_, int y), int side) -> "square " + y + "/" + side;
      case Rect(Point(int a, int b), Point(int c, int d)) when a == c || b == d -> "flat rect";
      case Rect _ -> "rect";
      case Group(var parts, String name) when parts.isEmpty() -> "empty " + name;
      case Group g -> g.name() + g.parts().stream().map(PatternSwitches::describe).toList();
    };
  }

  static String kind(Object o) {
    return switch (o) {
      case null -> "null!";
      case Integer i when i > 100 -> "big " + i;
      case Integer i -> "int " + i;
      case Long l -> "long " + l;
      case String s when s.length() > 3 -> "text " + s;
      case String s -> "short " + s;
      case Color.RED -> "red";
      case Color c -> "color " + c.ordinal();
      case int[] a -> "ints " + a.length;
      case Character c -> "char " + c;
      case List<?> l when l.size() == 2 -> "pair list";
      case Iterable<?> i -> "iterable";
      case Class<?> c -> c.getSimpleName();
      default -> "other " + o.getClass().isRecord();
    };
  }

  static int tag(Tag t) {
    return switch (t) {
      case Color.GREEN -> 1;
      case Color.BLUE, Color.RED -> 2;
      case Named(String n) -> n.length();
    };
  }

  static String old(Color c) {
    switch (c) {
      case RED:
        return "r";
      case null:
        return "none";
      default:
        return c.name();
    }
  }

  static String nested(Object o) {
    if (o instanceof Pair<?, ?>(Pair<?, ?>(var a, Integer b), String c) && b > 0)
      return a + ":" + b + ":" + c;
    if (!(o instanceof Pair<?, ?>(var x, var y))) return "no pair";
    return x + "-" + y;
  }

  static String strings(String s) {
    return switch (s) {
      case "a", "b" -> "ab";
      case null, default -> "null or other";
    };
  }

  static int wrapped(Integer i) {
    return switch (i) {
      case 1 -> 10;
      case 2 -> 20;
      case Integer n when n < 0 -> -n;
      case Integer n -> n;
    };
  }

  record Broken(int v) { public int v() { throw new IllegalStateException("accessor"); } }

  public static void main(String[] args) {
    Shape[] shapes = {new Circle(new Point(1, 2), 11), new Circle(new Point(0, 0), 1), new Square(new Point(3, 4), 5), new Rect(new Point(1, 1), new Point(1, 9)), new Rect(new Point(1, 1), new Point(2, 9)), new Group(List.of(), "g")};
    for (Shape s : shapes) System.out.println(describe(s));
    System.out.println(describe(new Group(List.of(shapes[1], shapes[2]), "both")));
    Object[] things = {null, 7, 700, 5L, "abcd", "abc", "x", Color.RED, Color.BLUE, new int[3], 'c',
        List.of(1, 2), List.of(), String.class, new Point(1, 1), 1.5};
    for (Object o : things) System.out.print(kind(o) + "; ");
    System.out.println();
    System.out.println(tag(Color.GREEN) + "" + tag(Color.RED) + tag(new Named("name"))
        + old(Color.RED) + old(null) + old(Color.BLUE));
    System.out.println(nested(new Pair<>(new Pair<>("a", 1), "c")) + " "
        + nested(new Pair<>(new Pair<>("a", -1), "c")) + " " + nested("x") + " " + strings("b")
        + strings(null) + strings("z") + wrapped(1) + wrapped(2) + wrapped(-3) + wrapped(9));
    try {
      System.out.println(((Object) new Broken(1)) instanceof Broken(int v) ? v : 0);
    } catch (MatchException e) {
      System.out.println(e.getCause().getMessage());
    }
    try {
      describe(null);
    } catch (NullPointerException e) {
      System.out.println("NPE");
    }
  }
}
