/** An array that only lambdas hold has the name of the variable that they captured. */
public class RaceCaptured {
  public static void main(String[] args) throws Exception {
    int[] counter = new int[1];
    Thread t = new Thread(() -> counter[0]++);
    t.start();
    counter[0]++;
    t.join();
  }
}
