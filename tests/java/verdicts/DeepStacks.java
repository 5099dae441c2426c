/**
 * Deep stacks grow and shrink. Objects that are referenced only from deep frames change, get locked
 * and become referenced from elsewhere (tests/unit/test_soundness_states.c).
 */
public class DeepStacks {
  static final class Cell {
    int value;
    Cell next;
    Object held;
  }

  static volatile Object seen;
  static volatile int turn;
  static Cell last;

  /** Pushes frames that differ only in their number. */
  static int down(int depth, int number, Cell above) {
    Cell mine = new Cell();
    Object[] kept = {mine, above, number % 3 == 0 ? seen : null};
    mine.next = number % 4 == 1 ? null : above;
    if (depth > 0) {
      int below = down(depth - 1, number + 1, mine);
      if (below % 5 == 0) turn++;
      mine.value += below;
      return mine.value + kept.length;
    }
    change(mine, above);
    return number;
  }

  static void change(Cell mine, Cell above) {
    synchronized (above) {
      turn = ++above.value;
    }
    for (Cell c = mine; c != null; c = c.next) c.held = c.held == null ? new int[1] : null;
    seen = above;
    last = mine;
    above.next = mine;
    turn = 0;
    if (mine.next != null) mine.next.next = null;
    seen = null;
  }

  /** Moves from one deep stack to another: the same depth, one frame less, and many frames less. */
  static void work(int number) {
    down(20, number, new Cell());
    down(20, number + 1, new Cell());
    again(20, number);
    down(19, number, last);
    again(20, number + 1);
    down(9, number, new Cell());
  }

  static void again(int depth, int number) {
    Object own = new int[depth % 7];
    if (depth > 0) again(depth - 1, number);
    if (depth % 7 == 0) turn = number + own.hashCode();
  }

  public static void main(String[] args) {
    new Thread(() -> work(1)).start();
    new Thread(() -> work(2)).start();
    work(3);
  }
}
