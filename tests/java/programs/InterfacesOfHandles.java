import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.BiFunction;

/** Handles of every kind of member: looked up, unreflected, bound, called exactly or not. */
public class InterfacesOfHandles {
  int field = 3;
  static String text = "static";
  private int secret(int x) { return x + field; }
  static class Base { String who() { return "base"; } }
  static class Derived extends Base {
    @Override
    String who() {
      return "derived";
    }
    static MethodHandle parent() throws Exception {
      return MethodHandles.lookup().findSpecial(
          Base.class, "who", MethodType.methodType(String.class), Derived.class);
    }
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    InterfacesOfHandles o = new InterfacesOfHandles();
    MethodHandle get = l.findGetter(InterfacesOfHandles.class, "field", int.class),
                 set = l.findSetter(InterfacesOfHandles.class, "field", int.class);
    set.invokeExact(o, 8);
    System.out.println((int) get.invokeExact(o)
        + (String) l.findStaticGetter(InterfacesOfHandles.class, "text", String.class)
              .invokeExact());
    l.findStaticSetter(InterfacesOfHandles.class, "text", String.class).invokeExact("set");
    System.out.println(text
        + l.findVirtual(
               InterfacesOfHandles.class, "secret", MethodType.methodType(int.class, int.class))
              .invoke(o, (short) 2));
    System.out.println(
        (String) l.findVirtual(Base.class, "who", MethodType.methodType(String.class))
            .invokeExact((Base) new Derived())
        + (String) Derived.parent().invokeExact(new Derived()));
    MethodHandle make =
        l.findConstructor(StringBuilder.class, MethodType.methodType(void.class, String.class));
    System.out.println(((StringBuilder) make.invokeExact("built")).reverse() + " "
        + l.findVirtual(CharSequence.class, "length", MethodType.methodType(int.class))
              .invoke("four"));
    MethodHandle un = l.unreflect(String.class.getMethod("concat", String.class)),
                 ctor = l.unreflectConstructor(Integer.class.getConstructor(String.class));
    System.out.println((String) un.invokeExact("a", "b") + (Integer) ctor.invokeExact("12")
        + l.unreflectGetter(InterfacesOfHandles.class.getDeclaredField("field")).invoke(o)
        + un.bindTo("x").invoke("y"));
    for (String bad : new String[] {"nope", "secret", "field"})
      try {
        l.findStatic(InterfacesOfHandles.class, bad, MethodType.methodType(int.class, int.class));
      } catch (NoSuchMethodException | IllegalAccessException e) {
        System.out.println(e.getClass().getSimpleName());
      }
    MethodHandle swap = MethodHandles.permuteArguments(
        un, MethodType.methodType(String.class, String.class, String.class), 1, 0);
    MethodHandle chain = MethodHandles.filterReturnValue(
        swap, l.findVirtual(String.class, "length", MethodType.methodType(int.class)));
    System.out.println((String) swap.invokeExact("1", "2") + (int) chain.invokeExact("123", "4")
        + MethodHandles.insertArguments(swap, 1, "end").invoke("start")
        + MethodHandles.identity(long.class).invoke(4)
        + MethodHandles.constant(int.class, 7).invoke());
    try {
      Object wrong = (String) swap.invokeExact("1", (Object) "2");
    } catch (java.lang.invoke.WrongMethodTypeException e) {
      System.out.println("exact");
    }
    BiFunction<String, String, String> f = (x, y) -> {
      try {
        return (String) swap.invokeExact(x, y);
      } catch (Throwable t) { throw new RuntimeException(t); }
    };
    System.out.println(f.andThen(String::length).apply("abc", "de"));
  }
}
