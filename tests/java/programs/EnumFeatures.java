import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Enums: bodies, constructors, interfaces, nested switches, valueOf, sets and maps, reflection,
 * order.
 */
public class EnumFeatures {
  interface Priced { int price(); }
  enum Coin implements Priced {
    PENNY(1), NICKEL(5) { @Override String label() { return "five"; } }, DIME(10);
    private static final Map<Integer, Coin> BY_VALUE =
        Arrays.stream(values()).collect(Collectors.toMap(c -> c.value, c -> c));
    private final int value;
    Coin(int v) { value = v; }
    String label() { return name().charAt(0) + name().substring(1).toLowerCase(); }
    @Override public int price() { return value * 2; }
    static Coin of(int v) { return BY_VALUE.get(v); }
  }

  enum Op {
    PLUS("+") { double apply(double a, double b) { return a + b; } },
    TIMES("*") { double apply(double a, double b) { return a * b; } };
    final String symbol;
    Op(String s) { symbol = s; }
    abstract double apply(double a, double b);
    @Override public String toString() { return symbol; }
  }

  enum Planet {
    EARTH(5.976e24, 6.37814e6);
    final double g;
    Planet(double m, double r) { g = 6.67300E-11 * m / (r * r); }
  }
  enum Singleton { INSTANCE; int calls; int next() { return ++calls; } }
  enum State {
    IDLE {
      State next() { return BUSY; }
    },
    BUSY {
      State next() { return DONE; }
    },
    DONE {
      State next() { return this; }
    };
    abstract State next();
  }
  enum Empty { }
  enum Nested { OUTER; enum Inner { X, Y } }

  public static void main(String[] args) throws Exception {
    for (Coin c : Coin.values())
      System.out.print(c + " " + c.label() + c.price() + c.ordinal()
          + c.getDeclaringClass().getSimpleName() + (c.getClass() == Coin.class) + "; ");
    System.out.println(Coin.of(5) + " " + Coin.valueOf("DIME").compareTo(Coin.PENNY)
        + Enum.valueOf(Coin.class, "PENNY").hashCode() * 0);
    for (Op o : Op.values()) System.out.print(o + "" + o.apply(3, 4) + o.name() + " ");
    System.out.println(Math.round(Planet.EARTH.g * 100) + " " + Singleton.INSTANCE.next()
        + Singleton.INSTANCE.next() + State.IDLE.next().next().next() + Empty.values().length
        + Nested.Inner.Y);
    EnumMap<Coin, String> m = new EnumMap<>(Coin.class);
    m.put(Coin.DIME, "d");
    m.put(Coin.PENNY, null);
    EnumSet<Coin> s = EnumSet.allOf(Coin.class);
    s.removeIf(c -> c.value == 5);
    System.out.println(m + " " + s + EnumSet.complementOf(s) + m.keySet()
        + m.equals(Map.of(Coin.DIME, "d")) + EnumSet.of(Coin.DIME, Coin.PENNY).iterator().next()
        + Arrays.stream(Coin.values())
              .collect(Collectors.groupingBy(c -> c.value > 4, Collectors.counting())));
    try {
      Coin.valueOf("Euro");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    try {
      Coin.valueOf(null);
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(Coin.class.getField("DIME").isEnumConstant() + " "
        + Coin.NICKEL.getClass().isEnum() + Coin.class.isEnum()
        + Coin.class.getEnumConstants().length
        + Coin.NICKEL.getClass().getSuperclass().getSimpleName());
    Coin c = Coin.NICKEL;
    switch (c) {
      case PENNY: System.out.println("p"); break;
      case NICKEL:
        switch (State.BUSY) {
          case BUSY -> System.out.println("nested");
          default -> System.out.println("no");
        }
        break;
      default: System.out.println("d");
    }
  }
}
