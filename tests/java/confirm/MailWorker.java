import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A worker that is cancelled by an interrupt. Bug: if the interrupt comes while it waits for a mail,
 * it only logs the InterruptedException, which clears the status, and waits again forever.
 */
public class MailWorker implements Runnable {
  private final BlockingQueue<String> mails = new LinkedBlockingQueue<>();
  private volatile int failures;

  @Override
  public void run() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        String mail = mails.take();
        System.out.println("sent " + mail);
      } catch (InterruptedException e) {
        failures++;
        System.err.println("interrupted: " + failures);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    MailWorker worker = new MailWorker();
    Thread thread = new Thread(worker, "mail");
    thread.start();
    worker.mails.put("welcome");
    thread.interrupt();
    thread.join();
  }
}
