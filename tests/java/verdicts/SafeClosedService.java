import java.util.concurrent.*;

/** A service whose close interrupts its thread and waits for it. */
public class SafeClosedService {
  static class Service implements AutoCloseable {
    final BlockingQueue<Runnable> q = new LinkedBlockingQueue<>();
    final Thread w = new Thread(this::loop, "service");
    Service() {
      w.start();
    }
    private void loop() {
      try {
        while (true)
          q.take().run();
      } catch (InterruptedException e) { /* closed */
      }
    }
    @Override
    public void close() throws InterruptedException {
      w.interrupt();
      w.join();
    }
  }
  public static void main(String[] a) throws Exception {
    var f = new CompletableFuture<String>();
    try (var s = new Service()) {
      s.q.put(() -> f.complete("x".repeat(3)));
      if (!f.get().equals("xxx"))
        throw new AssertionError();
    }
  }
}
