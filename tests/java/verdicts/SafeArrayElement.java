/** Two threads write different elements of one array: no race. */
public class SafeArrayElement {
  static volatile int[] cells = new int[2];

  public static void main(String[] args) {
    new Thread(() -> cells[1] = 1).start();
    new Thread(() -> cells[0] = 2).start();
  }
}
