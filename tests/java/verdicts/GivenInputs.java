import java.io.IOException;

/** Only a certain system property and certain bytes on standard input lead to the error. */
public class GivenInputs {
  static int read;

  public static void main(String[] args) throws IOException, InterruptedException {
    byte[] all = System.in.readAllBytes();
    int wanted = Integer.getInteger("wanted", -1);
    Thread t = new Thread(() -> read = all.length);
    t.start();
    int sum = 0;
    for (byte b : all) sum += b & 0xff;
    t.join();
    System.out.println(read + " bytes, sum " + sum + ", " + System.getProperty("text"));
    if (sum == wanted)
      throw new IllegalStateException("sum " + sum + ", " + System.getProperty("text"));
  }
}
