/** A thread checks for room in an array in one step and uses it in another. */
public class ErrorIndex {
  static volatile int used;
  static final String[] slots = new String[1];

  static void add(String s) {
    if (used < slots.length) {
      int at;
      synchronized (slots) {
        at = used++;
      }
      synchronized (slots) {
        slots[at] = s;
      }
    }
  }

  public static void main(String[] args) {
    new Thread(() -> add("a")).start();
    add("b");
  }
}
