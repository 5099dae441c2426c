/** A thread writes a plain field more often than older writes are kept. */
public class ManyWrites {
  static int n;

  public static void main(String[] args) {
    int times = Integer.parseInt(args[0]);
    Thread reader =
        new Thread(
            () -> {
              if (n < 0) throw new IllegalStateException("negative");
            });
    reader.start();
    for (int i = 1; i <= times; i++) n = i;
  }
}
