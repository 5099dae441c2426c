/**
 * A field is checked and then used; another thread clears it in between. The field is volatile,
 * so there is no data race.
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
