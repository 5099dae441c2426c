import java.util.*;
public class RecordMethods {
  record E() {}
  record A(int i, long l, float f, double d, boolean z, byte b, char c, short s, String str,
      int[] arr) {}
  record G<T>(T t, List<T> l) {}
  static String nul = null;
  record Q(Object o) {
    static int n;
    public boolean equals(Object x) {
      n++;
      return x instanceof Q q && Objects.equals(o, q.o);
    }
    public int hashCode() { return 1; }
  }
  record Two(Q a, Q b) {}
  public static void main(String[] args) {
    int[] arr = {1};
    A a = new A(1, 1L<<33, 1.5f, -0.0, true, (byte)-3, 'x', (short)9, "hey", arr);
    A b = new A(1, 1L<<33, 1.5f, 0.0, true, (byte)-3, 'x', (short)9, "hey", arr);
    A c = new A(1, 1L<<33, 1.5f, -0.0, true, (byte)-3, 'x', (short)9, new String("hey"), arr);
    System.out.println(a.toString().replaceAll("@[0-9a-f]+", "@"));
    System.out.println(a.equals(b) + " " + a.equals(c) + " " + a.equals(null) + " " + a.equals("x")
        + " " + a.equals(a));
    System.out.println(
        new A(1, 2, Float.NaN, Double.NaN, false, (byte) 0, 'a', (short) 0, null, null)
            .equals(
                new A(1, 2, Float.NaN, Double.NaN, false, (byte) 0, 'a', (short) 0, null, null)));
    System.out.println(
        new A(1, 2, Float.NaN, Double.NaN, false, (byte) 0, 'a', (short) 0, null, null).hashCode());
    System.out.println(new E() + " " + new E().hashCode() + " " + new E().equals(new E()));
    G<String> g = new G<>("t", List.of("a","b"));
    System.out.println(g + " " + g.hashCode() + " " + g.equals(new G<>("t", List.of("a","b"))));
    Two t1 = new Two(new Q(1), new Q(2)), t2 = new Two(new Q(1), new Q(3));
    System.out.println(t1.equals(t2) + " " + Q.n);
    System.out.println("n=" + nul + 1 + 2L + 3f + 4d + 'c' + true + (Object) null
        + new char[0].length + (byte) 4 + (short) -2);
    String s = "x"; s += 1; s += 'c'; s += null; s += 2.5; System.out.println(s);
    char ch = 'a'; ch += 1; System.out.println("" + ch + (char)(ch + 1) + (int) ch);
    System.out.println("é\u0001\u0002" + s + "\u0001");
    final String k = "konst"; System.out.println(k + s + k + "\0" + s);
    System.out.println(
        "" + Double.MIN_VALUE + Float.MAX_VALUE + Long.MIN_VALUE + Integer.MIN_VALUE);
    StringBuilder big = new StringBuilder();
    String x1="1",x2="2",x3="3";
    System.out.println(x1 + x2 + x3 + x1 + x2 + x3 + x1 + x2 + x3 + x1 + x2 + x3 + x1 + x2 + x3 + x1
        + x2 + x3 + x1 + x2 + x3 + x1 + x2 + x3 + x1 + x2 + x3 + x1 + x2 + x3 + x1 + x2 + x3 + x1
        + x2 + x3);
  }
}
