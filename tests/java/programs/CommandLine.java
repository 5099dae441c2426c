// args: one two-words -x --y=z 5 * "q"
import java.util.Arrays;

/** The program prints its arguments. */
public class CommandLine {
  public static void main(String... args) {
    System.out.println(args.length + Arrays.toString(args));
    System.exit(args.length);
  }
}
