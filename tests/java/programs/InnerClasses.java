import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Inner, local and anonymous classes: captured variables, outer instances, shadowing, private
 * access between nestmates.
 */
public class InnerClasses {
  private int x = 1;
  private static int count;

  class Inner {
    int x = 2;
    class Deep {
      int x = 3;
      int sum() { return x + Inner.this.x * 10 + InnerClasses.this.x * 100; }
    }
  }

  private static class Hidden {
    private int secret = 42;
    private Hidden() { count++; }
    private int reveal(int by) { return secret += by; }
  }

  interface Greeter {
    private String prefix() { return "hi "; }
    private static String suffix() { return "!"; }
    default String greet(String s) { return prefix() + s + suffix(); }
    static Greeter make() { return new Greeter() { }; }
  }

  interface Left { default String who() { return "left"; } }
  interface Right { default String who() { return "right"; } }
  static class Both implements Left, Right {
    @Override
    public String who() {
      return Left.super.who() + Right.super.who();
    }
  }

  static class Countdown implements Iterable<Integer> {
    final int from;
    Countdown(int from) { this.from = from; }
    @Override public Iterator<Integer> iterator() {
      return new Iterator<>() {
        int at = from;
        @Override public boolean hasNext() { return at > 0; }
        @Override public Integer next() {
          if (at == 0) throw new NoSuchElementException();
          return at--;
        }
      };
    }
  }

  static abstract class Template {
    Template() { System.out.println("template " + name()); }
    abstract String name();
  }

  List<IntSupplier> captured() {
    List<IntSupplier> out = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int j = i * i;
      class Local implements IntSupplier {
        @Override public int getAsInt() { return j + x; }
      }
      out.add(new Local());
      out.add(() -> j - this.x);
    }
    return out;
  }

  class Child extends Inner.Deep {
    Child(Inner i) { i.super(); }
  }

  public static void main(String[] args) {
    InnerClasses o = new InnerClasses();
    Inner i = o.new Inner();
    i.x = 5;
    System.out.println(i.new Deep().sum() + " " + o.new Child(i).sum());
    Hidden h = new Hidden();
    h.secret++;
    h.secret += 2;
    System.out.println(h.reveal(h.secret--) + " " + count + " " + Greeter.make().greet("you") + " "
        + new Both().who());
    int total = 0;
    for (int n : new Countdown(4)) total = total * 10 + n;
    System.out.println(total);
    o.x = 7;
    for (IntSupplier s : o.captured()) System.out.print(s.getAsInt() + " ");
    System.out.println();
    String late = args.length > 0 ? "x" : "late";
    new Template() {
      String field = "set";
      @Override String name() { return late + field; }
      { System.out.println("instance " + name()); }
    };
    Supplier<Supplier<String>> nested = () -> () -> late + o.x;
    System.out.println(nested.get().get());
    try {
      InnerClasses none = null;
      none.new Inner();
    } catch (NullPointerException e) {
      System.out.println("no outer instance");
    }
  }
}
