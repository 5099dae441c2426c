import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two workers write JSON with the same constant name. Each has its own generator; they share only
 * the factory, which is thread-safe, and the name. SerializedString keeps its quoted bytes in a
 * plain field. A thread that finds none makes them again, with the same contents.
 */
public class JacksonNames {
  static final SerializedString PRICE = new SerializedString("price");
  static final JsonFactory JSON = new JsonFactory();

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<String> tea = pool.submit(() -> priced(3));
    Future<String> milk = pool.submit(() -> priced(4));
    pool.shutdown();
    check(tea.get(), "{\"price\":3}");
    check(milk.get(), "{\"price\":4}");
  }

  static String priced(int amount) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (var json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeFieldName(PRICE);
      json.writeNumber(amount);
      json.writeEndObject();
    }
    return out.toString();
  }

  static void check(String got, String want) {
    if (!got.equals(want)) {
      throw new AssertionError(got);
    }
  }
}
