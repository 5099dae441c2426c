/**
 * Calls a native method of its own whose library cannot be loaded: the method's effect is
 * unknown.
 */
public class Unsupported {
  static native int port();

  public static void main(String[] args) {
    System.out.println(port() > 0);
  }
}
