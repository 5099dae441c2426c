/** Caught exceptions are no errors, in any thread. */
public class SafeCaught {
  public static void main(String[] args) {
    new Thread(() -> {
      try {
        Object[] none = new Object[0];
        none[1].hashCode();
      } catch (ArrayIndexOutOfBoundsException e) {
        System.out.println("caught");
      }
    }).start();
  }
}
