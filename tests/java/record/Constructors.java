/**
 * Constructors that write fields and compute arguments while their `this` is not yet
 * initialised.
 */
public class Constructors {
  static int count;
  int x = 1;

  static class Base {
    final Object given;

    Base(Object o) {
      given = o;
    }
  }

  class Inner extends Base {
    int y;
    long z;

    Inner(int n) {
      super(n > 0 ? new Base(x + n) : new Base(n > -5 ? new int[n + 5] : null));
      y = x;
      z = y + 1L;
    }

    Inner() {
      this(count++);
      z += x;
    }
  }

  Base capture(int a, String b) {
    class Local extends Base {
      final int sum;

      Local() {
        super(a + b);
        sum = a + b.length() + x;
      }
    }
    return new Local();
  }

  enum Color {
    RED(1), GREEN(2);

    final int code;

    Color(int code) {
      this.code = code;
    }
  }

  public static void main(String[] args) {
    Constructors c = new Constructors();
    Inner i = c.new Inner();
    System.out.println(i.y + " " + i.z + " " + c.new Inner(-3).z + " " + c.new Inner(-9).y);
    System.out.println(c.capture(3, "four").given + " " + Color.GREEN.code + " " + count);
  }
}
