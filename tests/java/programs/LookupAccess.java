import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;

/** A class outside the nest. */
class OtherNest {
  private int hidden = 1;
  static private int count = 2;
  int packaged = 3;
  protected int guarded = 4;
  public final int fixed = 5;

  private OtherNest(int x) {}

  OtherNest() {}

  private int secret() {
    return 6;
  }

  private static int statically() {
    return 7;
  }

  int open() {
    return 8;
  }
}

/** What a Lookup may access: private members, packages, modules; privateLookupIn; in; unreflect. */
public class LookupAccess {
  private static int own() {
    return 9;
  }

  static class Mate {
    private int mine = 10;

    private int deep() {
      return 11;
    }
  }

  interface Act {
    Object run() throws Throwable;
  }

  static String strip(Object o) {
    // Types that unreflect has not resolved are missing from its message.
    return o.toString()
        .replaceAll("unnamed module @\\w+", "unnamed module @")
        .replaceAll("(secret|<init>)\\[Ljava.lang.Object;@\\w+", "$1")
        .replaceAll("(secret|<init>)\\((int)?\\)(int|void)/invokeSpecial", "$1/invokeSpecial");
  }

  static void tries(String what, Act a) {
    try {
      Object o = a.run();
      System.out.println(what + ": " + (o instanceof MethodHandle ? "found" : strip(o)));
    } catch (Throwable t) {
      System.out.println(
          what + ": " + strip(t) + (t.getCause() == null ? "" : ", cause " + strip(t.getCause())));
    }
  }

  static void all(String what, MethodHandles.Lookup l) {
    MethodType toInt = MethodType.methodType(int.class);
    System.out.println("-- " + what + " " + l + " " + Integer.toBinaryString(l.lookupModes()) + " "
        + l.previousLookupClass());
    tries("private virtual", () -> l.findVirtual(OtherNest.class, "secret", toInt));
    tries("private static", () -> l.findStatic(OtherNest.class, "statically", toInt));
    tries("package virtual", () -> l.findVirtual(OtherNest.class, "open", toInt));
    tries("private constructor",
        () -> l.findConstructor(OtherNest.class, MethodType.methodType(void.class, int.class)));
    tries("package constructor",
        () -> l.findConstructor(OtherNest.class, MethodType.methodType(void.class)));
    tries("private getter", () -> l.findGetter(OtherNest.class, "hidden", int.class));
    tries("private static setter", () -> l.findStaticSetter(OtherNest.class, "count", int.class));
    tries("package getter", () -> l.findGetter(OtherNest.class, "packaged", int.class));
    tries("protected getter", () -> l.findGetter(OtherNest.class, "guarded", int.class));
    tries("final setter", () -> l.findSetter(OtherNest.class, "fixed", int.class));
    tries(
        "private variable", () -> l.findVarHandle(OtherNest.class, "hidden", int.class).varType());
    tries("own static", () -> l.findStatic(LookupAccess.class, "own", toInt));
    tries("nestmate's", () -> l.findVirtual(Mate.class, "deep", toInt));
    tries("nestmate's getter", () -> l.findGetter(Mate.class, "mine", int.class));
    tries("special", () -> l.findSpecial(Object.class, "hashCode", toInt, LookupAccess.class));
    tries("special for another",
        () -> l.findSpecial(Object.class, "hashCode", toInt, OtherNest.class));
    tries("public of the JDK", () -> l.findVirtual(String.class, "length", toInt));
    tries("private of the JDK", () -> l.findGetter(String.class, "value", byte[].class));
    tries("package of the JDK",
        () -> l.findVirtual(String.class, "coder", MethodType.methodType(byte.class)));
    tries("protected of the JDK",
        () -> l.findVirtual(Object.class, "clone", MethodType.methodType(Object.class)));
    tries("array clone",
        () -> l.findVirtual(int[].class, "clone", MethodType.methodType(Object.class)));
    tries("not exported",
        ()
            -> l.findStatic(Class.forName("jdk.internal.misc.VM"), "isBooted",
                MethodType.methodType(boolean.class)));
    tries("missing", () -> l.findVirtual(OtherNest.class, "nothing", toInt));
    tries("wrong kind", () -> l.findStatic(OtherNest.class, "open", toInt));
    tries("unreflect private", () -> l.unreflect(OtherNest.class.getDeclaredMethod("secret")));
    tries("unreflect opened", () -> {
      Method o = OtherNest.class.getDeclaredMethod("secret");
      o.setAccessible(true);
      return l.unreflect(o);
    });
    tries("unreflect getter", () -> l.unreflectGetter(OtherNest.class.getDeclaredField("hidden")));
    tries("unreflect constructor",
        () -> l.unreflectConstructor(OtherNest.class.getDeclaredConstructor(int.class)));
    tries("accessClass", () -> l.accessClass(OtherNest.class));
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup l = MethodHandles.lookup();
    all("own", l);
    all("public", MethodHandles.publicLookup());
    all("in", l.in(OtherNest.class));
    all("in the JDK", l.in(ArrayList.class));
    all("private in", MethodHandles.privateLookupIn(OtherNest.class, l));
    all("dropped", l.dropLookupMode(MethodHandles.Lookup.PRIVATE));
    tries("private in the JDK", () -> MethodHandles.privateLookupIn(String.class, l));
    tries("private in int", () -> MethodHandles.privateLookupIn(int.class, l));
    tries("private in an array", () -> MethodHandles.privateLookupIn(int[].class, l));
    tries("private by public",
        () -> MethodHandles.privateLookupIn(OtherNest.class, MethodHandles.publicLookup()));
    System.out.println((int) MethodHandles.privateLookupIn(OtherNest.class, l)
                           .findVirtual(OtherNest.class, "secret", MethodType.methodType(int.class))
                           .invoke(new OtherNest()));
  }
}
