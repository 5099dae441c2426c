/** A class whose initialiser fails depending on who came first. */
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
