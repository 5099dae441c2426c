/**
 * Two threads each write the identity hash of a new object once. The states are counted in
 * tests/unit/test_soundness_states.c.
 */
public class CountHashes {
  static volatile int a, b;

  static void first() {
    a = new Object().hashCode();
  }

  static void second() {
    b = new Object().hashCode();
  }

  public static void main(String[] args) {
    Thread one = new Thread(CountHashes::first), two = new Thread(CountHashes::second);
    one.start();
    two.start();
  }
}
