/** A long start without scheduling choices, followed by two short threads. */
public class LongStart {
  static volatile int last;

  public static void main(String[] args) {
    int sum = 0;
    for (int i = 0; i < 200000; i++) {
      sum += i * 31;
    }
    int value = sum;
    for (int i = 0; i < 2; i++) {
      new Thread(() -> last = value).start();
    }
  }
}
