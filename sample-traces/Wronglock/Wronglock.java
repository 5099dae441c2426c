/**
 * One counter, two locks. The auditor locks the counter itself, but the workers lock the object
 * that contains it, so the auditor's assumption that no other thread counts is wrong.
 *
 * <p>Arguments: the number of auditors and of workers.
 */
public class Wronglock {
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
    synchronized (this) {
      data.v++;
    }
  }

  static final class Auditor extends Thread {
    final Wronglock shared;

    Auditor(Wronglock shared) {
      this.shared = shared;
    }

    @Override
    public void run() {
      shared.audit();
    }
  }

  static final class Worker extends Thread {
    final Wronglock shared;

    Worker(Wronglock shared) {
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
    Wronglock shared = new Wronglock();
    for (int i = 0; i < auditors; i++) {
      new Auditor(shared).start();
    }
    for (int i = 0; i < workers; i++) {
      new Worker(shared).start();
    }
  }
}
