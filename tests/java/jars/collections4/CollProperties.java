import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Properties;
import org.apache.commons.collections4.ArrayStack;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.MapUtils;
import java.util.ResourceBundle;
import java.util.ListResourceBundle;

/**
 * Properties from a stream, an array stack, and serialized collections; ends with exit status 3.
 */
public class CollProperties {
  @SuppressWarnings("deprecation")
  public static void main(String[] args) throws Exception {
    Properties p = new Properties();
    p.load(new ByteArrayInputStream("a=1\nb : two words\n# c\nd=\\u0041".getBytes("ISO-8859-1")));
    System.out.println(p.getProperty("a") + p.getProperty("b") + p.getProperty("d") + p.size());
    ResourceBundle bundle = new ListResourceBundle() {
      @Override
      protected Object[][] getContents() {
        return new Object[][] {{"key", "of a bundle"}};
      }
    };
    System.out.println(
        MapUtils.toMap(bundle) + " " + MapUtils.toProperties(MapUtils.toMap(bundle)));
    ArrayStack<Integer> stack = new ArrayStack<>();
    stack.push(1);
    stack.push(2);
    System.out.println(stack.peek(1) + " " + stack.search(1) + stack.pop() + stack);
    LRUMap<String, Integer> lru = new LRUMap<>(2);
    lru.put("a", 1);
    lru.put("b", 2);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    out.writeObject(lru);
    out.close();
    Object back = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    System.out.println(back + " " + back.equals(lru) + bytes.size());
    System.exit(3);
  }
}
