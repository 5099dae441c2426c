/**
 * Integer and long arithmetic at the edges: overflow, division, remainder, shifts, narrowing
 * conversions.
 */
public class Arithmetic {
  static int zero = 0;
  static long longZero = 0;

  static void ints() {
    int min = Integer.MIN_VALUE;
    int minusOne = -1 + zero;
    System.out.println(min / minusOne);
    System.out.println(min % minusOne);
    System.out.println(-min);
    System.out.println(min - 1);
    System.out.println(-7 / 2 + " " + -7 % 2 + " " + 7 / -2 + " " + 7 % -2);
    System.out.println(
        (1 << 33) + " " + (1 << -1) + " " + (-8 >> 1) + " " + (-8 >>> 28) + " " + (-8 >>> 32));
    System.out.println((5 & 3) + " " + (5 | 3) + " " + (5 ^ 3) + " " + ~5);
    System.out.println(46341 * 46341);
    int i = 5;
    i += 3.7;
    System.out.println(i);
    i = i++ + ++i;
    System.out.println(i);
    short s = 10;
    s *= 5000;
    System.out.println(s);
    s >>>= 3;
    System.out.println(s);
  }

  static void longs() {
    long min = Long.MIN_VALUE;
    long minusOne = -1 + longZero;
    System.out.println(min / minusOne);
    System.out.println(min % minusOne);
    System.out.println(Math.abs(min));
    System.out.println((1L << 65) + " " + (-1L >>> 60) + " " + (-1L >> 60) + " " + (1L << -1));
    System.out.println(0x7fffffffffffffffL + 1);
    System.out.println(3037000500L * 3037000500L);
    System.out.println(Long.compare(1, 2) + " " + Long.compareUnsigned(1, -2));
    System.out.println((min ^ (min >>> 7)) & 0x00ff00ff00ff00ffL);
  }

  static void narrowing() {
    int[] values = {127, 128, 255, 256, -129, 32768, 65535, 65536, -1, Integer.MIN_VALUE};
    for (int v : values) {
      System.out.println(v + ": " + (byte) v + " " + (short) v + " " + (int) (char) v);
    }
    System.out.println((int) 0x1_2345_6789L + " " + (byte) 0x1ffL + " " + (int) (char) -1L);
  }

  static void byZero() {
    try {
      System.out.println(1 / zero);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      System.out.println(1 % zero);
    } catch (ArithmeticException e) {
      System.out.println(e);
    }
    try {
      System.out.println(1L / longZero);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      System.out.println(5L % longZero);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      Math.addExact(Integer.MAX_VALUE, 1);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      Math.multiplyExact(1L << 62, 2L);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
    try {
      Math.toIntExact(1L << 40);
    } catch (ArithmeticException e) {
      System.out.println(e.getMessage());
    }
  }

  public static void main(String[] args) {
    ints();
    longs();
    narrowing();
    byZero();
    System.out.println(Math.floorMod(-7, 3) + " " + Math.floorDiv(-7, 3) + " "
        + Math.multiplyHigh(1L << 40, 1L << 40));
  }
}
