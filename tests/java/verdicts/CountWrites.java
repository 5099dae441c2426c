/**
 * Two threads each write a reference to a new array once. The states are counted in
 * tests/unit/test_soundness_states.c.
 */
public class CountWrites {
  static volatile int[] a, b;

  static void first() {
    a = new int[1];
  }

  static void second() {
    b = new int[2];
  }

  public static void main(String[] args) {
    Thread one = new Thread(CountWrites::first), two = new Thread(CountWrites::second);
    one.start();
    two.start();
  }
}
