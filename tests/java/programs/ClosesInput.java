import java.io.IOException;
import java.util.Scanner;

/** Closes the standard streams. */
public class ClosesInput {
  public static void main(String[] args) throws IOException {
    try (Scanner in = new Scanner(System.in)) {
      System.out.println(in.nextInt());
    }
    try {
      System.out.println(System.in.read());
    } catch (IOException e) {
      System.out.println(e);
    }
    System.in.close();
    System.err.close();
    System.err.println("not printed");
    System.out.println("printed");
    System.out.close();
    System.out.println("not printed");
    if (System.out.checkError()) {
      System.exit(3);
    }
  }
}
