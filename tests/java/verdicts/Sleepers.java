/**
 * The order of two deadlines changes although one of the threads does not move and no object
 * changes.
 */
public class Sleepers {
  static int turns;

  static void doze(int millis, int times) {
    try {
      for (int i = 0; i < times; i++) Thread.sleep(millis);
    } catch (InterruptedException e) {
      turns--;
    }
    turns++;
  }

  public static void main(String[] args) {
    new Thread(() -> doze(100, 3)).start();
    new Thread(() -> doze(30, 9)).start();
  }
}
