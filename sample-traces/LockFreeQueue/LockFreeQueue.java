/**
 * A ring buffer for one producer and one consumer, without a lock. Only one thread moves each end,
 * so in every interleaving each item arrives once and in order. But the ends are plain fields: a
 * thread that sees the new tail need not see the item.
 *
 * <p>Arguments: the number of threads, which must be 2, and of items.
 */
public class LockFreeQueue {
  final int[] items;
  int head;
  int tail;

  LockFreeQueue(int capacity) {
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
    final LockFreeQueue queue;
    final int count;

    Putter(LockFreeQueue queue, int count) {
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
    final LockFreeQueue queue;
    final int count;

    Taker(LockFreeQueue queue, int count) {
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
    LockFreeQueue queue = new LockFreeQueue(2);
    new Putter(queue, count).start();
    new Taker(queue, count).start();
  }
}
