import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

class TelledBase {}

class TelledMain extends TelledBase implements Supplier<Object>, LoaderAsked.Api {
  List<String> list;

  public TelledMain() {
    list = new ArrayList<>();
  }

  @Override
  public Object get() {
    Object o = "text";
    list.add(o instanceof Serializable ? "yes" : "no");
    LoaderAsked.Api api = this;
    StringBuilder s = new StringBuilder().append(list).append(api.twice(4));
    try {
      s.append(Integer.parseInt("7"));
      throw new IllegalStateException("a");
    } catch (IllegalStateException e) {
      s.append(e.getMessage()).append(new Thread[1].length);
    }
    Supplier<Object> l = () -> Long.valueOf(3);
    return s.append(l.get()).toString() + LoaderAsked.count;
  }
}

/**
 * A loader is asked once for each class that the code of its own classes names, and delegates
 * most requests.
 */
public class LoaderAsked extends ClassLoader {
  public static int count;

  public interface Api {
    default int twice(int x) {
      return 2 * x;
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    count++;
    System.out.println("load " + name);
    return super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try (InputStream in =
             LoaderAsked.class.getResourceAsStream(name.replace("Talled", "Telled") + ".class")) {
      if (in == null) throw new ClassNotFoundException(name);
      byte[] b = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                     .replace("Telled", "Talled")
                     .getBytes(StandardCharsets.ISO_8859_1);
      return defineClass(name, b, 0, b.length);
    } catch (IOException e) { throw new ClassNotFoundException(name, e); }
  }

  public static void main(String[] args) throws Exception {
    LoaderAsked l = new LoaderAsked();
    java.lang.reflect.Constructor<?> c = l.loadClass("TalledMain").getDeclaredConstructor();
    c.setAccessible(true);
    System.out.println("made");
    Supplier<?> s = (Supplier<?>) c.newInstance();
    System.out.println(s.get());
    System.out.println(s.get());
    System.out.println(Class.forName("LoaderAsked$Api", true, l) + " "
        + Class.forName("[Ljava.util.Map;", true, l));
    System.out.println(Class.forName("java.util.Map", true, l) + " " + count);
  }
}
