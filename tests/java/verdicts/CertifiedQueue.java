import java.util.concurrent.LinkedBlockingQueue;

/**
 * Three threads share a queue and take one element too many. With --atomic, each of the queue's
 * methods is one step.
 */
public class CertifiedQueue {
  public static void main(String[] args) throws InterruptedException {
    LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
    Thread producer = new Thread(() -> {
      try {
        queue.put(1);
        queue.put(2);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    Thread consumer = new Thread(() -> {
      try {
        queue.take();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    producer.start();
    consumer.start();
    queue.take();
    queue.take();
    producer.join();
    consumer.join();
  }
}
