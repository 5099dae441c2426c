import java.util.ServiceLoader;
import java.util.ServiceConfigurationError;

/**
 * ServiceLoader with a file on the class path that make.MakeClasses writes:
 * META-INF/services/ServiceUse$Greeter.
 */
public class ServiceUse {
  public interface Greeter { String greet(String s); }
  public static class Polite implements Greeter {
    public String greet(String s) { return "good day, " + s; }
  }
  public static class Short implements Greeter {
    public Short() { System.out.println("made"); }
    public String greet(String s) { return "hi " + s; }
  }

  public static void main(String[] args) {
    ServiceLoader<Greeter> l = ServiceLoader.load(Greeter.class);
    try {
      for (Greeter g : l) System.out.println(g.greet("you"));
    } catch (ServiceConfigurationError e) {
      System.out.println(e.getMessage());
    }
    System.out.println(
        l.findFirst().isPresent() + " " + ServiceLoader.load(Runnable.class).iterator().hasNext());
  }
}
