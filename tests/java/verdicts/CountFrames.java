import gov.nasa.jpf.vm.Verify;

/** The paths differ only in a local variable of a frame deep in the stack. */
public class CountFrames {
  static volatile int turn;

  static int down(int depth, int number) {
    int own = number; // live until the end
    if (depth > 0) down(depth - 1, 0);
    else turn = 1;
    return own;
  }

  public static void main(String[] args) {
    int number = Verify.getBoolean() ? 1 : 0;
    Thread t = new Thread(() -> turn = 2);
    t.start();
    if (down(40, number) > 1) throw new AssertionError();
  }
}
