import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Makes the JVM link, and so verify, every class named in a file. Prints the rejected classes and
 * the number of accepted ones.
 */
public class Link {
  public static void main(String[] args) throws Exception {
    int linked = 0;
    int refused = 0;
    for (String name : Files.readAllLines(Path.of(args[0]))) {
      try {
        Class.forName(name, false, ClassLoader.getSystemClassLoader()).getDeclaredMethods();
        linked++;
      } catch (VerifyError | ClassFormatError | IncompatibleClassChangeError e) {
        refused++;
        System.out.println(name + ": " + e);
      } catch (Throwable e) {
        System.out.println(name + " is not usable here: " + e);
      }
    }
    System.out.println(linked + " linked, " + refused + " refused");
  }
}
