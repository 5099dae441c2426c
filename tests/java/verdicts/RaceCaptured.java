/** An array that is referenced only from lambdas is named after the captured variable. */
public class RaceCaptured {
  public static void main(String[] args) throws Exception {
    int[] counter = new int[1];
    Thread t = new Thread(() -> counter[0]++);
    t.start();
    counter[0]++;
    t.join();
  }
}
