package figure6;

/** The program of figure 6: `main` calls `test` on different subclasses of X. */
public class Main {
  public static void main(String[] args) {
    X y = new Y();
    X z = new Z();
    y.test(z);
    z.test(y);
  }
}
