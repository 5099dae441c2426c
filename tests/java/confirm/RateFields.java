/** As RateTable, but both threads read fields, which initialises their class. */
public class RateFields {
  static volatile boolean loaded, closed;

  static class Rates {
    static int euro = 103, pound = 118;

    static {
      loaded = true;
    }
  }

  static void order() {
    String order = "1200 euro at " + Rates.euro;
    if (closed) throw new IllegalStateException(order + " after the close");
  }

  public static void main(String[] args) throws InterruptedException {
    Thread clerk = new Thread(RateFields::order, "clerk");
    clerk.start();
    int rate = Rates.pound;
    closed = true;
    clerk.join();
    System.out.println(rate);
  }
}
