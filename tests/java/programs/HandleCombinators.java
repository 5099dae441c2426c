import java.lang.invoke.*;
import java.util.*;
public class HandleCombinators {
  static int add(int a, int b) { return a + b; }
  static long tw(int a) { return a * 2L; }
  static int par(String s) { return Integer.parseInt(s); }
  static String j(String a, long b, String c) { return a + b + c; }
  static void eff(String s) { System.out.println("eff " + s); }
  static int h(NumberFormatException e, String s) { System.out.println(e.getMessage()); return -1; }
  static MethodHandle st(String n, Class<?> r, Class<?>... p) throws Exception {
    return MethodHandles.lookup().findStatic(
        HandleCombinators.class, n, MethodType.methodType(r, p));
  }
  public static void main(String[] a) throws Throwable {
    MethodHandle add = st("add", int.class, int.class, int.class),
                 tw = st("tw", long.class, int.class), par = st("par", int.class, String.class),
                 j = st("j", String.class, String.class, long.class, String.class),
                 eff = st("eff", void.class, String.class);
    System.out.println((int) MethodHandles.filterArguments(add, 0, par, null).invokeExact("5", 6));
    System.out.println((int) MethodHandles.filterArguments(add, 0, par, par).invokeExact("5", "6"));
    System.out.println((String) MethodHandles.filterArguments(j, 1, tw).invokeExact("x", 4, "y"));
    System.out.println((String) MethodHandles.collectArguments(j, 1, tw).invokeExact("x", 4, "y"));
    System.out.println((int) MethodHandles.collectArguments(add, 1, add).invokeExact(1, 2, 3));
    System.out.println(
        (String) MethodHandles
            .foldArguments(j,
                MethodHandles.dropArguments(
                    MethodHandles.constant(String.class, "K"), 0, long.class, String.class))
            .invoke(3L, "z"));
    System.out.println((int) MethodHandles
                           .permuteArguments(st("sub", int.class, int.class, int.class),
                               MethodType.methodType(int.class, int.class, int.class), 1, 0)
                           .invokeExact(10, 3));
    System.out.println((int) MethodHandles
                           .catchException(par, NumberFormatException.class,
                               st("h", int.class, NumberFormatException.class, String.class))
                           .invokeExact("zz"));
    System.out.println((long) MethodHandles.zero(long.class).invokeExact() + " "
        + MethodHandles.empty(MethodType.methodType(Object.class, int.class)).invoke(3));
    int[] arr = {4, 5};
    MethodHandles.arrayElementSetter(int[].class).invokeExact(arr, 0, 9);
    System.out.println((int) MethodHandles.arrayElementGetter(int[].class).invokeExact(arr, 0));
    System.out.println((int) MethodHandles.dropArguments(par, 1, List.of(int.class, String.class))
                           .invokeExact("8", 1, "q"));
    MethodHandles.foldArguments(eff, eff).invokeExact("e");
    System.out.println((long) MethodHandles.collectArguments(tw, 0, eff).invokeExact("pre", 5));
    try {
      MethodHandles.filterReturnValue(par, j);
    } catch (IllegalArgumentException e) { System.out.println("IAE"); }
  }
  static int sub(int a, int b) { return a - b; }
}
