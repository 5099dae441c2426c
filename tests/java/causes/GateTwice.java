import java.util.concurrent.Semaphore;

/** A semaphore as a gate: one thread opens it once, the other passes twice. */
public class GateTwice {
  private final Semaphore gate = new Semaphore(0);

  public static void main(String[] args) throws InterruptedException {
    GateTwice g = new GateTwice();
    new Thread(() -> g.gate.release(), "opener").start();
    g.gate.acquire();
    g.gate.acquire();
  }
}
