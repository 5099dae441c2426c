import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/**
 * Two threads write values of one record with a shared ObjectMapper, which may be shared once it is
 * configured. The name of a property is a SerializedString, which all writers share. A thread
 * that finds no quoted form in its plain field makes it again.
 */
public class JacksonMapper {
  record Item(int price) {}

  static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] args) throws InterruptedException {
    String[] found = new String[2];
    Thread tea = new Thread(() -> found[0] = text(new Item(3)));
    Thread milk = new Thread(() -> found[1] = text(new Item(4)));
    tea.start();
    milk.start();
    tea.join();
    milk.join();
    if (!found[0].equals("{\"price\":3}") || !found[1].equals("{\"price\":4}")) {
      throw new AssertionError(found[0] + " " + found[1]);
    }
  }

  static String text(Item item) {
    try {
      return JSON.writeValueAsString(item);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
