import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An opaque flag separates a read from a later write but promises no order: a read-write race only.
 * Afterwards, threads share a buffer, which is more than a few seconds of search.
 */
public class ReadFirst {
  private static final VarHandle READ;
  private static int x, seen, read;

  static {
    try {
      READ = MethodHandles.lookup().findStaticVarHandle(ReadFirst.class, "read", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Deque<Integer> queue = new ArrayDeque<>();

  private synchronized void put(int value) throws InterruptedException {
    while (queue.size() == 1) wait();
    queue.addLast(value);
    notifyAll();
  }

  private synchronized int take() throws InterruptedException {
    while (queue.isEmpty()) wait();
    notifyAll();
    return queue.pollFirst();
  }

  private static void use(ReadFirst buffer, boolean puts, int times) {
    try {
      for (int i = 0; i < times; i++)
        if (puts) buffer.put(i);
        else buffer.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) {
    int pairs = Integer.parseInt(args[0]);
    ReadFirst buffer = new ReadFirst();
    new Thread(() -> {
      seen = x;
      READ.setOpaque(1);
    }).start();
    while ((int) READ.getOpaque() == 0) Thread.onSpinWait();
    x = 1;
    for (int i = 0; i < 2 * pairs; i++) {
      boolean puts = i % 2 == 0;
      new Thread(() -> use(buffer, puts, 3)).start();
    }
  }
}
