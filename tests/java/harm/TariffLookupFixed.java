import java.util.HashMap;
import java.util.Map;

/** Prices, read once when the first thread asks for one. */
public class TariffLookupFixed {
  private static volatile TariffLookupFixed instance;

  private Map<String, Integer> cents;

  private TariffLookupFixed() {
    Map<String, Integer> read = new HashMap<>();
    read.put("basic", 10);
    read.put("night", 4);
    cents = read;
  }

  static TariffLookupFixed get() {
    if (instance == null) {
      synchronized (TariffLookupFixed.class) {
        if (instance == null) {
          instance = new TariffLookupFixed();
        }
      }
    }
    return instance;
  }

  int price(String name) {
    return cents.get(name);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] ts = new Thread[2];
    for (int i = 0; i < ts.length; i++) {
      String name = i == 0 ? "basic" : "night";
      ts[i] = new Thread(() -> System.out.println(name + " " + get().price(name)));
      ts[i].start();
    }
    for (Thread t : ts) {
      t.join();
    }
  }
}
