/* A new value becomes visible only at the second get after the set. */
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
