import java.lang.invoke.*;
import java.util.*;
public class VariableArity {
  static String va(String f, Object... a) { return f + Arrays.toString(a); }
  static int sum(int... x) { int s = 0; for (int i : x) s += i; return s; }
  VariableArity(String... s) { n = s.length; } int n;
  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup k = MethodHandles.lookup();
    MethodHandle va = k.findStatic(VariableArity.class, "va",
        MethodType.methodType(String.class, String.class, Object[].class));
    System.out.println(va.isVarargsCollector() + " " + va.invoke("f", 1, "x", 2.5) + va.invoke("f")
        + va.invoke("f", (Object) null) + va.invoke("f", new Object[] {1, 2})
        + va.invoke("f", (Object) new Object[] {1}).toString().substring(0, 4));
    System.out.println((String) va.invokeExact("e", new Object[] {9})
        + va.invokeWithArguments("w", 1, 2) + va.invokeWithArguments("w"));
    MethodHandle s =
        k.findStatic(VariableArity.class, "sum", MethodType.methodType(int.class, int[].class));
    System.out.println((int) s.invoke(1, 2, 3) + " " + (int) s.invoke() + " "
        + (int) s.invoke((byte) 4) + " " + s.invokeWithArguments(4, 5));
    System.out.println((
        (VariableArity) k
            .findConstructor(VariableArity.class, MethodType.methodType(void.class, String[].class))
            .invoke("a", "b"))
                           .n);
    MethodHandle fmt = k.findStatic(
        String.class, "format", MethodType.methodType(String.class, String.class, Object[].class));
    System.out.println(fmt.invoke("%s-%d", "q", 5));
    try { s.invoke("x"); } catch (WrongMethodTypeException e) { System.out.println("WMT"); }
  }
}
