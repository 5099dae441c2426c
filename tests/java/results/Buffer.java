public class Buffer {
  private final Object[] items = new Object[1];
  private int count;
  public synchronized void put(Object x) throws InterruptedException {
    if (count == items.length) wait();
    items[0] = x;
    count++;
    notifyAll();
  }
  public synchronized Object take() throws InterruptedException {
    if (count == 0) wait();
    Object x = items[0];
    items[0] = null;
    count--;
    notifyAll();
    return x;
  }
}
