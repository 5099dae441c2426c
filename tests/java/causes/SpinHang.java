/** A worker polls a flag that the one who would set it never sets. */
public class SpinHang {
  private volatile boolean connected;
  private volatile boolean failed;
  private int attempts;

  void connect() {
    attempts++;
    if (attempts > 0 && System.nanoTime() < 0) connected = true;
    else failed = true;
  }

  void awaitConnection() {
    while (!connected) Thread.onSpinWait();
  }

  public static void main(String[] args) throws InterruptedException {
    SpinHang client = new SpinHang();
    Thread io = new Thread(client::connect, "io");
    io.start();
    client.awaitConnection();
    io.join();
  }
}
