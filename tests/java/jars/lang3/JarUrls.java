import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.lang3.StringUtils;

/**
 * Access to a jar of the class path: by the URL of a class, as JarFile and ZipFile, through a
 * class loader.
 */
public class JarUrls {
  public static void main(String[] args) throws Exception {
    URL url = StringUtils.class.getResource("StringUtils.class");
    System.out.println(url);
    try (InputStream in = url.openStream()) {
      System.out.println(in.readAllBytes().length);
    }
    JarURLConnection c = (JarURLConnection) url.openConnection();
    System.out.println(c.getEntryName() + " " + c.getContentLength() + " " + c.getJarFileURL() + " "
        + c.getMainAttributes().getValue(Attributes.Name.MANIFEST_VERSION));
    URL jar = StringUtils.class.getProtectionDomain().getCodeSource().getLocation();
    System.out.println(jar);
    try (JarFile f = new JarFile(jar.getPath())) {
      System.out.println(f.size() + " "
          + f.stream()
                .filter(e -> e.getName().endsWith("/StringUtils.class"))
                .mapToLong(ZipEntry::getSize)
                .sum()
          + " " + f.getManifest().getMainAttributes().size());
    }
    try (ZipFile f = new ZipFile(jar.getPath())) {
      ZipEntry e = f.getEntry("META-INF/MANIFEST.MF");
      System.out.println(new String(f.getInputStream(e).readAllBytes(), StandardCharsets.UTF_8)
                             .lines()
                             .findFirst()
                             .get()
          + " " + e.getCrc() + f.getEntry("none"));
    }
    try (URLClassLoader l = new URLClassLoader(new URL[] {jar}, null)) {
      System.out.println(l.findResource("META-INF/MANIFEST.MF") + " "
          + Collections.list(l.findResources("none")).size());
    }
    System.out.println(JarUrls.class.getClassLoader()
                           .getResource("org/apache/commons/lang3/StringUtils.class")
                           .equals(url)
        + " " + StringUtils.class.getPackage().getName());
  }
}
