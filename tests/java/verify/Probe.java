/**
 * Loads, links and initialises the class that it is given, and says which error that raised: what
 * Flips does in the JVM.
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
