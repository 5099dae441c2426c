/**
 * Default, static and private interface methods, diamonds, abstract classes, super calls, bridge
 * methods.
 */
public class Interfaces {
  interface Greeter {
    String name();

    default String greet() {
      return prefix() + name();
    }

    private String prefix() {
      return "Hello ";
    }

    static Greeter of(String n) {
      return () -> n;
    }
  }

  interface Polite extends Greeter {
    @Override
    default String greet() {
      return Greeter.super.greet() + ", please";
    }
  }

  interface Shouting extends Greeter {
    @Override
    default String greet() {
      return Greeter.super.greet().toUpperCase();
    }
  }

  static class Both implements Polite, Shouting {
    @Override
    public String name() {
      return "both";
    }

    @Override
    public String greet() {
      return Polite.super.greet() + " / " + Shouting.super.greet();
    }
  }

  abstract static class Shape implements Comparable<Shape> {
    abstract double area();

    @Override
    public int compareTo(Shape o) {
      return Double.compare(area(), o.area());
    }

    @Override
    public String toString() {
      return getClass().getSimpleName() + "[" + area() + "]";
    }
  }

  static class Square extends Shape {
    final double side;

    Square(double side) {
      this.side = side;
    }

    @Override
    double area() {
      return side * side;
    }
  }

  static class Tile extends Square {
    Tile() {
      super(1.5);
    }

    @Override
    double area() {
      return super.area() + 0.25;
    }
  }

  static class Node<T extends Comparable<T>> {
    T value;

    void set(T v) {
      value = v;
    }
  }

  static class IntNode extends Node<Integer> {
    @Override
    void set(Integer v) {
      super.set(v * 2);
    }
  }

  static class Covariant implements Cloneable {
    int v = 3;

    @Override
    public Covariant clone() throws CloneNotSupportedException {
      return (Covariant) super.clone();
    }
  }

  static class NotCloneable {
    Object copy() throws CloneNotSupportedException {
      return clone();
    }
  }

  static String overload(Object o) {
    return "object";
  }

  static String overload(long l) {
    return "long";
  }

  static String overload(Integer i) {
    return "integer";
  }

  static String overload(int... is) {
    return "varargs " + is.length;
  }

  static class HidingParent {
    static String who() {
      return "parent";
    }

    String field = "pf";

    private String secret() {
      return "parent secret";
    }

    String reveal() {
      return secret();
    }
  }

  static class HidingChild extends HidingParent {
    static String who() {
      return "child";
    }

    String field = "cf";

    String secret() {
      return "child secret";
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(Greeter.of("you").greet());
    System.out.println(new Both().greet());
    Polite p = () -> "lambda";
    System.out.println(p.greet());
    Shape[] shapes = {new Square(3), new Tile(), new Square(2)};
    java.util.Arrays.sort(shapes);
    System.out.println(java.util.Arrays.toString(shapes));
    Node<Integer> node = new IntNode();
    node.set(21);
    System.out.println(node.value);
    @SuppressWarnings({"unchecked", "rawtypes"})
    Node<Integer> raw = (Node) node;
    try {
      ((Node) raw).set("text");
    } catch (ClassCastException e) {
      System.out.println("bridge checks");
    }
    Covariant c = new Covariant();
    c.v = 8;
    System.out.println(c.clone().v + " " + (c.clone() == c));
    try {
      new NotCloneable().copy();
    } catch (CloneNotSupportedException e) {
      System.out.println(e.getMessage());
    }
    byte b = 1;
    System.out.println(overload(b) + " " + overload(1) + " " + overload('c') + " " + overload("s")
        + " " + overload() + " " + overload(Integer.valueOf(1)) + " " + overload(1, 2));
    HidingParent h = new HidingChild();
    System.out.println(
        h.field + ((HidingChild) h).field + h.reveal() + HidingChild.who() + HidingParent.who());
    try {
      Object o = "x";
      ((Runnable) o).run();
    } catch (ClassCastException e) {
      System.out.println("no Runnable");
    }
  }
}
