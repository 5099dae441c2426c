/** Read once, then tested and used. */
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
