import java.util.Enumeration;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.Properties;
import java.util.ResourceBundle;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.TreeSet;

/** ResourceBundle from classes, with parents; Properties; Locale. */
public class Bundles {
  public static class Words extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"hello", "hello"}, {"bye", "bye"}};
    }
  }

  public static class Words_de extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"hello", "hallo"}};
    }
  }

  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.US);
    ResourceBundle de = ResourceBundle.getBundle("Bundles$Words", Locale.GERMANY);
    System.out.println(de.getString("hello") + " " + de.getString("bye") + " " + de.getLocale()
        + " " + new TreeSet<>(de.keySet()));
    ResourceBundle fr = ResourceBundle.getBundle("Bundles$Words", Locale.FRANCE);
    System.out.println(fr.getString("hello") + " [" + fr.getLocale() + "]");
    try {
      de.getString("none");
    } catch (MissingResourceException e) {
      System.out.println(e.getMessage() + " " + e.getKey());
    }
    try {
      ResourceBundle.getBundle("no.such");
    } catch (MissingResourceException e) {
      System.out.println(e.getMessage());
    }
    Properties p = new Properties();
    p.load(
        new StringReader("# comment\nkey = value\\\n   more\nu\\u0041=\\t!\n:empty\nspace key\n"));
    System.out.println(new TreeSet<>(p.stringPropertyNames()) + p.getProperty("key")
        + p.getProperty("uA").length() + p.getProperty("nope", "default"));
    StringWriter w = new StringWriter();
    Properties q = new Properties(p);
    q.setProperty("a b", "c=d\n");
    q.store(w, null);
    System.out.println(
        w.toString().lines().filter(l -> !l.startsWith("#")).toList() + q.getProperty("key"));
    Enumeration<?> names = q.propertyNames();
    int n = 0;
    while (names.hasMoreElements()) {
      names.nextElement();
      n++;
    }
    System.out.println(n + " " + Locale.getDefault() + " "
        + new Locale("zh", "TW").getDisplayCountry(Locale.ENGLISH) + " "
        + Locale.forLanguageTag("sr-Latn-RS").getScript() + " " + Locale.JAPAN.toLanguageTag());
    System.out.println("TITLE".toLowerCase(new Locale("tr")) + " "
        + "i".toUpperCase(new Locale("tr")) + " "
        + "stra\u00dfe".toUpperCase(Locale.ROOT) + " "
        + String.format(Locale.GERMANY, "%,d", 1234567));
  }
}
