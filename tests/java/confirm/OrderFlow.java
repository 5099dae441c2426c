import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * Stock and payment are checked in parallel, then the order is shipped. Bug: the invoice is stored
 * after the latch was opened, so that the shipping step may see none.
 */
public class OrderFlow {
  private final CountDownLatch paid = new CountDownLatch(1);
  private volatile String invoice;

  private void pay() {
    paid.countDown();
    invoice = "INV-1";
  }

  private CompletableFuture<String> ship(int stock) {
    return CompletableFuture.completedFuture(stock + " with " + invoice.toLowerCase());
  }

  private int stock() {
    try {
      paid.await();
      return 7;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) {
    OrderFlow flow = new OrderFlow();
    var payment = CompletableFuture.runAsync(flow::pay, task -> new Thread(task, "payment").start());
    var shipped = CompletableFuture.supplyAsync(flow::stock, task -> new Thread(task).start())
        .thenCompose(flow::ship);
    CompletableFuture.allOf(payment, shipped).join();
    System.out.println(shipped.join());
  }
}
