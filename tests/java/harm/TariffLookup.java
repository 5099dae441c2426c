import java.util.HashMap;
import java.util.Map;

/** Prices, read once when the first thread asks for one. */
public class TariffLookup {
  private static TariffLookup instance;

  private Map<String, Integer> cents;

  private TariffLookup() {
    Map<String, Integer> read = new HashMap<>();
    read.put("basic", 10);
    read.put("night", 4);
    cents = read;
  }

  static TariffLookup get() {
    if (instance == null) {
      synchronized (TariffLookup.class) {
        if (instance == null) {
          instance = new TariffLookup();
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
