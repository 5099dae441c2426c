/**
 * A message published through a plain flag. Step by step, in any order of the threads, the reader finds the message
 * whenever it finds the flag set, so no interleaving shows a wrong result. But the Java memory model promises nothing: the
 * flag is read and written without any order between the two, and a compiler or processor may show the flag before the
 * message. It is a data race.
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
