/** Runtime.halt: neither hooks nor finally blocks run. */
public class HaltNow {
  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    try {
      System.out.print("halting\n");
      Runtime.getRuntime().halt(3);
    } finally {
      System.out.println("never");
    }
  }
}
