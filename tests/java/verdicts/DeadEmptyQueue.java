import java.util.concurrent.LinkedBlockingQueue;

/** take from a queue that stays empty. */
public class DeadEmptyQueue {
  public static void main(String[] args) throws InterruptedException {
    new LinkedBlockingQueue<String>().take();
  }
}
