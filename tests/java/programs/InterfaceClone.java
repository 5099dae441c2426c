import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** Interfaces have the public methods of Object, but not clone() and finalize(). */
public class InterfaceClone {
  interface Copied extends Cloneable {
    Object clone();
  }

  interface Between extends Copied {}

  interface Both extends Between, Comparable<Both> {
    default String twice() {
      return clone() + "" + clone();
    }
  }

  interface Ended {
    void finalize();
  }

  interface EndedToo extends Ended {}

  static class One implements Both, EndedToo {
    public Object clone() {
      return "one";
    }

    public void finalize() {
      System.out.println("finalize");
    }

    public int compareTo(Both other) {
      return 0;
    }

    public String toString() {
      return "One";
    }
  }

  static <T extends Both> Object copy(T t) {
    return t.clone();
  }

  public static void main(String[] args) throws Throwable {
    One one = new One();
    Between between = one;
    Both both = one;
    EndedToo ended = one;
    System.out.println(between.clone() + " " + both.clone() + " " + both.twice() + " " + copy(one));
    ended.finalize();
    Callable<Object> call = between::clone;
    Function<Both, Object> of = Both::clone;
    System.out.println(call.call() + " " + of.apply(one));
    MethodType type = MethodType.methodType(Object.class);
    System.out.println(MethodHandles.lookup().findVirtual(Copied.class, "clone", type).invoke(between));
    try {
      System.out.println(MethodHandles.lookup().findVirtual(Between.class, "clone", type));
    } catch (IllegalAccessException e) { /* the JVM's behaviour for method handles */
      System.out.println(e.getClass() + " " + e.getCause().getClass());
    }
    System.out.println(Between.class.getMethod("clone").invoke(between));
    System.out.println(between.hashCode() == one.hashCode());
    System.out.println(between + " " + between.equals(one) + " " + between.getClass());
  }
}
