package contexts;

/**
 * One method called from two places, one near to the target and one far from it: what a distance
 * is worth without the caller.
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
