/**
 * A thread that stands at a mark (ConflictBehindMark.seq) and then before the very instruction that is marked: two
 * states, although its frame is the same in both. What it writes behind that is in conflict with what main writes.
 */
public class ConflictBehindMark {
  static int seen;
  static int result;

  static final class Reader extends Thread {
    @Override
    public void run() {
      int value = getName().length();
      value = seen;
      result = value;
    }
  }

  public static void main(String[] args) {
    new Reader().start();
    result = 2;
    seen = 1;
  }
}
