/**
 * A result is published through a volatile flag. This is correct: the write of the flag releases
 * the result, and a read that sees it acquires. A tool that only looks for locks reports a race.
 *
 * <p>Argument: the number of threads. One of them computes; the others ask.
 */
public class Simple {
  int result;
  volatile boolean done;

  static final class Computer extends Thread {
    final Simple shared;

    Computer(Simple shared) {
      this.shared = shared;
    }

    @Override
    public void run() {
      shared.result = 1;
      shared.done = true;
    }
  }

  static final class Asker extends Thread {
    final Simple shared;

    Asker(Simple shared) {
      this.shared = shared;
    }

    @Override
    public void run() {
      if (shared.done) {
        assert shared.result == 1;
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    Simple shared = new Simple();
    new Computer(shared).start();
    for (int i = 1; i < threads; i++) {
      new Asker(shared).start();
    }
  }
}
