import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/**
 * Loading constraints: two loaders that define different classes of one name cannot pass them to
 * each other. The JVM compares the classes in the descriptor of a resolved member. The loader of
 * a method also loads the classes of its catch clauses.
 */
public class LoaderConstraints {
  /** Defines the classes In* itself and delegates all others to its parent. */
  static class Plugin extends ClassLoader {
    final boolean prints;

    Plugin(boolean prints) {
      super(Plugin.class.getClassLoader());
      this.prints = prints;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("LoaderConstraints$In")) return super.loadClass(name, resolve);
      if (prints) System.out.println("asked for " + name);
      if (name.endsWith("Gone")) throw new ClassNotFoundException(name);
      Class<?> c = findLoadedClass(name);
      return c != null ? c : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = LoaderConstraints.class.getResourceAsStream(name + ".class")) {
        byte[] b = in.readAllBytes();
        return defineClass(name, b, 0, b.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  public static class InMessage {
    public final String text;

    public InMessage(String text) {
      this.text = text;
    }
  }

  public static class Api {
    public static InMessage last;

    public static int length(InMessage m) { return m.text.length(); }
    public static int count(InMessage[] m, int more) { return m.length + more; }
    public static InMessage made() { return new InMessage("made"); }
    public static int twice(int n, String s) { return 2 * n + s.length(); }
    public int instance(InMessage m) { return 1; }
  }

  public static class InCalls implements Supplier<Object> {
    public Object get() { return Api.length(new InMessage("mine")); }
  }

  public static class InReads implements Supplier<Object> {
    public Object get() { return Api.last; }
  }

  public static class InAsks implements Supplier<Object> {
    public Object get() { return new Api().instance(new InMessage("mine")); }
  }

  public static class InMany implements Supplier<Object> {
    public Object get() { return Api.count(new InMessage[] {new InMessage("a")}, 3); }
  }

  public static class InTakes implements Supplier<Object> {
    public Object get() {
      new InMessage("mine");
      return Api.made();
    }
  }

  public static class InFits implements Supplier<Object> {
    public Object get() { return Api.twice(4, new InMessage("four").text); }
  }

  public static class InFirst extends RuntimeException {}

  public static class InSecond extends RuntimeException {}

  public static class InCatches implements Runnable {
    static void fail() { throw new IllegalStateException(); }

    public void run() {
      try {
        fail();
      } catch (InFirst | InSecond e) {
        System.out.println("never");
      } catch (IllegalStateException e) {
        System.out.println("caught");
      }
      try {
        InLost.fail();
      } catch (NoClassDefFoundError e) {
        System.out.println(e.getMessage() + ", " + e.getCause());
      }
    }
  }

  public static class InGone extends RuntimeException {}

  public static class InLost {
    static void fail() {
      try {
        InCatches.fail();
      } catch (InGone e) {
        System.out.println("never");
      }
    }
  }

  static Object made(String name, boolean prints) throws Exception {
    return new Plugin(prints).loadClass("LoaderConstraints$" + name).getConstructor().newInstance();
  }

  static void say(String name) throws Exception {
    Supplier<?> s = (Supplier<?>) made(name, false);
    for (int i = 0; i < 2; i++)
      try {
        System.out.println(name + ": " + s.get());
      } catch (LinkageError e) {
        System.out.println(name + ": " + e.getClass().getName());
      }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(Api.length(new InMessage("own")) + Api.count(new InMessage[1], 1));
    for (String name : new String[] {"InCalls", "InReads", "InAsks", "InMany", "InTakes", "InFits"})
      say(name);
    ((Runnable) made("InCatches", true)).run();
  }
}
