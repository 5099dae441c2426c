/**
 * LockFreeQueue with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of threads, which must be 2, and of items.
 */
public class LockFreeQueueLambdas {
  final int[] items;
  int head;
  int tail;

  LockFreeQueueLambdas(int capacity) {
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

  static final class Putter {
    final LockFreeQueueLambdas queue;
    final int count;

    Putter(LockFreeQueueLambdas queue, int count) {
      this.queue = queue;
      this.count = count;
    }

    void run() {
      for (int i = 1; i <= count; i++) {
        queue.put(i);
      }
    }
  }

  static final class Taker {
    final LockFreeQueueLambdas queue;
    final int count;

    Taker(LockFreeQueueLambdas queue, int count) {
      this.queue = queue;
      this.count = count;
    }

    void run() {
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
    LockFreeQueueLambdas queue = new LockFreeQueueLambdas(2);
    new Thread(new Putter(queue, count)::run).start();
    new Thread(new Taker(queue, count)::run).start();
  }
}
