import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.Arrays;
import java.util.List;

/**
 * Handles that spread, collect and cast their arguments; invokers; types and text of handles.
 */
public class HandleShapes {
  static String join(String a, int b, long c, Object... more) {
    return a + b + c + Arrays.toString(more);
  }
  static int sum(int a, int b, int c) { return a + b * 10 + c * 100; }
  static double wide(byte b, char c, boolean z, float f) { return b + c + (z ? 0.5 : 0) + f; }
  String self(String s) { return "self " + s; }

  static void attempt(String name, Attempt a) {
    try {
      System.out.println(name + ": " + a.get());
    } catch (Throwable t) {
      System.out.println(name + ": " + t.getClass().getSimpleName());
    }
  }

  interface Attempt {
    Object get() throws Throwable;
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    MethodHandle sum = l.findStatic(HandleShapes.class, "sum",
        MethodType.methodType(int.class, int.class, int.class, int.class));
    MethodHandle join = l.findStatic(HandleShapes.class, "join",
        MethodType.methodType(String.class, String.class, int.class, long.class, Object[].class));
    MethodHandle spread = sum.asSpreader(int[].class, 3);
    System.out.println(spread.type() + " " + (int) spread.invokeExact(new int[] {1, 2, 3}));
    System.out.println((int) sum.asSpreader(1, Object[].class, 2).invoke(7, new Object[] {8, 9})
        + " " + sum.asSpreader(Object[].class, 0).type());
    attempt("short array", () -> spread.invoke(new int[] {1}));
    attempt("null array", () -> spread.invoke((int[]) null));
    attempt("null for none", () -> sum.asSpreader(int[].class, 0).invoke(1, 2, 3, null));
    attempt("too long", () -> sum.asSpreader(int[].class, 4));
    attempt("element type", () -> sum.asSpreader(String[].class, 1));
    attempt("no array", () -> sum.asSpreader(String.class, 1));
    System.out.println(join.isVarargsCollector() + " " + join.invoke("a", 1, 2L)
        + join.invoke("a", 1, 2, "x", 3, 'c')
        + join.invoke("a", (short) 1, 2L, new Object[] {"array"})
        + join.invoke("b", 1, 2L, null, null));
    MethodHandle fixed = join.asFixedArity();
    System.out.println(fixed.isVarargsCollector() + " " + fixed.invoke("f", 1, 2L, new Object[] {9})
        + " " + fixed.asVarargsCollector(Object[].class).invoke("v", 1, 2L, 3) + " "
        + join.withVarargs(false).isVarargsCollector());
    attempt("fixed", () -> fixed.invoke("f", 1, 2L, "x"));
    MethodHandle two = fixed.asCollector(Object[].class, 2);
    System.out.println(two.type() + " " + two.invoke("c", 1, 2L, "p", 5) + " "
        + fixed.asCollector(Object[].class, 0).invoke("n", 1, 2L));
    System.out.println(join.asType(MethodType.methodType(Object.class, String.class, int.class,
                                       int.class, String.class, Integer.class))
                           .invoke("t", 1, 2, "s", 4));
    System.out.println(join.invokeWithArguments("w", 1, 2L, 'x', 'y') + " "
        + sum.invokeWithArguments(List.of(1, 2, 3)));
    attempt("too few", () -> sum.invokeWithArguments(1, 2));
    MethodHandle wide = l.findStatic(HandleShapes.class, "wide",
        MethodType.methodType(double.class, byte.class, char.class, boolean.class, float.class));
    MethodHandle cast = MethodHandles.explicitCastArguments(
        wide, MethodType.methodType(int.class, double.class, long.class, int.class, Object.class));
    System.out.println((int) cast.invokeExact(300.7, 65600L, 3, (Object) 'a') + " "
        + cast.invoke(1.0, 2L, 2, null) + " "
        + MethodHandles
              .explicitCastArguments(wide,
                  MethodType.methodType(
                      Object.class, Object.class, Object.class, boolean.class, byte.class))
              .invoke((byte) 1, 'b', true, (byte) 2));
    attempt("asType narrowing",
        ()
            -> wide.asType(MethodType.methodType(
                int.class, double.class, long.class, int.class, Object.class)));
    MethodType t = MethodType.methodType(int.class, int.class, int.class, int.class);
    System.out.println((int) MethodHandles.exactInvoker(t).invokeExact(sum, 1, 1, 1) + " "
        + (Object) MethodHandles.invoker(t.generic()).invoke(sum, 2, 2, 2) + " "
        + MethodHandles.spreadInvoker(t, 1).invoke(sum, 3, new Object[] {4, 5}));
    attempt("thrower",
        ()
            -> MethodHandles.throwException(int.class, IllegalStateException.class)
                   .invoke(new IllegalStateException()));
    System.out.println(
        Arrays.toString((int[]) MethodHandles.arrayConstructor(int[].class).invoke(3)) + " "
        + (int) MethodHandles.arrayLength(String[].class).invokeExact(new String[4]));
    attempt("negative", () -> MethodHandles.arrayConstructor(int[].class).invoke(-3));
    System.out.println(
        l.bind(new HandleShapes(), "self", MethodType.methodType(String.class, String.class))
            .invoke("bound")
        + " " + l.bind("text", "length", MethodType.methodType(int.class)).invoke());
    MethodHandleInfo info = l.revealDirect(sum);
    System.out.println(info + " | " + info.getName() + " " + info.getDeclaringClass().getName()
        + " " + info.isVarArgs() + " "
        + MethodHandleInfo.referenceKindToString(info.getReferenceKind()) + " "
        + info.reflectAs(java.lang.reflect.Method.class, l));
    System.out.println(l.revealDirect(l.findConstructor(
                           StringBuilder.class, MethodType.methodType(void.class, String.class)))
        + " "
        + l.revealDirect(l.findVirtual(List.class, "size", MethodType.methodType(int.class)))
              .getReferenceKind());
    attempt("not direct", () -> l.revealDirect(spread));
    System.out.println(sum + " " + join.type().parameterList() + " " + sum.type().wrap() + " "
        + t.toMethodDescriptorString() + " "
        + t.changeReturnType(void.class)
              .dropParameterTypes(0, 1)
              .appendParameterTypes(String.class)
              .insertParameterTypes(0, long[].class)
        + MethodType.fromMethodDescriptorString("(I[Ljava/lang/String;)V", null)
        + t.equals(
            MethodType.methodType(int.class, new Class<?>[] {int.class, int.class, int.class}))
        + MethodType.genericMethodType(2, true));
  }
}
