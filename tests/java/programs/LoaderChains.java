import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;

class ChainMore extends LoaderChains.Data {
  ChainMore(String text) {
    super(text);
  }

  /** Overridden only within its own package. */
  @Override
  String hidden() {
    return "more " + text;
  }

  static String named() {
    return ChainNear.NEAR;
  }
}

class ChainNear {
  static String NEAR = new StringBuilder("near").toString();
}

class ChainSelf {
  static Object lookup() {
    return MethodHandles.lookup();
  }
}

class ChainHidden implements Callable<Object> {
  static int count;

  @Override
  public Object call() {
    return "hidden" + ++count + " " + LoaderChains.App.calls + " " + getClass().isHidden();
  }
}

/**
 * Loaders as in application servers: one for shared classes, and below it one per application that
 * looks up its own classes first.
 */
public class LoaderChains extends ClassLoader {
  /** The interface that the server shares with its applications. */
  public interface Api {
    String name();

    default Data data() {
      return new Data(name());
    }
  }

  public static class Data {
    public static int made;
    protected final String text;

    public Data(String text) {
      this.text = text;
      made++;
    }

    String hidden() {
      return "data";
    }

    public String calls() {
      return hidden();
    }

    @Override
    public String toString() {
      return text + made;
    }
  }

  public static class App implements Api, Callable<Object> {
    static int calls;

    public App() {}

    @Override
    public String name() {
      return "app" + ++calls;
    }

    private String attempt(Callable<Object> c) {
      try {
        return String.valueOf(c.call());
      } catch (Throwable t) {
        return String.valueOf(t).replaceAll("@[0-9a-f]+", "@");
      }
    }

    @Override
    public Object call() throws Exception {
      Api proxy = (Api) Proxy.newProxyInstance(App.class.getClassLoader(),
          new Class<?>[] {Api.class, Callable.class}, (p, m, a) -> m.getName() + calls);
      return List.of(name(), attempt(this::data), attempt(() -> new ChainMore("more").calls()),
          attempt(() -> ChainMore.named()), proxy.name(),
          attempt(() -> new Data[][] {{}}.getClass() + " " + Api[].class.isInstance(new App[1])),
          attempt(()
                      -> Class.forName("LoaderChains$Api", false, App.class.getClassLoader())
                  == Api.class),
          attempt(()
                      -> MethodHandles.lookup().lookupClass().getClassLoader()
                  == App.class.getClassLoader()));
    }
  }

  final Set<String> own;

  LoaderChains(String name, ClassLoader parent, String... own) {
    super(name, parent);
    this.own = Set.of(own);
  }

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = LoaderChains.class.getResourceAsStream(name + ".class")) {
      return in.readAllBytes();
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> c = findLoadedClass(name);
      if (c != null || !own.contains(name)) return c != null ? c : super.loadClass(name, resolve);
      try {
        byte[] b = bytes(name);
        return defineClass(name, b, 0, b.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  Object make(String name) throws Exception {
    var c = loadClass(name).getDeclaredConstructor();
    c.setAccessible(true);
    return c.newInstance();
  }

  /** Returns a services file of the loader's own. */
  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    if (!name.equals("META-INF/services/java.util.concurrent.Callable")
        || !own.contains("LoaderChains$App"))
      return Collections.emptyEnumeration();
    return Collections.enumeration(List.of(new URL("made", "", -1, name, new URLStreamHandler() {
      @Override
      protected URLConnection openConnection(URL u) {
        return new URLConnection(u) {
          @Override
          public void connect() {}

          @Override
          public InputStream getInputStream() {
            return new ByteArrayInputStream("LoaderChains$App\n".getBytes(StandardCharsets.UTF_8));
          }
        };
      }
    })));
  }

  static String attempt(Callable<Object> c) {
    try {
      return String.valueOf(c.call());
    } catch (Throwable t) {
      return String.valueOf(t).replaceAll("@[0-9a-f]+", "@");
    }
  }

  @SuppressWarnings("unchecked")
  public static void main(String[] args) throws Exception {
    LoaderChains shared = new LoaderChains("shared", LoaderChains.class.getClassLoader(),
        "LoaderChains$Api", "LoaderChains$Data", "ChainNear");
    LoaderChains one =
        new LoaderChains("one", shared, "LoaderChains$App", "ChainMore", "ChainSelf");
    LoaderChains two = new LoaderChains("two", shared, "LoaderChains$App", "ChainMore", "ChainNear",
        "LoaderChains$Data", "LoaderChains$Api", "ChainSelf");
    LoaderChains[] all = {one, two};
    for (LoaderChains l : new LoaderChains[] {one, two, one})
      System.out.println(
          l.getName() + " " + ((Callable<Object>) l.make("LoaderChains$App")).call());
    for (LoaderChains l : all)
      for (Callable<?> c : ServiceLoader.load(Callable.class, l))
        System.out.println(c.getClass().getClassLoader().getName() + " " + attempt(() -> c.call()));
    Class<?> a = one.loadClass("LoaderChains$App"), b = two.loadClass("LoaderChains$App"),
             api = shared.loadClass("LoaderChains$Api");
    System.out.println(api.isAssignableFrom(a) + " " + api.isAssignableFrom(b) + " "
        + (a.getInterfaces()[0] == api) + " " + a.getInterfaces()[0] + " "
        + Arrays.toString(b.getDeclaredMethods()).length());
    System.out.println(attempt(() -> a.cast(two.make("LoaderChains$App"))) + "|"
        + attempt(() -> ((Object[]) java.lang.reflect.Array.newInstance(a, 1))[0]));
    System.out.println(attempt(() -> {
      Object[] array = (Object[]) java.lang.reflect.Array.newInstance(a, 1);
      array[0] = two.make("LoaderChains$App");
      return array;
    }));
    for (LoaderChains l : all) {
      var look = l.loadClass("ChainSelf").getDeclaredMethod("lookup");
      look.setAccessible(true);
      MethodHandles.Lookup lookup = (MethodHandles.Lookup) look.invoke(null);
      System.out.println(
          attempt(()
                      -> ((Callable<Object>) make(
                              lookup.defineHiddenClass(bytes("ChainHidden"), true).lookupClass()))
                             .call()));
      System.out.println(
          attempt(() -> lookup.defineClass(bytes("ChainHidden")).getClassLoader() == l) + " "
          + attempt(() -> lookup.defineClass(bytes("ChainHidden"))));
      System.out.println(attempt(() -> lookup.findClass("ChainHidden").getClassLoader() == l));
    }
    System.out.println(attempt(()
                                   -> Class.forName("ChainSelf", true, shared).getClassLoader()
            == LoaderChains.class.getClassLoader()));
    System.out.println(attempt(() -> Class.forName("no.Such", true, two)) + " "
        + attempt(() -> Class.forName("[Lno.Such;", true, two)));
  }

  static Object make(Class<?> c) throws Exception {
    var made = c.getDeclaredConstructor();
    made.setAccessible(true);
    return made.newInstance();
  }
}
