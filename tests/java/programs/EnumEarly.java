import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;

/** Enum constants are looked up before the array of constants exists, and afterwards. */
public class EnumEarly {
  enum Early {
    FIRST, SECOND;

    static final Early again = valueOf("SECOND");

    Early() {
      try {
        System.out.println("constructor: " + valueOf("FIRST"));
      } catch (RuntimeException e) {
        System.out.println("constructor: " + e);
      }
      System.out.println("constants: " + Arrays.toString(Early.class.getEnumConstants()));
      try {
        System.out.println("set: " + EnumSet.allOf(Early.class));
      } catch (RuntimeException e) {
        System.out.println("set: " + e.getClass().getName());
      }
    }
  }

  enum Body {
    PLAIN, OWN {
      @Override
      int code() {
        return 7;
      }
    };

    int code() {
      return 1;
    }
  }

  static void ask(String name, Class<?> type) {
    System.out.println(name + " " + type.isEnum() + " " + Arrays.toString(type.getEnumConstants()));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static void of(Class type, String name) {
    try {
      System.out.println(Enum.valueOf(type, name));
    } catch (RuntimeException e) {
      System.out.println(e);
    }
  }

  public static void main(String[] args) {
    System.out.println(Early.again + " " + Early.valueOf("FIRST"));
    ask("Early", Early.class);
    ask("Body", Body.class);
    ask("Body.OWN", Body.OWN.getClass());
    ask("String", String.class);
    of(Body.class, "OWN");
    of(Body.class, "NONE");
    of(Body.class, null);
    of(Body.OWN.getClass(), "OWN");
    of(String.class, "x");
    EnumMap<Body, Integer> codes = new EnumMap<>(Body.class);
    for (Body b : Body.values()) codes.put(b, b.code());
    System.out.println(codes);
  }
}
