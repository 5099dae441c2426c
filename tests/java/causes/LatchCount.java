import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Waits for three services; one that fails never counts down. */
public class LatchCount {
  static class Service {
    final String name;
    boolean healthy;

    Service(String name) {
      this.name = name;
    }

    void start(CountDownLatch ready) {
      if (name.isEmpty()) return; // misconfigured: logged, and forgotten
      healthy = true;
      ready.countDown();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    List<Service> services = List.of(new Service("db"), new Service(""), new Service("cache"));
    CountDownLatch ready = new CountDownLatch(services.size());
    for (Service s : services) new Thread(() -> s.start(ready), "start-" + s.name).start();
    ready.await();
    System.out.println("all services are up");
  }
}
