import java.util.concurrent.LinkedBlockingQueue;

/** An object with plain fields, handed over through a LinkedBlockingQueue. */
public class SafeBlockingQueue {
  static final class Message {
    String text;
  }

  public static void main(String[] args) throws InterruptedException {
    LinkedBlockingQueue<Message> queue = new LinkedBlockingQueue<>();
    Thread t = new Thread(() -> {
      Message m = new Message();
      m.text = "hand-over";
      queue.add(m);
    });
    t.start();
    Message got = queue.take();
    assert got.text.equals("hand-over");
    got.text = null;
  }
}
