import java.lang.reflect.Field;

/**
 * A thread opens a field of String by reflection. The module java.base does not allow this, so the
 * thread dies of an InaccessibleObjectException.
 */
public class ErrorInaccessible {
  public static void main(String[] args) throws Exception {
    Field value = String.class.getDeclaredField("value");
    Thread t = new Thread(() -> value.setAccessible(true));
    t.start();
    t.join();
  }
}
