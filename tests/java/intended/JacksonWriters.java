import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.StringWriter;

/**
 * Two threads write a JSON object with the same constant name. SerializedString keeps its quoted
 * characters in a plain field. A thread that finds none makes them again, with the same contents.
 */
public class JacksonWriters {
  static final SerializedString PRICE = new SerializedString("price");
  static final JsonFactory JSON = new JsonFactory();

  public static void main(String[] args) throws InterruptedException {
    Thread tea = new Thread(() -> check(priced(3), "{\"price\":3}"));
    Thread milk = new Thread(() -> check(priced(4), "{\"price\":4}"));
    tea.start();
    milk.start();
    tea.join();
    milk.join();
  }

  static String priced(int amount) {
    StringWriter out = new StringWriter();
    try (var json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeFieldName(PRICE);
      json.writeNumber(amount);
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toString();
  }

  static void check(String got, String want) {
    if (!got.equals(want)) {
      throw new AssertionError(got);
    }
  }
}
