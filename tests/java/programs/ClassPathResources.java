import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Properties;
import java.util.ResourceBundle;

/**
 * Resources of the class path that make.MakeClasses writes: text, properties, bundles; looked up
 * by class and by loader.
 */
public class ClassPathResources {
  public static void main(String[] args) throws IOException {
    try (InputStream in = ClassPathResources.class.getResourceAsStream("made/text.txt")) {
      System.out.print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    try (BufferedReader r = new BufferedReader(new InputStreamReader(
             ClassPathResources.class.getClassLoader().getResourceAsStream("made/text.txt"),
             StandardCharsets.UTF_8))) {
      System.out.println(r.lines().count());
    }
    Properties p = new Properties();
    try (InputStream in = ClassPathResources.class.getResourceAsStream("/made/words.properties")) {
      p.load(in);
    }
    System.out.println(p.getProperty("hello") + p.size());
    Locale.setDefault(Locale.ROOT);
    System.out.println(ResourceBundle.getBundle("made.words").getString("hello") + " "
        + ResourceBundle.getBundle("made.words", Locale.FRANCE).getString("hello") + " "
        + ResourceBundle.getBundle("made.words", Locale.FRANCE).getString("bye"));
    System.out.println(ClassPathResources.class.getResource("none.txt") + " "
        + (ClassPathResources.class.getResource("made/text.txt") != null) + " "
        + ClassLoader.getSystemResourceAsStream("nope")
        + Thread.currentThread().getContextClassLoader().getResource("made/none"));
    InputStream in = ClassPathResources.class.getResourceAsStream("made/text.txt");
    byte[] b = new byte[4];
    System.out.println(in.read(b) + new String(b) + in.read() + in.skip(2) + in.available());
    in.close();
  }
}
