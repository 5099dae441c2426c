/** The field is read once; the local copy is checked and used. */
public class SafeLocalCopy {
  static volatile String name = "name";

  public static void main(String[] args) {
    new Thread(() -> name = null).start();
    String copy = name;
    if (copy != null) {
      System.out.println(copy.length());
    }
  }
}
