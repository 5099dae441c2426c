/** Two threads add to a balance; the lock is given back between reading and writing. */
class Bank {
  static int bal = 100; static final Object L = new Object();
  static class W extends Thread {
    final int amt; W(int a) { amt = a; }
    public void run() {
      int r;
      synchronized (L) { r = bal; }
      r = r + amt;
      synchronized (L) { bal = r; }
      // the other thread's update may be lost
    }
    public static void main(String[] a) throws Exception {
      W x = new W(10), y = new W(20);
      x.start();
      y.start();
      x.join(); y.join();
      assert bal == 130 : bal;
    }
  }
}
