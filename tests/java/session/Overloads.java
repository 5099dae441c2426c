/** Two threads are in overloaded methods, at the same bytecode index. */
public class Overloads {
  static volatile int x;

  static void put(int first) {
    x = 1;
    x = 2;
  }

  static void put(long first) {
    x = 3;
    x = 4;
  }

  public static void main(String[] args) {
    new Thread(() -> put(1)).start();
    new Thread(() -> put(1L)).start();
  }
}
