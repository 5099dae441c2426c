/* Ends with uncaught exceptions: one in a thread, and, with an argument, one in main after
 * a data race. */
class Uncaught {
  static int late;
  static volatile boolean done;

  static void fail(int i) {
    int[] few = new int[1];
    few[i] = 1;
  }

  static void caught() {
    try {
      fail(7);
    } catch (ArrayIndexOutOfBoundsException e) {
      done = true;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {
      caught();
      late = 1;
      if (args.length == 0) fail(2);
    }, "worker");
    t.start();
    if (args.length == 0) {
      t.join();
      return;
    }
    while (t.isAlive() && !done) Thread.sleep(1);
    Thread.sleep(200);
    if (late == 1) throw new IllegalStateException("it is late");
  }
}
