import java.io.InputStream;
import java.util.ServiceLoader;

/**
 * Class loaders from a program's view: names, delegation, loading by name, resources as streams,
 * packages.
 */
public class Loaders {
  static class Refusing extends ClassLoader {
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      System.out.println("asked for " + name);
      throw new ClassNotFoundException(name);
    }
  }

  static void load(ClassLoader loader, String name) {
    try {
      System.out.println(loader.loadClass(name));
    } catch (ClassNotFoundException e) {
      System.out.println(e);
    }
  }

  public static void main(String[] args) throws Exception {
    ClassLoader app = Loaders.class.getClassLoader();
    System.out.println(app.getName() + " " + (app == ClassLoader.getSystemClassLoader()) + " "
        + (app == Thread.currentThread().getContextClassLoader()) + " "
        + app.getParent().getName());
    System.out.println(String.class.getClassLoader() + " " + int[].class.getClassLoader() + " "
        + (Loaders[].class.getClassLoader() == app));
    load(app, "Loaders");
    load(app, "java.util.List");
    load(app, "no.Such");
    load(app, "java/util/List");
    load(new Refusing(), "Loaders");
    load(new Refusing(), "no.Such");
    System.out.println(Class.forName("Loaders$Refusing", false, app) + " " + Class.forName("[[I"));
    System.out.println(ServiceLoader.load(Runnable.class, app).iterator().hasNext());
    try (InputStream in = Loaders.class.getResourceAsStream("/Loaders.class")) {
      System.out.println(
          in.read() + " " + in.read() + " " + Loaders.class.getResourceAsStream("nothing"));
    }
    System.out.println(Loaders.class.getPackage() + "|" + Object.class.getPackage().getName());
  }
}
