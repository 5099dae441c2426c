import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Loops, try/finally and switches built from method handles. */
public class HandleLoops {
  static final MethodHandles.Lookup L = MethodHandles.lookup();

  static MethodHandle find(String name, Class<?> ret, Class<?>... params) throws Exception {
    return L.findStatic(HandleLoops.class, name, MethodType.methodType(ret, params));
  }

  static int one(int k) { return 1; }
  static int inc(int i, int acc, int k) { return i + 1; }
  static int mult(int i, int acc, int k) { return i * acc; }
  static boolean more(int i, int acc, int k) { return i < k; }
  static int fin(int i, int acc, int k) { return acc; }
  static List<String> step(List<String> l, int i, String s) { l.add(s + i); return l; }
  static boolean shorter(int a, int limit) { return a < limit; }
  static int twice(int a, int limit) { return a * 2; }
  static int begin(int limit) { return 1; }
  static void say(String s) { System.out.println("say " + s); }
  static List<String> start(String s) { return new ArrayList<>(); }
  static List<String> start2(List<String> l) { return new ArrayList<>(); }
  static List<String> upper(List<String> acc, String s) { acc.add(s.toUpperCase()); return acc; }
  static int parse(String s) { return Integer.parseInt(s); }
  static int cleanup(Throwable t, int r, String s) {
    System.out.println("cleanup " + t + " " + r + " " + s);
    return t == null ? r + 1 : -1;
  }
  static void quiet(Throwable t) { System.out.println("quiet " + t); }
  static String zero(int i, String s) { return "zero " + s; }
  static String first(int i, String s) { return "first " + s; }
  static String other(int i, String s) { return "other " + i + s; }

  public static void main(String[] args) throws Throwable {
    MethodHandle[] counter = {null, find("inc", int.class, int.class, int.class, int.class)};
    MethodHandle[] accumulator = {find("one", int.class, int.class),
        find("mult", int.class, int.class, int.class, int.class),
        find("more", boolean.class, int.class, int.class, int.class),
        find("fin", int.class, int.class, int.class, int.class)};
    MethodHandle factorial = MethodHandles.loop(counter, accumulator);
    System.out.println(
        factorial.type() + " " + (int) factorial.invokeExact(10) + " " + factorial.invoke(1));
    MethodHandle counted = MethodHandles.countedLoop(
        MethodHandles.dropArguments(MethodHandles.constant(int.class, 3), 0, String.class),
        find("start", List.class, String.class),
        find("step", List.class, List.class, int.class, String.class));
    System.out.println(counted.type() + " " + counted.invoke("x"));
    MethodHandle range = MethodHandles.countedLoop(
        MethodHandles.dropArguments(MethodHandles.constant(int.class, -2), 0, String.class),
        MethodHandles.dropArguments(MethodHandles.constant(int.class, 2), 0, String.class),
        find("start", List.class, String.class),
        find("step", List.class, List.class, int.class, String.class));
    System.out.println(range.invoke("r"));
    MethodHandle whileLoop = MethodHandles.whileLoop(find("begin", int.class, int.class),
        find("shorter", boolean.class, int.class, int.class),
        find("twice", int.class, int.class, int.class));
    System.out.println((int) whileLoop.invokeExact(100) + " " + whileLoop.invoke(0));
    System.out.println(MethodHandles
                           .doWhileLoop(find("begin", int.class, int.class),
                               find("twice", int.class, int.class, int.class),
                               find("shorter", boolean.class, int.class, int.class))
                           .invoke(0));
    MethodHandle each = MethodHandles.iteratedLoop(
        L.findVirtual(List.class, "iterator", MethodType.methodType(Iterator.class)),
        find("start2", List.class, List.class),
        find("upper", List.class, List.class, String.class));
    System.out.println(each.invoke(List.of("a", "b")));
    MethodHandles.iteratedLoop(null, null, find("say", void.class, String.class))
        .invoke(List.of("p", "q"));
    MethodHandle guarded = MethodHandles.tryFinally(find("parse", int.class, String.class),
        find("cleanup", int.class, Throwable.class, int.class, String.class));
    System.out.println((int) guarded.invokeExact("41"));
    try {
      guarded.invoke("zz");
    } catch (NumberFormatException e) {
      System.out.println("thrown " + e.getMessage());
    }
    MethodHandles
        .tryFinally(
            find("say", void.class, String.class), find("quiet", void.class, Throwable.class))
        .invoke("v");
    MethodHandle select =
        MethodHandles.tableSwitch(find("other", String.class, int.class, String.class),
            find("zero", String.class, int.class, String.class),
            find("first", String.class, int.class, String.class));
    for (int i = -1; i < 3; i++) System.out.println((String) select.invokeExact(i, "s"));
    System.out.println(MethodHandles.dropReturn(find("parse", int.class, String.class)).type() + " "
        + MethodHandles
              .dropArgumentsToMatch(find("parse", int.class, String.class), 0,
                  List.of(int.class, String.class, long.class), 1)
              .invoke(1, "5", 2L));
    try {
      MethodHandles.loop();
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
