import java.util.Properties;

/** System.setProperties: with the program's own properties, and with null, which resets them. */
public class PropertiesAnew {
  public static void main(String[] args) {
    Properties before = System.getProperties(), own = new Properties();
    own.setProperty("only", "1");
    System.setProperties(own);
    System.out.println(System.getProperties() + " " + System.getProperty("java.home"));
    System.setProperties(null);
    for (String s : new String[] {"java.home", "java.class.path", "line.separator", "os.name",
             "java.specification.version", "sun.java.command", "java.vm.specification.version"})
      System.out.println(before.getProperty(s).equals(System.getProperty(s)));
    System.out.println(System.getProperty("only"));
    System.out.println(System.getProperties().size() >= before.size() - 2);
  }
}
