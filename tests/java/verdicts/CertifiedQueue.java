import java.util.concurrent.LinkedBlockingQueue;

/**
 * Three threads at one queue, one of them wants too much: what they do inside its methods is one
 * step with --atomic.
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
