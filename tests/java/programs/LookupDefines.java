import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.List;

/** Lookup.defineHiddenClass: nestmates, class data, and the class files that it rejects. */
public class LookupDefines {
  private static int secret() {
    return 14;
  }

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = LookupDefines.class.getResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    }
  }

  static Object call(Lookup l, String name) throws Throwable {
    return l.findStatic(l.lookupClass(), name, MethodType.methodType(Object.class)).invoke();
  }

  interface Attempt {
    Object run() throws Throwable;
  }

  static void say(String what, Attempt a) {
    Object said;
    try {
      said = a.run();
    } catch (Throwable e) {
      said = e.getClass().getName();
    }
    System.out.println(what + ": " + said);
  }

  public static void main(String[] args) throws Throwable {
    Lookup l = MethodHandles.lookup();
    Class<?> handles = Class.forName("java.lang.invoke.MethodHandles");
    Object reflected = handles.getMethod("lookup").invoke(null);
    say("by reflection", () -> reflected);
    say("private, by reflection", () -> handles.getMethod("privateLookupIn", Class.class, Lookup.class)
        .invoke(null, LookupDefines.class, reflected));
    byte[] peeks = bytes("LookupDefinesPeeks"), data = bytes("LookupDefinesData");
    Lookup mate = l.defineHiddenClass(peeks, true, ClassOption.NESTMATE);
    say("host", () -> mate.lookupClass().getNestHost());
    say("members", () -> LookupDefines.class.getNestMembers().length);
    say("mates", () -> LookupDefines.class.isNestmateOf(mate.lookupClass()));
    say("modes", () -> mate.lookupModes());
    say("mate", () -> call(mate, "peek"));
    say("no mate", () -> call(l.defineHiddenClass(peeks, true), "peek"));
    Lookup d = l.defineHiddenClassWithClassData(data, List.of("x", 3), true);
    say("data", () -> call(d, "data"));
    say("asked", () -> MethodHandles.classData(d, "_", List.class));
    say("first", () -> MethodHandles.classDataAt(d, "_", String.class, 0));
    say("third", () -> MethodHandles.classDataAt(d, "_", String.class, 3));
    say("of another type", () -> MethodHandles.classData(d, "_", String.class));
    say("none", () -> MethodHandles.classData(mate, "_", Object.class));
    say("no class file", () -> l.defineHiddenClass(new byte[] {1, 2, 3}, true));
    say("once more", () -> l.defineClass(bytes("LookupDefines")));
    say("public", () -> MethodHandles.publicLookup().defineClass(peeks));
    say("fails", () -> l.defineHiddenClass(bytes("LookupDefinesFails"), true));
    say("not yet", () -> l.defineHiddenClass(bytes("LookupDefinesFails"), false).lookupModes());
  }
}

class LookupDefinesPeeks {
  static Object peek() throws Throwable {
    return MethodHandles.lookup()
        .findStatic(LookupDefines.class, "secret", MethodType.methodType(int.class))
        .invoke();
  }
}

class LookupDefinesData {
  static final Object DATA;

  static {
    try {
      DATA = MethodHandles.classData(MethodHandles.lookup(), "_", Object.class);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  static Object data() {
    return DATA;
  }
}

class LookupDefinesFails {
  static {
    if (true) throw new IllegalStateException("initialiser");
  }
}
