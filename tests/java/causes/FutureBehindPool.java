import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** An invoice job asks the same pool of one for the customer, and waits for the answer. */
public class FutureBehindPool {
  private final ExecutorService jobs = Executors.newFixedThreadPool(1);

  String customer(int id) {
    return "customer-" + id;
  }

  String invoice(int id) {
    Future<String> name = jobs.submit(() -> customer(id));
    try {
      return "invoice for " + name.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws Exception {
    FutureBehindPool shop = new FutureBehindPool();
    Future<String> invoice = shop.jobs.submit(() -> shop.invoice(17));
    System.out.println(invoice.get());
    shop.jobs.shutdown();
  }
}
