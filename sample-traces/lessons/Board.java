/** A message, and a flag that says that the message is set. */
public class Board {
  int message;
  boolean ready;

  void publish() {
    message = 42;
    ready = true;
  }

  void read() {
    if (ready && message != 42) throw new AssertionError("flag without message");
  }

  public static void main(String[] args) {
    Board board = new Board();
    new Thread(board::publish).start();
    new Thread(board::read).start();
  }
}
