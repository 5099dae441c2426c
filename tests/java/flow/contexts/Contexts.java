package contexts;

/**
 * One method has two callers, one near the target and one far from it. The test asks what a
 * distance is worth without the caller.
 */
public class Contexts {
  static int hits;

  static void helper() {
    hits = 1;
  }

  static void near() {
    helper();
    hits = 7; // the target: @3
  }

  static void far() {
    helper();
    hits = 2;
    hits = 3;
    near();
  }

  public static void main(String[] args) {
    far();
  }
}
