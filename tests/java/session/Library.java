import java.util.Vector;

/** Two threads call a method of the library. */
public class Library {
  static final Vector<String> shared = new Vector<>();

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> shared.add("a")), second = new Thread(() -> shared.add("b"));
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
