/** Two classes whose static initialisers use each other. */
public class InitCycle {
  static class Currency {
    static final Currency EURO = new Currency("EUR");
    final String code;
    final int rate;

    Currency(String code) {
      this.code = code;
      this.rate = Rates.of(code);
    }
  }

  static class Rates {
    static final Currency BASE = Currency.EURO;

    static int of(String code) {
      return code.length() * 10;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread rates = new Thread(() -> System.out.println(Rates.of("USD")), "rates");
    rates.start();
    System.out.println(Currency.EURO.code);
    rates.join();
  }
}
