/**
 * Loaders that return no class or a wrong class, or throw an error of their own; Class.forName with
 * array types.
 */
public class LoaderAnswers extends ClassLoader {
  final int how;

  LoaderAnswers(int how) {
    this.how = how;
  }

  @Override
  public Class<?> loadClass(String name) throws ClassNotFoundException {
    System.out.println("load " + name);
    switch (how) {
      case 0: return null;
      case 1: return String.class;
      case 2: throw new ClassNotFoundException("not " + name, new Exception("cause"));
      default: throw new IllegalStateException(name);
    }
  }

  static void ask(String name, int how) {
    try {
      System.out.println(Class.forName(name, true, new LoaderAnswers(how)));
    } catch (ClassNotFoundException | RuntimeException e) {
      System.out.println(e + " " + e.getCause());
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 4; i++) {
      ask("NoSuchClass", i);
      ask("no.Such", i);
      ask("[LNoSuchClass;", i);
      ask("[[Lno.Such;", i);
    }
    ask("[[I", 0);
    ask("[NoSuchClass;", 0);
    ask("[LNoSuchClass", 0);
    ask("[", 0);
    ask("[L;", 0);
  }
}
