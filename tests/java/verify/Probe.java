/**
 * Loads, links and initialises the given class and prints which error this raised, as Flips does
 * on the JVM.
 */
class Probe {
  public static void main(String[] args) {
    try {
      Class.forName(args[0]);
      System.out.println("none");
    } catch (Throwable e) {
      System.out.println(e.getClass().getName());
    }
  }
}
