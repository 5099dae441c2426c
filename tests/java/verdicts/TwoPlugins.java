import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

class PluginState implements IntSupplier {
  static int count;

  public PluginState() {}

  @Override
  public int getAsInt() {
    return ++count;
  }
}

class PluginLock implements Consumer<Runnable> {
  public PluginLock() {}

  @Override
  public void accept(Runnable inner) {
    synchronized (PluginLock.class) {
      if (inner != null) inner.run();
    }
  }
}

class PluginOne implements IntSupplier {
  public PluginOne() {}

  @Override
  public int getAsInt() {
    return new PluginUse().use();
  }
}

class PluginUse {
  static final int[] MINE = {1};

  int use() {
    return MINE[0]++;
  }
}

class PluginPick implements IntSupplier {
  public PluginPick() {}

  @Override
  public int getAsInt() {
    TwoPlugins.Pick[] picks = {new TwoPlugins.Pick()};
    TwoPlugins.Picker again = picks[0]::pick;
    return picks[0].pick() * 10 + again.pick()
        + (picks.getClass() == TwoPlugins.Pick[].class ? 0 : 100)
        + (TwoPlugins.Picker.class.isInstance(again) ? 0 : 1000);
  }
}

/** Two loaders define classes of the same name, each with its own statics and monitor. */
public class TwoPlugins extends ClassLoader {
  static final Object LOCK = new Object();

  /** Public like the types below: code of any loader may name it. */
  public interface Picker {
    int pick();
  }

  public static class Pick {
    static int count;
    int extra;

    public int pick() {
      extra++;
      return ++count;
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("Plugin")) return super.loadClass(name, resolve);
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = TwoPlugins.class.getResourceAsStream(name + ".class")) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  Object make(String name) {
    try {
      var c = loadClass(name).getDeclaredConstructor();
      c.setAccessible(true);
      return c.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  static void together(Runnable... all) throws InterruptedException {
    Thread[] threads = new Thread[all.length];
    for (int i = 0; i < all.length; i++) (threads[i] = new Thread(all[i])).start();
    for (Thread t : threads) t.join();
  }

  static void counts(boolean same) throws InterruptedException {
    TwoPlugins one = new TwoPlugins(), two = new TwoPlugins();
    IntSupplier a = (IntSupplier) one.make("PluginState"),
                b = (IntSupplier) two.make("PluginState");
    IntSupplier c = same ? (IntSupplier) one.make("PluginState") : a;
    a.getAsInt();
    b.getAsInt();
    if (same) together(a::getAsInt, b::getAsInt, c::getAsInt);
    else together(a::getAsInt, b::getAsInt);
    if (!same && (a.getAsInt() != 3 || b.getAsInt() != 3))
      throw new AssertionError("statics of the other class");
  }

  @SuppressWarnings("unchecked")
  static void locks(boolean crossed) throws InterruptedException {
    Consumer<Runnable> a = (Consumer<Runnable>) new TwoPlugins().make("PluginLock");
    Consumer<Runnable> b = (Consumer<Runnable>) new TwoPlugins().make("PluginLock");
    together(()
                 -> a.accept(() -> b.accept(null)),
        crossed ? () -> b.accept(() -> a.accept(null)) : () -> a.accept(() -> b.accept(null)));
  }

  /**
   * The schedule decides which loader defines its class first, but not which class each loader
   * finds.
   */
  static void lazily() throws InterruptedException {
    TwoPlugins one = new TwoPlugins(), two = new TwoPlugins();
    int[] seen = new int[2];
    new PluginUse().use();
    new PluginUse().use();
    Runnable first = () -> {
      synchronized (LOCK) {
        seen[0] = ((IntSupplier) one.make("PluginOne")).getAsInt();
      }
    };
    Runnable second = () -> {
      synchronized (LOCK) {
        IntSupplier s = (IntSupplier) two.make("PluginOne");
        seen[1] = s.getAsInt() * 10 + s.getAsInt();
      }
    };
    together(first, second);
    if (seen[0] != 1 || seen[1] != 12) throw new AssertionError("seen " + seen[0] + " " + seen[1]);
    if (((IntSupplier) one.make("PluginOne")).getAsInt() != 2)
      throw new AssertionError("another class");
  }

  /** The schedule decides which class a name denotes in the code of one class. */
  static void chosen() throws Exception {
    TwoPlugins other = new TwoPlugins();
    boolean[] own = new boolean[1];
    TwoPlugins chooses = new TwoPlugins() {
      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.startsWith("TwoPlugins$Pick") && own[0] ? other.define(name)
                                                            : super.loadClass(name, resolve);
      }
    };
    Thread t = new Thread(() -> {
      synchronized (LOCK) {
        own[0] = true;
      }
    });
    t.start();
    new Pick().pick();
    synchronized (LOCK) {
      int value = ((IntSupplier) chooses.make("PluginPick")).getAsInt();
      if (value != (own[0] ? 12 : 23)) throw new AssertionError("seen " + value + " " + own[0]);
      if (Pick.count != (own[0] ? 1 : 3)) throw new AssertionError("left " + Pick.count);
    }
    t.join();
  }

  /** Classes with the same package name whose loaders make it two packages. */
  static void packages() {
    TwoPlugins above = new TwoPlugins(), below = new TwoPlugins() {
      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.equals("PluginUse") ? above.loadClass(name) : super.loadClass(name, resolve);
      }
    };
    try {
      ((IntSupplier) below.make("PluginOne")).getAsInt();
      throw new AssertionError("of another package");
    } catch (IllegalAccessError e) {
      above.make("PluginUse");
    }
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "apart": counts(false); break;
      case "race": counts(true); break;
      case "deadlock": locks(true); break;
      case "order": locks(false); break;
      case "lazily": lazily(); break;
      case "packages": packages(); break;
      default: chosen();
    }
  }
}
