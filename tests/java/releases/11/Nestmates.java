import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Class files of release 11: nests, private interface methods, indy concatenation, var. */
public class Nestmates {
  private int hidden = 1;
  private static String deep(Object o) { return "deep " + o; }

  interface Api {
    private int twice(int x) { return 2 * x; }
    private static int square(int x) { return x * x; }
    default int both(int x) { return twice(x) + square(x); }
  }

  static class Base {
    private String name() { return "base"; }
    String call(Base b) { return b.name(); }
  }
  static class Derived extends Base { private String name() { return "derived"; } }

  class Inner {
    private int own = hidden++;
    private class Innermost { private int sum() { return own += hidden; } }
  }

  private Nestmates() { }

  public static void main(String[] args) throws Exception {
    var n = new Nestmates();
    var i = n.new Inner();
    System.out.println(i.new Innermost().sum() + " " + i.own + " " + n.hidden + new Api() {}.both(5)
        + new Base().call(new Derived()));
    BiFunction<Integer, String, String> f = (var a, var b) -> a + b + 'c' + 1.5 + deep(a);
    System.out.println(f.apply(1, null)
        + "lines\nof\ntext".lines().map(String::strip).collect(Collectors.joining("|"))
        + " ".repeat(2) + "x");
    Callable<Object> c = () -> Nestmates.class.getDeclaredField("hidden").get(n);
    System.out.println(
        c.call() + " " + Inner.class.getNestHost() + " " + Nestmates.class.isNestmateOf(Api.class));
    long l = 5;
    char ch = 'y';
    byte b = -1;
    String s = "" + l + ch + b + (short) 3 + 2.5f + 1e100 + true + null + new int[0].length
        + (Object) "o" + '\1' + '\2';
    System.out.println(s.length() + s);
    s += l;
    s += s.length() + s.charAt(0);
    System.out.println(s.hashCode());
  }
}
