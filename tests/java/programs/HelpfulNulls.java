/** The messages of NullPointerException for each kind of access and of expression. */
public class HelpfulNulls {
  HelpfulNulls next;
  int[] ints;
  int[][] grid;
  String name;
  static HelpfulNulls root;
  long wide;
  Object[] objects;
  HelpfulNulls self() { return next; }
  static HelpfulNulls make(int i, String s) { return null; }
  int number() { return 1; }

  static void attempt(Runnable r) {
    try {
      r.run();
      System.out.println("no exception");
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
  }

  public static void main(String[] args) {
    HelpfulNulls h = new HelpfulNulls(), none = null;
    String text = args.length > 5 ? "x" : null;
    Integer boxed = args.length > 5 ? 1 : null;
    attempt(() -> h.next.name = "x");
    attempt(() -> System.out.println(h.next.next.name));
    attempt(() -> h.self().number());
    attempt(() -> make(1, "a").self());
    attempt(() -> h.ints[0]++);
    attempt(() -> h.grid[1][2] = 3);
    attempt(() -> System.out.println(h.ints.length));
    attempt(() -> root.wide++);
    attempt(() -> root.next.number());
    attempt(() -> { synchronized (h.next) { System.out.println(); } });
    attempt(() -> { throw null; });
    attempt(() -> { int i = boxed; });
    attempt(() -> text.length());
    attempt(() -> { HelpfulNulls local = root; local.number(); });
    attempt(() -> { HelpfulNulls[] a = new HelpfulNulls[3]; int i = 1; a[i + 1].name.trim(); });
    attempt(() -> { int[][] g = new int[2][]; g[0][1] = 2; });
    attempt(() -> { long[] l = null; l[5] += 3; });
    attempt(() -> { byte[] b = null; b[0] = 1; });
    attempt(() -> { boolean[] b = null; System.out.println(b[0]); });
    attempt(() -> { char[] c = null; c[0]++; });
    attempt(() -> { float[] f = null; f[1] = 2; });
    attempt(() -> { h.objects[1] = "x"; });
    attempt(() -> ((Object) null).toString());
    attempt(() -> ((String) h.objects[0]).length());
    attempt(() -> { for (int i : h.ints) System.out.println(i); });
    attempt(() -> { switch (text) { case "a": break; } });
    attempt(() -> h.next.new Inner());
    attempt(() -> java.util.Objects.requireNonNull(text, "my message"));
    attempt(() -> "x".compareTo(text));
    attempt(() -> { Runnable r = null; r.run(); });
    attempt(() -> { throw new NullPointerException(); });
    attempt(() -> none.wide = 1L);
  }

  class Inner { }
}
