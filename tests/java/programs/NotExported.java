/**
 * Code names a class of a package that its module does not export: it was exported to the
 * compiler, but not to the JVM.
 */
public class NotExported {
  static class Inner {
    static boolean there() {
      return jdk.internal.misc.Unsafe.getUnsafe() != null;
    }
  }

  static class Sub {
    static Object one() {
      return new jdk.internal.misc.Unsafe[1];
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      try {
        System.out.println(i == 0 ? Inner.there() : Sub.one());
      } catch (IllegalAccessError e) {
        System.out.println(e.getMessage().replaceAll("@\\w+", "@"));
      }
    }
  }
}
