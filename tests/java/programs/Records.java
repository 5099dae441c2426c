import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Records: generated methods, compact constructors, static factories, nested and generic records,
 * patterns.
 */
public class Records {
  record Point(int x, int y) {
    static final Point ORIGIN = new Point(0, 0);

    double distance() {
      return Math.sqrt(x * x + y * y);
    }
  }

  record Range(int low, int high) {
    Range {
      if (low > high) {
        throw new IllegalArgumentException(low + " > " + high);
      }
      high = high + 1;
    }

    Range(int high) {
      this(0, high);
    }
  }

  record Pair<A, B>(A first, B second) {
    static <T> Pair<T, T> twin(T t) {
      return new Pair<>(t, t);
    }
  }

  record Everything(byte b, short s, char c, int i, long l, float f, double d, boolean z,
      String str, int[] array) {}

  record Empty() {}

  record Named(String name) implements Comparable<Named> {
    @Override
    public int compareTo(Named o) {
      return name.compareTo(o.name);
    }

    @Override
    public String toString() {
      return "<" + name + ">";
    }
  }

  sealed interface Shape permits Circle, Box {}

  record Circle(double r) implements Shape {}

  record Box(double w, double h) implements Shape {}

  static double area(Shape s) {
    if (s instanceof Circle c) {
      return 3 * c.r() * c.r();
    } else if (s instanceof Box b && b.w() > 0) {
      return b.w() * b.h();
    }
    return -1;
  }

  public static void main(String[] args) {
    Point p = new Point(3, 4);
    System.out.println(p + " " + p.x() + " " + p.distance() + " " + p.equals(new Point(3, 4)) + " "
        + p.equals(Point.ORIGIN) + " " + p.equals(null) + " " + p.equals("Point") + " "
        + p.hashCode());
    System.out.println(new Range(5) + " " + new Range(1, 2).hashCode());
    try {
      new Range(3, 1);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(
        Pair.twin("t") + " " + new Pair<>(1, null) + " " + new Pair<>(null, 2).hashCode());
    Everything e = new Everything((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.25, true, "eight", null);
    Everything same =
        new Everything((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.25, true, "eight", null);
    System.out.println(
        e + " " + e.equals(same) + " " + (e.hashCode() == same.hashCode()) + " " + e.hashCode());
    System.out.println(
        new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
    record Local(double d) {}
    System.out.println(new Local(Double.NaN).equals(new Local(Double.NaN)) + " "
        + new Local(0.0).equals(new Local(-0.0)));
    Set<Point> set = new HashSet<>(List.of(new Point(1, 2), new Point(2, 1)));
    System.out.println(
        set.contains(new Point(1, 2)) + " " + set.add(new Point(2, 1)) + " " + set.size());
    System.out.println(new Named("a").compareTo(new Named("b")) + " " + new Named("n"));
    System.out.println(area(new Circle(2)) + " " + area(new Box(2, 3)) + " " + area(new Box(0, 1))
        + " " + area(null));
    System.out.println(Point.class.isRecord() + " " + Point.class.getRecordComponents()[1].getName()
        + " " + Shape.class.isSealed());
  }
}
