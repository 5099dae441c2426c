import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The waiter puts an order on the pass, and the cook takes it from there if it is there. */
public class HalfBuiltOrder {
  record Line(String dish, int count) {}

  static class Order {
    private int table;
    private List<Line> lines;

    Order(int table, List<Line> lines) {
      this.table = table;
      this.lines = new ArrayList<>(lines);
    }

    int dishes() {
      int n = 0;
      for (Line line : lines) {
        n += line.count();
      }
      return n;
    }
  }

  private Order pass;

  void serve() {
    pass = new Order(7, List.of(new Line("soup", 2), new Line("bread", 1)));
  }

  int cook() {
    Order order = pass;
    return order == null ? 0 : order.dishes();
  }

  public static void main(String[] args) throws Exception {
    HalfBuiltOrder kitchen = new HalfBuiltOrder();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<?> waiter = pool.submit(kitchen::serve);
    Future<Integer> cook = pool.submit(kitchen::cook);
    waiter.get();
    System.out.println(cook.get() + " dishes");
    pool.shutdown();
  }
}
