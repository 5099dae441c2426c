/**
 * Publish with the threads made from lambdas and method references.
 *
 * <p>Argument: the number of readers.
 */
public class PublishLambdas {
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

  public static void main(String[] args) {
    int readers = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    PublishLambdas board = new PublishLambdas();
    new Thread(board::publish).start();
    for (int i = 0; i < readers; i++) {
      new Thread(board::read).start();
    }
  }
}
