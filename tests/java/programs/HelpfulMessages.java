/** The messages of NullPointerException, which say what was null, and of ClassCastException. */
public class HelpfulMessages {
  HelpfulMessages next;
  int number;
  String text;
  int[] numbers;
  static String shared;

  HelpfulMessages self() {
    return next;
  }

  interface Act {
    void run() throws Exception;
  }

  static void attempt(Act act) {
    try {
      act.run();
      System.out.println("done");
    } catch (Exception e) {
      System.out.println(e.getMessage());
    }
  }

  static void field(HelpfulMessages h) {
    h.next.number = 1;
  }

  static int array(HelpfulMessages h) {
    return h.numbers[2];
  }

  static void call(HelpfulMessages h) {
    h.self().self();
  }

  static int length(HelpfulMessages h) {
    return h.numbers.length;
  }

  static void lock(Object o) {
    synchronized (o) {
      System.out.println("locked");
    }
  }

  static void raise(RuntimeException e) {
    throw e;
  }

  static void staticField() {
    shared.length();
  }

  static void deepArray(int[][] a, int i) {
    a[i][0]++;
  }

  static int unbox(Integer i) {
    return i;
  }

  public static void main(String[] args) {
    HelpfulMessages h = new HelpfulMessages();
    attempt(() -> field(h));
    attempt(() -> array(h));
    attempt(() -> call(h));
    attempt(() -> length(h));
    attempt(() -> lock(null));
    attempt(() -> raise(null));
    attempt(() -> staticField());
    attempt(() -> deepArray(new int[2][], 1));
    attempt(() -> unbox(null));
    attempt(() -> field(null));
    attempt(() -> { throw new NullPointerException(); });
    attempt(() -> { throw new NullPointerException("own words"); });
    attempt(() -> java.util.Objects.requireNonNull(null, "required"));
    Object o = "text";
    attempt(() -> System.out.println((Integer) o));
    attempt(() -> System.out.println((Runnable) o));
    Object list = new java.util.ArrayList<String>();
    attempt(() -> System.out.println((String) list));
    attempt(() -> System.out.println((int[]) o));
    attempt(() -> System.out.println(((Object[]) new int[0][0]).length));
  }
}
