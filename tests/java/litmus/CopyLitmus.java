/** An actor writes two elements and a flag; another one sees the flag and copies the elements. */
abstract class CopyLitmus extends Litmus {
  final int[] elements = new int[2];
  int done;

  abstract int[] copy();

  @Override
  void actor1() {
    elements[0] = 1;
    elements[1] = 1;
    done = 1;
  }

  @Override
  void actor2() {
    r1 = -1;
    r2 = -1;
    if (done == 1) {
      int[] copy = copy();
      r1 = copy[0];
      r2 = copy[1];
    }
  }
}
