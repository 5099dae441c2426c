import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * URLs of resources in a folder of the class path and in the JDK: streams, connections, files,
 * folder listings.
 */
public class ResourceUrls {
  static String tail(Object o) {
    String s = String.valueOf(o);
    return s.substring(0, s.indexOf(':') + 1) + s.substring(s.lastIndexOf('/'));
  }

  public static void main(String[] args) throws Exception {
    URL text = ResourceUrls.class.getResource("made/text.txt");
    System.out.println(tail(text) + " " + text.getProtocol());
    try (InputStream in = text.openStream()) {
      System.out.println(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    URLConnection c = text.openConnection();
    System.out.println(c.getContentLength() + " " + c.getContentType());
    File file = new File(text.toURI());
    System.out.println(
        file.getName() + file.isFile() + file.length() + new File(text.getPath()).exists());
    ClassLoader loader = ResourceUrls.class.getClassLoader();
    System.out.println(Collections.list(loader.getResources("made/words.properties"))
                           .stream()
                           .map(ResourceUrls::tail)
                           .collect(Collectors.toList())
        + " " + Collections.list(ClassLoader.getSystemResources("ResourceUrls.class")).size()
        + loader.getResources("none").hasMoreElements()
        + loader.resources("made/text.txt").count());
    System.out.println(ResourceUrls.class.getResource("none") + " " + loader.getResource("none")
        + " " + tail(loader.getResource("made/text.txt")) + " "
        + tail(ClassLoader.getSystemResource("made/text.txt")));
    System.out.println(tail(ResourceUrls.class.getProtectionDomain().getCodeSource().getLocation())
        + " " + Object.class.getProtectionDomain().getCodeSource());

    URL string = Object.class.getResource("String.class");
    System.out.println(string + " " + (string.openConnection().getContentLength() > 1000));
    try (InputStream in = string.openStream()) {
      System.out.println(Integer.toHexString(in.read()) + Integer.toHexString(in.read()));
    }
    try {
      new URL("jrt:/java.base/java/lang/None.class").openStream();
    } catch (IOException e) {
      System.out.println("none in the image");
    }

    Path folder = Path.of(text.toURI()).getParent();
    try (Stream<Path> s = Files.list(folder)) {
      System.out.println(
          s.map(p -> p.getFileName().toString()).sorted().collect(Collectors.toList()));
    }
    try (Stream<Path> s = Files.walk(folder.getParent().resolve("META-INF"))) {
      System.out.println(s.map(p -> folder.getParent().relativize(p).toString())
                             .sorted(Comparator.reverseOrder())
                             .collect(Collectors.toList()));
    }
    try (DirectoryStream<Path> s = Files.newDirectoryStream(folder, "*_fr.*")) {
      for (Path p : s) System.out.println(p.getFileName() + " " + Files.readAllLines(p));
    }
    try {
      Files.list(folder.resolve("text.txt"));
    } catch (java.nio.file.NotDirectoryException e) {
      System.out.println("no folder");
    }

    try (URLClassLoader urls = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      System.out.println(tail(urls.findResource("words.properties")) + " "
          + urls.getResource("none") + " " + urls.loadClass("ResourceUrls").getName() + " "
          + (urls.getParent() == ClassLoader.getSystemClassLoader()) + " "
          + Collections.list(urls.getResources("text.txt")).size());
      urls.loadClass("None");
    } catch (ClassNotFoundException e) {
      System.out.println(e.getMessage());
    }
  }
}
