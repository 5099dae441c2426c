import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Standard input is read to its end: bytes first, then lines. */
public class StandardInput {
  public static void main(String[] args) throws IOException {
    System.out.println((char) System.in.read());
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int total = 0;
    String line;
    while ((line = in.readLine()) != null) {
      System.out.println("in: " + line);
      total += line.length();
    }
    System.out.println(total + " " + in.read() + " " + System.in.read());
  }
}
