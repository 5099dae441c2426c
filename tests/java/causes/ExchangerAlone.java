import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;

/** Producer and consumer swap buffers; the producer swaps three times, the consumer twice. */
public class ExchangerAlone {
  private final Exchanger<List<Integer>> swap = new Exchanger<>();

  void produce() throws InterruptedException {
    List<Integer> buffer = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      buffer.add(i);
      buffer = swap.exchange(buffer);
    }
  }

  void consume() throws InterruptedException {
    List<Integer> buffer = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      buffer = swap.exchange(buffer);
      buffer.clear();
    }
  }

  public static void main(String[] args) throws Exception {
    ExchangerAlone pipe = new ExchangerAlone();
    Thread consumer = new Thread(() -> {
      try {
        pipe.consume();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }, "consumer");
    consumer.start();
    pipe.produce();
    consumer.join();
  }
}
