/**
 * Publish fixed: the flag is volatile, so a reader that sees it set sees all earlier writes.
 *
 * <p>Argument: the number of readers.
 */
public class PublishFixed {
  volatile boolean ready;
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
    final PublishFixed board;

    Publisher(PublishFixed board) {
      this.board = board;
    }

    @Override
    public void run() {
      board.publish();
    }
  }

  static final class Reader extends Thread {
    final PublishFixed board;

    Reader(PublishFixed board) {
      this.board = board;
    }

    @Override
    public void run() {
      board.read();
    }
  }

  public static void main(String[] args) {
    int readers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    PublishFixed board = new PublishFixed();
    new Publisher(board).start();
    for (int i = 0; i < readers; i++) {
      new Reader(board).start();
    }
  }
}
