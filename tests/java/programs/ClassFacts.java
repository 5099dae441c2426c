import java.util.Arrays;
import java.util.Map;

/** Properties of Class: names, nesting, kinds, loading by name, casts. */
public class ClassFacts {
  interface Local { }
  static class Nested { class Inner { } }
  enum E { A { }, B }
  record R(int a) { }
  static sealed abstract class S permits S1, S2 { }
  static final class S1 extends S { }
  static non-sealed class S2 extends S { }
  static class Loud {
    static { System.out.println("Loud is initialised"); }
    static final int CONSTANT = 5;
    static int plain = 6;
  }
  static class Broken { static int x = 1 / 0; }

  static void show(Class<?> c) {
    System.out.println(c.getName() + " | " + c.getSimpleName() + " | " + c.getCanonicalName()
        + " | " + c.getTypeName() + " | " + c.getPackageName() + " | " + c.isAnonymousClass()
        + c.isLocalClass() + c.isMemberClass() + c.isEnum() + c.isRecord() + c.isInterface()
        + c.isArray() + c.isPrimitive() + c.isSealed() + " | " + c.getEnclosingClass() + " "
        + c.getDeclaringClass() + " " + c.getNestHost().getSimpleName() + " " + c.getSuperclass()
        + " " + c.getComponentType() + " " + c.descriptorString());
  }

  public static void main(String[] args) throws Exception {
    class InMethod { }
    Runnable anonymous = new Runnable() { public void run() { } };
    for (Class<?> c :
        new Class<?>[] {ClassFacts.class, Local.class, Nested.Inner.class, E.class, E.A.getClass(),
            R.class, S.class, InMethod.class, anonymous.getClass(), int.class, void.class,
            int[][].class, String[].class, Nested[].class, Map.Entry.class, Object.class})
      show(c);
    System.out.println(InMethod.class.getEnclosingMethod() + " "
        + Arrays.toString(S.class.getPermittedSubclasses()) + " " + R.class.getRecordComponents()[0]
        + " " + E.A.getDeclaringClass() + Arrays.toString(E.class.getEnumConstants()));
    System.out.println(Loud.CONSTANT + " before");
    System.out.println(
        Class.forName("ClassFacts$Loud", false, ClassFacts.class.getClassLoader()).getSimpleName());
    System.out.println(Class.forName("ClassFacts$Loud").getDeclaredField("plain").getInt(null) + " "
        + Class.forName("[Ljava.lang.String;") + Class.forName("[[I").getSimpleName());
    for (String bad :
        new String[] {"no.Such", "int", "ClassFacts.Nested", "java/lang/String", "[Q"})
      try {
        System.out.println(Class.forName(bad));
      } catch (ClassNotFoundException e) {
        System.out.println(e);
      }
    for (int i = 0; i < 2; i++)
      try {
        System.out.println(Broken.x);
      } catch (ExceptionInInitializerError e) {
        System.out.println(e + " " + e.getCause());
      } catch (NoClassDefFoundError e) {
        System.out.println(e.getMessage());
      }
    try {
      Integer.class.cast("x");
    } catch (ClassCastException e) {
      System.out.println(e.getMessage());
    }
    try {
      Object o = anonymous;
      Nested n = (Nested) o;
    } catch (ClassCastException e) {
      System.out.println(e.getMessage().replaceAll(" \\(.*", ""));
    }
    System.out.println(Number.class.isAssignableFrom(Integer.class) + " "
        + int.class.isAssignableFrom(Integer.class) + " " + Object[].class.isInstance(new String[0])
        + " " + Integer.class.asSubclass(Number.class) + " " + int[].class.getInterfaces().length
        + " " + int.class.arrayType() + String[].class.componentType() + " " + Integer.TYPE);
    System.out.println(new Object() { int f = 4; }.f + " "
        + Nested.class.isNestmateOf(ClassFacts.class) + " "
        + ClassFacts.class.getNestMembers().length + " " + ClassFacts.class.getClasses().length
        + ClassFacts.class.getDeclaredClasses().length + " "
        + ClassFacts.class.getPackage().getName().isEmpty() + ClassFacts.class.getModule().isNamed()
        + String.class.getClassLoader());
  }
}
