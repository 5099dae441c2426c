// outcome: 3 20
// outcome: 3 300
// outcome: 67 20
// outcome: 67 300

/** The position of an element in a large array is part of the state, its chunk included. */
public class PiecesApart {
  static final int[] numbers = new int[1024];
  static final Object[] objects = new Object[1024];
  static volatile boolean first, second, step;

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> first = true), two = new Thread(() -> second = true);
    Thread beside = new Thread(() -> step = true);
    one.start();
    two.start();
    beside.start();
    numbers[first ? 3 : 67] = 1;
    objects[second ? 20 : 300] = numbers;
    one.join();
    two.join();
    step = false;
    beside.join();
    System.out.println((numbers[3] == 1 ? 3 : 67) + " " + (objects[20] == null ? 300 : 20));
  }
}
