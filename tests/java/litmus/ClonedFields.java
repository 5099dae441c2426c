/** The clone of an object may have an older value of each field. */
public class ClonedFields extends Litmus {
  static class Pair implements Cloneable {
    int a;
    int b;

    Pair copy() {
      try {
        return (Pair) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  final Pair pair = new Pair();
  int done;

  @Override
  void actor1() {
    pair.a = 1;
    pair.b = 1;
    done = 1;
  }

  @Override
  void actor2() {
    r1 = -1;
    r2 = -1;
    if (done == 1) {
      Pair copy = pair.copy();
      r1 = copy.a;
      r2 = copy.b;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, ClonedFields::new);
  }
}
