import java.util.ArrayList;
import java.util.List;

/**
 * Inner, local, anonymous and static nested classes: captured variables, outer instances, private
 * access (nestmates).
 */
public class Nested {
  private int secret = 10;
  private static int count;

  class Inner {
    private int own = secret * 2;

    class Deeper {
      int sum() {
        return own + secret + Nested.this.secret + Inner.this.own;
      }
    }

    void change() {
      secret += own;
      bump();
    }
  }

  private static void bump() {
    count++;
  }

  private static class Hidden {
    private final String s;

    private Hidden(String s) {
      this.s = s;
    }

    private String twice() {
      return s + s;
    }
  }

  interface Counter {
    int next();
  }

  static Counter counter(int start, String label) {
    class Local implements Counter {
      int n = start;

      @Override
      public int next() {
        System.out.print(label + " ");
        return n++;
      }
    }
    return new Local();
  }

  Counter shared() {
    return new Counter() {
      int step = 1;

      { step = secret % 7; }

      @Override
      public int next() {
        secret += step;
        return secret;
      }
    };
  }

  static class Base {
    String describe() {
      return "base";
    }
  }

  public static void main(String[] args) {
    Nested nested = new Nested();
    Nested.Inner inner = nested.new Inner();
    Nested.Inner.Deeper deeper = inner.new Deeper();
    System.out.println(deeper.sum());
    inner.change();
    System.out.println(nested.secret + " " + inner.own + " " + count);
    System.out.println(new Hidden("ab").twice() + new Hidden("c").s);
    Counter c = counter(5, "tick");
    System.out.println(c.next() + c.next());
    Counter d = nested.shared();
    System.out.println(d.next() + " " + d.next() + " " + nested.secret);
    List<Counter> counters = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int square = i * i;
      counters.add(() -> square);
    }
    int sum = 0;
    for (Counter each : counters) {
      sum += each.next();
    }
    System.out.println(sum);
    String suffix = args.length == 0 ? "!" : "?";
    Base b = new Base() {
      @Override
      String describe() {
        return super.describe() + suffix + new Object() {
          String more() {
            return "deep" + suffix;
          }
        }.more();
      }
    };
    System.out.println(b.describe());
    System.out.println(b.getClass().getName() + " " + b.getClass().getSimpleName().isEmpty() + " "
        + c.getClass().getName() + " " + c.getClass().getSimpleName() + " "
        + inner.getClass().getName() + " " + b.getClass().isAnonymousClass() + " "
        + Inner.class.isMemberClass() + " " + Inner.class.getEnclosingClass().getName());
    System.out.println(
        Nested.class.isNestmateOf(Hidden.class) + " " + Hidden.class.getNestHost().getSimpleName());
    try {
      Nested none = null;
      none.new Inner();
    } catch (NullPointerException e) {
      System.out.println("no outer instance");
    }
  }
}
