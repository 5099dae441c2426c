/**
 * Parents of the application's loader, and the loader that null stands for: they have only the
 * JDK's classes.
 */
public class LoaderParents extends ClassLoader {
  LoaderParents() {
    super(null);
  }

  @Override
  protected Class<?> findClass(String n) throws ClassNotFoundException {
    System.out.println("find " + n);
    throw new ClassNotFoundException(n);
  }

  interface Loading {
    Class<?> load(String name) throws ClassNotFoundException;
  }

  static void test(String name, Loading loading) {
    try {
      System.out.println(loading.load(name));
    } catch (ClassNotFoundException e) {
      System.out.println(e);
    }
  }

  public static void main(String[] args) {
    for (String name :
        new String[] {"LoaderParents", "java.lang.String", "java.util.List", "no.Such"}) {
      test(name, new LoaderParents()::loadClass);
      test(name, n -> Class.forName(n, false, new LoaderParents()));
      test(name, n -> Class.forName(n, false, null));
      test(name, ClassLoader.getPlatformClassLoader()::loadClass);
    }
  }
}
