/* An update is lost. */
public class Lossy {
  private volatile int count;

  public void add() {
    count = count + 1;
  }

  public int count() {
    return count;
  }
}
