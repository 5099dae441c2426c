/**
 * Tested, then used: in between another thread takes it away. The field is volatile, so this is no
 * data race.
 */
public class ErrorNullPointer {
  static volatile String name = "name";

  public static void main(String[] args) {
    new Thread(() -> name = null).start();
    if (name != null) {
      System.out.println(name.length());
    }
  }
}
