/** A class initialiser fails or not, depending on which thread was first. */
public class ErrorInInitializer {
  static volatile int ready;

  static final class Late {
    static final int VALUE = 10 / ready;

    static int get() {
      return VALUE;
    }
  }

  public static void main(String[] args) {
    new Thread(() -> ready = 1).start();
    System.out.println(Late.get());
  }
}
