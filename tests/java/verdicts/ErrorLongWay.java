/** A long execution ends in an error; executing it a second time takes a while. */
public class ErrorLongWay {
  static volatile int shared;
  static int sum;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> shared = 1);
    t.start();
    t.join();
    int[] all = new int[1000];
    for (int i = 0; i < 6000000; i++) all[i % 1000] += i;
    for (int i = 0; i < 1000; i++) sum += all[i];
    throw new IllegalStateException("the end " + sum);
  }
}
