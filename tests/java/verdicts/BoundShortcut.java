/**
 * The search reaches a state first by a long path and then by a short one. Only the short path
 * leaves its successors within the bound.
 */
public class BoundShortcut {
  static volatile boolean skip;
  static volatile int turns, errors;

  static void work() {
    if (!skip)
      for (int i = 0; i < 4; i++) turns = 1;
    turns = 0;
    skip = true;
    turns = 2;
    if (errors == 1) throw new IllegalStateException("reached");
  }

  public static void main(String[] args) {
    new Thread(BoundShortcut::work).start();
    skip = true;
    errors = 1;
  }
}
