import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;

/** clone: shallow and deep, of arrays and collections, with covariant types, unsupported. */
public class Cloning {
  static class Point implements Cloneable {
    int x; int[] data = {1, 2}; Point next; final String name;
    Point(String n) { name = n; }
    @Override public Point clone() {
      try {
        return (Point) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
    Point deep() {
      Point p = clone();
      p.data = data.clone();
      p.next = next == null ? null : next.deep();
      return p;
    }
  }
  static class Point3 extends Point {
    double z = 0.5;
    long w = -1;
    Point3() {
      super("3d");
      System.out.println("constructed");
    }
  }
  static class None { Object copy() throws CloneNotSupportedException { return clone(); } }

  public static void main(String[] args) throws Exception {
    Point p = new Point("p");
    p.next = new Point3();
    Point q = p.clone(), d = p.deep();
    q.x = 5;
    q.data[0] = 9;
    System.out.println(p.x + " " + p.data[0] + d.data[0] + (q.next == p.next) + (d.next == p.next)
        + d.next.getClass().getSimpleName() + ((Point3) d.next).z + ((Point3) d.next).w + q.name);
    try {
      new None().copy();
    } catch (CloneNotSupportedException e) {
      System.out.println(e.getMessage());
    }
    int[][] grid = {{1}, {2}}, copy = grid.clone();
    copy[0][0] = 7;
    copy[1] = new int[] {8};
    System.out.println(Arrays.deepToString(grid) + Arrays.deepToString(copy)
        + (grid.clone().getClass() == int[][].class));
    ArrayList<Point> l = new ArrayList<>(Arrays.asList(p, q));
    @SuppressWarnings("unchecked") ArrayList<Point> c = (ArrayList<Point>) l.clone();
    c.remove(0);
    HashMap<String, Integer> m = new HashMap<>();
    m.put("k", 1);
    @SuppressWarnings("unchecked")
    HashMap<String, Integer> n = (HashMap<String, Integer>) m.clone();
    n.put("j", 2);
    System.out.println(l.size() + " " + c.size() + (c.get(0) == q) + m + n.size()
        + new StringBuilder("x").equals(new StringBuilder("x")) + Arrays.asList(1, 2).hashCode());
  }
}
