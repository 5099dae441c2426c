/** The clone of an array may have an older value of each element. */
public class ClonedElements extends Litmus {
  final int[] elements = new int[2];
  int done;

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
      int[] copy = elements.clone();
      r1 = copy[0];
      r2 = copy[1];
    }
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, ClonedElements::new);
  }
}
