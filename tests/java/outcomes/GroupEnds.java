// outcome: main, at its end null
// outcome: null, at its end null
// again: --por none
// again: --sleep-sets
// again: --search dpor

/** A thread's end clears its thread group, and other threads see this. */
public class GroupEnds {
  static String name(Thread t) {
    ThreadGroup g = t.getThreadGroup();
    return g == null ? "null" : g.getName();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread t = new Thread(() -> {});
    t.start();
    String before = name(t);
    t.join();
    System.out.println(before + ", at its end " + name(t));
  }
}
