/**
 * Two threads write the same array element; the array reference is volatile, but its elements are
 * not.
 */
public class RaceArrayElement {
  static volatile int[] cells = new int[2];

  public static void main(String[] args) {
    new Thread(() -> cells[1] = 1).start();
    new Thread(() -> cells[1] = 2).start();
  }
}
