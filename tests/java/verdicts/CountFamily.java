/** Two threads start a child each, of different kinds (tests/unit/test_soundness_states.c). */
public class CountFamily {
  static volatile int a, b;

  static void first() {
    new Thread(() -> a = 1).start();
  }

  static void second() {
    new Thread(() -> b = 1).start();
  }

  public static void main(String[] args) {
    Thread one = new Thread(CountFamily::first), two = new Thread(CountFamily::second);
    one.start();
    two.start();
  }
}
