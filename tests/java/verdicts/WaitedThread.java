/**
 * T0 waits on a Thread that another thread joins. The minimisation executes steps of T0 before
 * that other thread exists.
 */
public class WaitedThread {
  static final Thread joiner = new Thread(WaitedThread::join);
  static final Thread started = new Thread(joiner::start);

  static void join() {
    try {
      started.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    started.start();
    synchronized (started) {
      started.wait();
    }
  }
}
