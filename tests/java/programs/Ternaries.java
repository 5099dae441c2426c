/**
 * Conditional expressions: numeric promotion, boxing, lazy evaluation, compound assignment, order
 * of operators.
 */
public class Ternaries {
  static int calls;
  static boolean t(boolean b) { calls++; return b; }
  static int id(int i) { System.out.print(i + " "); return i; }

  public static void main(String[] args) {
    Object o = true ? 1 : 2.0, p = true ? (Object) 1 : "x", q = false ? 'a' : 98;
    char c = true ? 'b' : 0;
    Integer none = null;
    System.out.println(o + " " + p + q + c + (true ? null : 0) + (args.length == 0 ? 'x' : 1)
        + (args.length > 0 ? 1 : 'y'));
    try {
      int i = args.length == 0 ? none : 5;
    } catch (NullPointerException e) {
      System.out.println("unboxed null");
    }
    boolean b = t(false) && t(true) || t(true) & t(false) | t(true) ^ t(true);
    System.out.println(b + " " + calls);
    int x = id(1) + id(2) * id(3) - id(4) / id(2) % id(5) << id(1);
    System.out.println("= " + x);
    int i = 3;
    i += i++ * ++i - i--;
    long l = 1;
    l <<= 40;
    l >>>= 3;
    l ^= 0xffL;
    short s = 10;
    s *= 2.7;
    s -= 'a';
    s %= 7;
    int a = 5, d;
    a = d = a ^= 3;
    System.out.println(i + " " + l + " " + s + " " + a + d
        + (a == d ? a > 5 ? "big" : "small" : "none") + (-a) + (+a) + (~a) + !b);
    System.out.println(1 + 2 + "3" + 4 + 5 + 'c' + 1.0f + (char) ('c' + 1) + (byte) 300
        + (int) 3.99e10 + (long) -1.5f + 5 / 2 * 2.0 + 5 / 2.0 * 2 + 07 + 0x1p3);
    final int k = 10;
    byte small = k;
    small++;
    System.out.println(small + " " + (0.1f == 0.1) + (0.5f == 0.5) + ((Object) 1).equals(1L)
        + (1 == 1.0) + ('a' == 97) + (Integer.valueOf(127) == Integer.valueOf(127))
        + (10 >> 1 > 4 == true));
  }
}
