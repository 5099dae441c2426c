/**
 * Wronglock fixed: the workers lock the counter, like the auditor.
 *
 * <p>Arguments: the number of auditors and of workers.
 */
public class WronglockFixed {
  static final class Counter {
    int v;
  }

  final Counter data = new Counter();

  void audit() {
    synchronized (data) {
      int x = data.v;
      data.v++;
      if (data.v != x + 1) {
        throw new IllegalStateException("someone else counted");
      }
    }
  }

  void work() {
    synchronized (data) {
      data.v++;
    }
  }

  static final class Auditor extends Thread {
    final WronglockFixed shared;

    Auditor(WronglockFixed shared) {
      this.shared = shared;
    }

    @Override
    public void run() {
      shared.audit();
    }
  }

  static final class Worker extends Thread {
    final WronglockFixed shared;

    Worker(WronglockFixed shared) {
      this.shared = shared;
    }

    @Override
    public void run() {
      shared.work();
    }
  }

  public static void main(String[] args) {
    int auditors = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int workers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    WronglockFixed shared = new WronglockFixed();
    for (int i = 0; i < auditors; i++) {
      new Auditor(shared).start();
    }
    for (int i = 0; i < workers; i++) {
      new Worker(shared).start();
    }
  }
}
