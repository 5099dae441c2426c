/* The model of Late. */
public class Register {
  private int value;

  public void set(int v) {
    value = v;
  }

  public int get() {
    return value;
  }
}
