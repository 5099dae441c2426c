/* What is set is seen by the next but one who asks. */
public class Late {
  private int value, shown;

  public synchronized void set(int v) {
    value = v;
  }

  public synchronized int get() {
    int v = shown;
    shown = value;
    return v;
  }
}
