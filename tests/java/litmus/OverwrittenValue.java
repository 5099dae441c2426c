/**
 * A value that was overwritten decides what a later read may return, although memory is the same:
 * the second actor has written 1 or 2 before 3. The third one reads after all writes, so that no
 * earlier state tells which.
 */
public class OverwrittenValue extends Litmus {
  int x;
  int y;
  int done;

  @Override
  void actor1() {
    y = 1;
  }

  @Override
  void actor2() {
    x = y + 1;
    x = 3;
    done = 1;
  }

  @Override
  void actor3() {
    r1 = done == 1 && y == 1 ? x : -1;
  }

  @Override
  String outcome() {
    return "" + r1;
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 3, OverwrittenValue::new);
  }
}
