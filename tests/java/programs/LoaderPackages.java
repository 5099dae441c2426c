import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.util.function.*;
class ClosedClass {
  int hidden = 3;
  static int st() { return 4; }
  static int over() { return 9; }
  int virt() { return 1; }
  int callVirt() { return virt(); }
  protected int prot = 8;
  ClosedClass() {}
  ClosedClass(int x) {}
  public static int pub = 5;
}
class PackedSub implements Supplier<Object> {
  public PackedSub() {}
  static int n;
  public Object get() {
    switch (n++) {
      case 0: return ClosedClass.st();
      case 1: return new ClosedClass();
      case 2: return ClosedClass.pub;
      case 3: return ClosedClass.class;
      case 4: { Object o = null; return (ClosedClass) o; }
      case 5: { Object o = "x"; return o instanceof ClosedClass; }
      case 6: return LoaderPackages.Open.st();
      case 7: return new LoaderPackages.Open().inst;
      case 8: return new LoaderPackages.Open().virt();
      case 9: return new PackedOver().callVirt();
      case 10: return new PackedOver().prot;
      case 11: try { return LoaderPackages.Open.class.getDeclaredMethod("st").invoke(null);
        } catch (Exception e) { return e.getClass(); }
      default: return null;
    }
  }
}
class PackedOver extends LoaderPackages.Open { public PackedOver() {} int virt() { return 77; } }
/**
 * A package of one name in two loaders is two packages: package-private members are neither
 * accessible nor overridden across them.
 */
public class LoaderPackages extends ClassLoader {
  public static class Open {
    int inst = 3;
    static int st() { return 4; }
    int virt() { return 1; }
    public int callVirt() { return virt(); }
    protected int prot = 8;
    public Open() {}
  }
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try (InputStream in = LoaderPackages.class.getResourceAsStream(
             name.replace("Pocked", "Packed") + ".class")) {
      byte[] b = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                     .replace("Packed", "Pocked")
                     .getBytes(StandardCharsets.ISO_8859_1);
      return defineClass(name, b, 0, b.length);
    } catch (IOException e) { throw new ClassNotFoundException(name); }
  }
  public static void main(String[] args) throws Exception {
    Class<?> a = new LoaderPackages().loadClass("PockedSub");
    Constructor<?> c = a.getConstructor(); c.setAccessible(true);
    Supplier<?> s = (Supplier<?>) c.newInstance();
    for (int i = 0; i < 12; i++) try {
        System.out.println(i + " " + s.get());
      } catch (Throwable t) {
        System.out.println(i + " threw " + t.toString().replaceAll("@[0-9a-f]+", "@"));
      }
  }
}
