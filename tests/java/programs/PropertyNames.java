// args: one "two"
// heddle: -D my.own=x
// java: -Dmy.own=x

/** The system properties have the same names as in java; some values are compared too. */
public class PropertyNames {
  public static void main(String[] args) {
    String[] same = {"sun.java.command", "java.vm.specification.version", "java.specification.version",
        "sun.java.launcher", "my.own", "sun.reflect.noInflation"};
    System.getProperties().stringPropertyNames().stream()
        .filter(n -> !n.equals("user.country") && !n.equals("user.timezone")) // vary by locale
        .sorted().forEach(System.out::println);
    for (String s : same) System.out.println(s + " " + System.getProperty(s));
    System.out.println(System.getProperties().containsKey("jdk.reflect.useNativeAccessorOnly"));
  }
}
