/** A message and a flag: the flag is plain. */
public class Publication {
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
    Publication board = new Publication();
    new Thread(board::publish).start();
    new Thread(board::read).start();
  }
}
