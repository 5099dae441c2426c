/**
 * A thread stops at a mark (ConflictBehindMark.seq) and then before the marked instruction itself:
 * two states with the same frame. Its next write conflicts with a write of main.
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
