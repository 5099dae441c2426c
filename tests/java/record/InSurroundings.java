/** Reads environment variables and system properties. */
public class InSurroundings {
  static int length;
  static int hits;

  static void work() {
    String home = System.getenv("HEDDLE_TEST_HOME");
    if (home != null) {
      length += home.length();
    }
    for (String name : System.getenv().keySet()) {
      if (name.startsWith("HEDDLE_TEST_")) {
        hits++;
      }
    }
    if (System.getProperty("in.given", "no").equals("yes")) {
      hits += 10;
    }
    hits += Integer.getInteger("in.number", 3);
    if (System.getProperty("user.dir").length() > 3) {
      length += System.getProperty("user.dir").length();
    }
    hits += Runtime.getRuntime().availableProcessors();
  }

  public static void main(String[] args) throws Exception {
    Thread a = new Thread(InSurroundings::work);
    a.start();
    work();
    a.join();
    System.out.println(length + " " + hits);
  }
}
