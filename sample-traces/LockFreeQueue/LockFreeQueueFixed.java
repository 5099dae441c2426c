/**
 * LockFreeQueue fixed: both ends are volatile.
 *
 * <p>Arguments: the number of threads, which must be 2, and of items.
 */
public class LockFreeQueueFixed {
  final int[] items;
  volatile int head;
  volatile int tail;

  LockFreeQueueFixed(int capacity) {
    items = new int[capacity];
  }

  void put(int x) {
    while (tail - head == items.length) {
      Thread.onSpinWait();
    }
    items[tail % items.length] = x;
    tail++;
  }

  int take() {
    while (tail == head) {
      Thread.onSpinWait();
    }
    int x = items[head % items.length];
    head++;
    return x;
  }

  static final class Putter extends Thread {
    final LockFreeQueueFixed queue;
    final int count;

    Putter(LockFreeQueueFixed queue, int count) {
      this.queue = queue;
      this.count = count;
    }

    @Override
    public void run() {
      for (int i = 1; i <= count; i++) {
        queue.put(i);
      }
    }
  }

  static final class Taker extends Thread {
    final LockFreeQueueFixed queue;
    final int count;

    Taker(LockFreeQueueFixed queue, int count) {
      this.queue = queue;
      this.count = count;
    }

    @Override
    public void run() {
      for (int i = 1; i <= count; i++) {
        int x = queue.take();
        if (x != i) {
          throw new IllegalStateException("item " + x + " instead of " + i);
        }
      }
    }
  }

  public static void main(String[] args) {
    int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    if (threads != 2) {
      throw new IllegalArgumentException("one thread puts and one takes");
    }
    LockFreeQueueFixed queue = new LockFreeQueueFixed(2);
    new Putter(queue, count).start();
    new Taker(queue, count).start();
  }
}
