import java.util.Scanner;

/** Reads bytes of standard input, then numbers with a Scanner. */
public class InBytes {
  static int total;

  public static void main(String[] args) throws Exception {
    int c = System.in.read();
    Thread a = new Thread(() -> total += 5);
    a.start();
    if (c == 'a') {
      total++;
    }
    byte[] two = new byte[2];
    System.in.read(two);
    total += two[1];
    Scanner scanner = new Scanner(System.in);
    while (scanner.hasNextInt()) {
      int n = scanner.nextInt();
      if (n > 3) {
        total += n;
      }
    }
    a.join();
    System.out.println(total);
  }
}
