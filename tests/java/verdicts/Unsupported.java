/**
 * Calls a native method of its own, whose library is not there to be loaded: what it would do is
 * not known.
 */
public class Unsupported {
  static native int port();

  public static void main(String[] args) {
    System.out.println(port() > 0);
  }
}
