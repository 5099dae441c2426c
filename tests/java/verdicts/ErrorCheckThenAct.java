import java.util.concurrent.ConcurrentHashMap;

/** Each call on the ConcurrentHashMap is atomic, but the pair is not. */
public class ErrorCheckThenAct {
  static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

  static void register() {
    if (!map.containsKey("k")) {
      if (map.put("k", 1) != null) {
        throw new IllegalStateException("registered twice");
      }
    }
  }

  public static void main(String[] args) {
    new Thread(ErrorCheckThenAct::register).start();
    register();
  }
}
