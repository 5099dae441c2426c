/** All threads read an immutable object through its final fields. */
public class SafeFinalFields {
  static final class Pair {
    final int left;
    final int right;

    Pair(int left, int right) {
      this.left = left;
      this.right = right;
    }
  }

  static final Pair PAIR = new Pair(1, 2);

  public static void main(String[] args) {
    Pair local = new Pair(3, 4);
    for (int i = 0; i < 2; i++) {
      new Thread(() -> {
        assert PAIR.left + PAIR.right == 3;
        assert local.left + local.right == 7;
      }).start();
    }
  }
}
