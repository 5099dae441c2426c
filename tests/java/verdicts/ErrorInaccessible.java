import java.lang.reflect.Field;

/**
 * Two threads look into a String by reflection, which the JDK's module does not open: each dies of
 * it.
 */
public class ErrorInaccessible {
  public static void main(String[] args) throws Exception {
    Field value = String.class.getDeclaredField("value");
    Thread t = new Thread(() -> value.setAccessible(true));
    t.start();
    t.join();
  }
}
