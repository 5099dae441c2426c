/**
 * Two threads write the same element of an array; the reference to it is volatile, the element is
 * not.
 */
public class RaceArrayElement {
  static volatile int[] cells = new int[2];

  public static void main(String[] args) {
    new Thread(() -> cells[1] = 1).start();
    new Thread(() -> cells[1] = 2).start();
  }
}
