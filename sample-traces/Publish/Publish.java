/**
 * A message is published through a plain flag. In every interleaving, a reader that sees the flag
 * also finds the message, so no interleaving gives a wrong result. But this is a data race: no
 * happens-before edge orders the read of the flag after the write. By the Java memory model, a
 * compiler or processor may make the flag visible before the message.
 *
 * <p>Argument: the number of readers.
 */
public class Publish {
  boolean ready;
  int message;

  void publish() {
    message = 42;
    ready = true;
  }

  void read() {
    if (ready && message != 42) {
      throw new IllegalStateException("flag without message");
    }
  }

  static final class Publisher extends Thread {
    final Publish board;

    Publisher(Publish board) {
      this.board = board;
    }

    @Override
    public void run() {
      board.publish();
    }
  }

  static final class Reader extends Thread {
    final Publish board;

    Reader(Publish board) {
      this.board = board;
    }

    @Override
    public void run() {
      board.read();
    }
  }

  public static void main(String[] args) {
    int readers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    Publish board = new Publish();
    new Publisher(board).start();
    for (int i = 0; i < readers; i++) {
      new Reader(board).start();
    }
  }
}
