import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.StringTokenizer;

/** Standard input through a Scanner and a BufferedReader; tokenizers. */
public class Scanning {
  public static void main(String[] args) throws IOException {
    Scanner in = new Scanner(System.in);
    System.out.println(in.nextInt() + in.nextLong() + " " + in.nextDouble() + " [" + in.nextLine()
        + "] [" + in.nextLine() + "]");
    System.out.println(in.nextBoolean() + " " + in.hasNextInt() + " " + in.next() + " "
        + in.nextInt(16) + " " + in.nextBigInteger());
    try {
      in.nextInt();
    } catch (InputMismatchException e) {
      System.out.println(e.getMessage() + " " + in.next());
    }
    in.useDelimiter("[;\n]");
    StringJoiner j = new StringJoiner("|", "<", ">").setEmptyValue("none");
    while (in.hasNext()) j.add(in.next());
    System.out.println(j);
    try {
      in.next();
    } catch (NoSuchElementException e) {
      System.out.println("the end " + System.in.read());
    }
    StringTokenizer t = new StringTokenizer("a-b+c", "-+", true);
    System.out.print(t.countTokens());
    while (t.hasMoreTokens()) System.out.print(" " + t.nextToken());
    System.out.println();
    StreamTokenizer s =
        new StreamTokenizer(new StringReader("x = 3.5 // gone\n'quoted' /* c */ y"));
    s.slashSlashComments(true);
    s.slashStarComments(true);
    while (s.nextToken() != StreamTokenizer.TT_EOF) System.out.print(s + "; ");
    System.out.println();
    PushbackReader p = new PushbackReader(new StringReader("ab"));
    int c = p.read();
    p.unread(c);
    System.out.println((char) p.read() + "" + (char) p.read() + p.read());
    System.out.println(new BufferedReader(new InputStreamReader(System.in)).readLine());
  }
}
