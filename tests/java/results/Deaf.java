/* put notifies no waiter. */
public class Deaf {
  private Object item;

  public synchronized void put(Object x) {
    item = x;
  }

  public synchronized Object take() throws InterruptedException {
    while (item == null) wait();
    Object x = item;
    item = null;
    return x;
  }
}
