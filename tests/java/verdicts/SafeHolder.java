/** The holder idiom: class initialisation orders the construction before every use. */
public class SafeHolder {
  static final class Config {
    int value;

    Config() {
      value = 11;
    }
  }

  static final class Holder {
    static Config config = new Config();
  }

  public static void main(String[] args) {
    Runnable use = () -> {
      assert Holder.config.value == 11;
    };
    new Thread(use).start();
    new Thread(use).start();
  }
}
