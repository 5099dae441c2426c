import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The stages of a pipeline answer each other over bounded queues: one is full, the other empty. */
public class QueuesCrossed {
  private final BlockingQueue<String> requests = new ArrayBlockingQueue<>(1);
  private final BlockingQueue<String> replies = new ArrayBlockingQueue<>(1);

  void server() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      String request = requests.take();
      replies.put("re: " + request);
    }
  }

  void client() throws InterruptedException {
    for (int i = 0; i < 4; i++) requests.put("request " + i);
    for (int i = 0; i < 4; i++) System.out.println(replies.take());
  }

  public static void main(String[] args) throws InterruptedException {
    QueuesCrossed line = new QueuesCrossed();
    Thread server = new Thread(() -> {
      try {
        line.server();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }, "server");
    server.start();
    line.client();
    server.join();
  }
}
