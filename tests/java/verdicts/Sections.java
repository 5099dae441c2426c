import gov.nasa.jpf.vm.Verify;

/**
 * Sections of Verify.beginAtomic: "counted" uses none, "atomic" one, "nested" a nested one, and
 * "blocks" one that waits for the other thread.
 */
public class Sections {
  static volatile int count;
  static final Object lock = new Object();
  static boolean ready;

  static void add(String how) {
    if (!how.equals("counted")) Verify.beginAtomic();
    if (how.equals("nested")) { Verify.beginAtomic(); Verify.endAtomic(); }
    count++;
    if (!how.equals("counted")) Verify.endAtomic();
  }

  static void await() throws InterruptedException {
    Verify.beginAtomic();
    synchronized (lock) {
      while (!ready) lock.wait();
    }
    Verify.endAtomic();
  }

  public static void main(String[] args) throws Exception {
    Verify.printPathOutput("begin");
    Verify.setShared(lock, true);
    Thread t = new Thread(() -> {
      if (args[0].equals("blocks")) synchronized (lock) { ready = true; lock.notifyAll(); }
      else if (!args[0].equals("first")) add(args[0]);
      else count = 1;
    });
    t.start();
    if (args[0].equals("blocks")) await();
    else if (!args[0].equals("first")) add(args[0]);
    else {
      int a = count; // the other thread may run between this read and the section
      Verify.beginAtomic();
      int b = count;
      Verify.endAtomic();
      assert a == b : "between";
    }
    t.join();
    assert args[0].equals("blocks") || args[0].equals("first") || count == 2 : "count " + count;
  }
}
