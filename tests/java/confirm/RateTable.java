/**
 * The first user of the exchange rates loads them, and the second one waits for it. The clerk does
 * not expect that main closes the day meanwhile.
 */
public class RateTable {
  static volatile boolean loaded, closed;

  static class Rates {
    private static final int[] percent = {103, 118};

    static {
      loaded = true;
    }

    static int of(int currency) {
      return percent[currency];
    }
  }

  static void order() {
    String order = "1200 euro at " + Rates.of(0); // a JVM takes long to link this
    if (closed) throw new IllegalStateException(order + " after the close");
  }

  public static void main(String[] args) throws InterruptedException {
    Thread clerk = new Thread(RateTable::order, "clerk");
    clerk.start();
    int rate = Rates.of(1);
    closed = true;
    clerk.join();
    System.out.println(rate);
  }
}
