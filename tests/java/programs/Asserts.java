/** Assertions are enabled; arguments reach main; System.exit sets the exit status. */
// args: first "second" 3
public class Asserts {
  static int evaluated;

  static boolean costly() {
    evaluated++;
    return true;
  }

  public static void main(String[] args) {
    System.out.println(args.length + " " + String.join("|", args));
    assert costly();
    System.out.println(evaluated + " " + Asserts.class.desiredAssertionStatus() + " "
        + String.class.desiredAssertionStatus());
    try {
      assert args.length == 99 : "length is " + args.length;
    } catch (AssertionError e) {
      System.out.println(e.getMessage());
    }
    try {
      assert 1 > 2;
    } catch (AssertionError e) {
      System.out.println(e + " " + e.getCause());
    }
    try {
      assert false : new RuntimeException("as cause");
    } catch (AssertionError e) {
      System.out.println(e.getCause().getMessage());
    }
    try {
      System.exit(args.length + 39);
    } finally {
      System.out.println("not reached");
    }
  }
}
