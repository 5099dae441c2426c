import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.HashMap;
import java.util.function.Supplier;

/**
 * The helpful messages of NullPointerException for every kind of dereference and of null
 * expression.
 */
public class NullMessages {
  int number;
  long wide;
  Integer boxed;
  String text;
  int[] ints;
  NullMessages next;
  NullMessages[][] grid;
  List<String> list;
  static NullMessages shared;
  static int[][] table;

  class Inner {}

  NullMessages get(int i, String key, long[] more) {
    return null;
  }

  NullMessages self() {
    return this;
  }

  Object nothing() {
    return null;
  }

  static NullMessages make() {
    return null;
  }

  static void show(Runnable r) {
    try {
      r.run();
      System.out.println("no exception");
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
  }

  static void arrays(int i, int j) {
    int[] ints = null;
    long[] longs = null;
    byte[] bytes = null;
    boolean[] flags = null;
    char[] chars = null;
    short[] shorts = null;
    float[] floats = null;
    double[] doubles = null;
    Object[] objects = null;
    NullMessages[][] grid = new NullMessages[3][];
    show(() -> ints[0]++);
    show(() -> longs[1] = 2);
    show(() -> bytes[j] = 1);
    show(() -> flags[0] = true);
    show(() -> chars[0] = 'x');
    show(() -> shorts[0] = 1);
    show(() -> floats[0] = 1);
    show(() -> doubles[0] = 1);
    show(() -> objects[0] = "");
    show(() -> System.out.println(objects[i + j]));
    show(() -> System.out.println(longs[-1]));
    show(() -> System.out.println(ints.length));
    show(() -> grid[1][2] = null);
    show(() -> grid[2][i].number = 1);
    show(() -> ints.clone());
  }

  static void members(NullMessages n, NullMessages none) {
    show(() -> none.number = 1);
    show(() -> none.wide++);
    show(() -> n.next.next.number = 3);
    show(() -> n.ints[0] = 1);
    show(() -> System.out.println(n.ints.length));
    show(() -> n.grid[1][2].number = 1);
    show(() -> n.grid[n.ints[0]][1] = null);
    show(() -> shared.number = 1);
    show(() -> table[0][1] = 2);
    show(() -> n.boxed++);
  }

  static void calls(NullMessages n, NullMessages none, Object o, String s) {
    show(() -> none.get(1, "", null));
    show(() -> n.get(1, "", null).get(2, null, null));
    show(() -> make().number = 1);
    show(() -> make().self().self());
    show(() -> n.self().next.self());
    show(() -> n.self().nothing().toString());
    show(() -> ((String) n.nothing()).trim());
    show(() -> n.list.get(0).length());
    show(() -> ((Supplier<?>) o).get());
    show(() -> none.new Inner());
    show(() -> System.out.println("a" + s.trim()));
    show(() -> { synchronized (o) { System.out.println("not reached"); } });
    show((Runnable) () -> { throw (RuntimeException) o; });
    show(() -> { switch (s) { case "a": default: } });
    show(() -> { for (String q : n.list) System.out.println(q); });
    show(() -> { Map<String, Integer> m = new HashMap<>(); int v = m.get("k"); });
  }

  static void withoutCause(NullMessages n, int i) {
    show(() -> (i == 0 ? n.next : n.next).number = 2);
    show(() -> { throw new NullPointerException(); });
    show(() -> { throw new NullPointerException("given"); });
    show(() -> Objects.requireNonNull(null));
    show(() -> Objects.requireNonNull(null, "required"));
    show(() -> System.arraycopy(null, 0, null, 0, 0));
    show(() -> List.of((Object) null));
    try {
      n.next.self();
    } catch (NullPointerException e) {
      e.fillInStackTrace();
      System.out.println(e);
    }
  }

  public static void main(String[] args) {
    arrays(0, 2);
    members(new NullMessages(), null);
    calls(new NullMessages(), null, null, null);
    withoutCause(new NullMessages(), 0);
  }
}
