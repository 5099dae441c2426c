/**
 * A user class (cli/contracts): put sets the value before the size. Only a thread that sees the new
 * value and then asks for the size can notice.
 */
public class OwnCounted {
  private volatile Object value;
  private volatile int size;

  public void put(Object now) {
    value = now;
    size = 1;
  }

  public Object get() {
    return value;
  }

  public int size() {
    return size;
  }

  public static void main(String[] args) {
    OwnCounted counted = new OwnCounted();
    new Thread(() -> counted.put("a")).start();
    if (counted.get() != null) assert counted.size() == 1 : "not counted";
  }
}
