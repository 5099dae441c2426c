import java.util.ArrayList;
import java.util.List;

/**
 * Boxes: caches, equality, overload resolution, unboxing in operators, numeric conversions.
 */
public class BoxedNumbers {
  static String f(long l) { return "long"; }
  static String f(Integer i) { return "Integer"; }
  static String f(Object o) { return "Object"; }
  static String f(int... is) { return "ints"; }
  static String g(Object o) { return "Object"; }
  static String g(double d) { return "double"; }
  static String h(char c) { return "char"; }
  static String h(int i) { return "int"; }
  static String k(Long l, Object... o) { return "Long..."; }
  static String k(Number n, Object o) { return "Number"; }

  public static void main(String[] args) {
    Integer a = 127, b = 127, c = 128, d = 128;
    Long l = 127L;
    System.out.println((a == b) + " " + (c == d) + c.equals(d) + l.equals(127) + l.equals(127L)
        + (c >= d && c <= d) + a.compareTo(c) + new Integer(5).equals(5)
        + (Character.valueOf('a') == Character.valueOf('a'))
        + (Boolean.valueOf("TRUE") == Boolean.TRUE)
        + (Byte.valueOf((byte) -128) == Byte.valueOf((byte) -128)));
    byte small = 1;
    System.out.println(f(1) + f((Integer) 1) + f('c') + f(1.0) + f() + f(1, 2) + g(1) + g('x')
        + g(1L) + g("s") + h('c') + h(99) + h((short) 1) + k(1L, 2) + k(1, 2) + f(small));
    a++;
    c += 5;
    Character ch = 'x';
    ch++;
    Double sum = 0.0;
    for (Number n : new Number[] {1, 2L, 3.5f, 4.25, (byte) 5, (short) 6}) sum += n.doubleValue();
    System.out.println(a + " " + c + ch + sum + (a < c ? a : 2.5) + (Object) (a > 0 ? a : ch));
    List<Integer> list = new ArrayList<>(List.of(10, 20, 30));
    list.remove(1);
    list.remove(Integer.valueOf(10));
    System.out.println(list + " " + Integer.sum(1, 2) + Long.max(3, 4) + Double.compare(0.0, -0.0)
        + Float.sum(1, 2) + Boolean.logicalXor(true, false) + Short.toUnsignedInt((short) -1)
        + Integer.hashCode(-7) + Long.hashCode(1L << 32) + Double.hashCode(1.5)
        + Boolean.hashCode(true) + Character.hashCode('a') + "x".hashCode());
    System.out.println(Integer.valueOf(3).doubleValue() + " " + Double.valueOf(3.99).intValue()
        + Long.valueOf(1L << 33).intValue() + Float.valueOf("1e10").longValue()
        + Integer.valueOf("77", 8) + Byte.parseByte("-12") + Integer.toString(255, 2)
        + Integer.MIN_VALUE / -1 + Math.negateExact(5) + Long.MIN_VALUE);
    Object o = 5;
    int prim = (int) o + (Integer) o;
    long wide = (Integer) o;
    System.out.println(prim + wide + " " + (o instanceof Integer i && i > 4) + (o instanceof Number)
        + (o.getClass() == Integer.class));
    try {
      Object s = "s";
      int bad = (int) s;
    } catch (ClassCastException e) {
      System.out.println("CCE");
    }
  }
}
