import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Orders and the flag that ends them are kept under one lock. */
public class ShopClosedFixed {
  private final Lock lock = new ReentrantLock();
  private final List<String> orders = new ArrayList<>();
  private boolean closed;

  boolean order(String what) {
    lock.lock();
    try {
      return !closed && orders.add(what);
    } finally {
      lock.unlock();
    }
  }

  List<String> close() {
    lock.lock();
    try {
      closed = true;
      List<String> last = List.copyOf(orders);
      orders.clear();
      return last;
    } finally {
      lock.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ShopClosedFixed shop = new ShopClosedFixed();
    Thread[] customers = new Thread[2];
    for (int i = 0; i < customers.length; i++) {
      String what = "order " + i;
      customers[i] = new Thread(() -> shop.order(what));
      customers[i].start();
    }
    List<String> last = shop.close();
    for (Thread customer : customers) {
      customer.join();
    }
    System.out.println("to do: " + last);
    if (!shop.orders.isEmpty()) {
      throw new IllegalStateException("accepted, but never delivered: " + shop.orders);
    }
  }
}
