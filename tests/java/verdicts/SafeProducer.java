import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A producer and a consumer share a queue of capacity 1. */
public class SafeProducer {
  static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
  static int sum;

  static void produce() {
    try {
      for (int i = 0; i < 3; i++) {
        queue.put(i);
      }
      queue.put(-1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static void consume() {
    try {
      for (int i; (i = queue.take()) >= 0; ) {
        sum += i;
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread producer = new Thread(SafeProducer::produce);
    Thread consumer = new Thread(SafeProducer::consume);
    producer.start();
    consumer.start();
    producer.join();
    consumer.join();
    assert sum == 3;
  }
}
