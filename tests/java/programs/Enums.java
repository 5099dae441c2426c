import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** Enums: values, valueOf, constant bodies, switches, fields, EnumMap and EnumSet. */
public class Enums {
  enum Color { RED, GREEN, BLUE }

  enum Op {
    ADD("+") {
      @Override
      int apply(int a, int b) {
        return a + b;
      }
    },
    SUB("-") {
      @Override
      int apply(int a, int b) {
        return a - b;
      }
    },
    MUL("*") {
      @Override
      int apply(int a, int b) {
        return a * b;
      }

      @Override
      public String toString() {
        return "times";
      }
    };

    final String symbol;
    private static int made;

    static {
      for (Op op : values()) {
        made += op.symbol.length();
      }
    }

    Op(String symbol) {
      this.symbol = symbol;
    }

    abstract int apply(int a, int b);
  }

  interface Weighted {
    int weight();
  }

  enum Planet implements Weighted {
    MERCURY(3), EARTH(6);

    final int w;

    Planet(int w) {
      this.w = w;
    }

    @Override
    public int weight() {
      return w;
    }
  }

  static String name(Color c) {
    switch (c) {
      case RED:
        return "r";
      case BLUE:
        return "b";
      default:
        return "?";
    }
  }

  public static void main(String[] args) {
    System.out.println(Arrays.toString(Color.values()) + Color.valueOf("GREEN").ordinal()
        + Color.RED.compareTo(Color.BLUE));
    for (Op op : Op.values()) {
      System.out.println(op + " " + op.name() + " " + op.symbol + " " + op.apply(6, 3) + " "
          + op.getDeclaringClass().getSimpleName() + " " + (op.getClass() == Op.class));
    }
    System.out.println(Op.made + " " + Planet.EARTH.weight());
    StringBuilder sb = new StringBuilder();
    for (Color c : Color.values()) {
      sb.append(name(c));
    }
    System.out.println(sb);
    int v = switch (Color.BLUE) {
      case RED -> 1;
      case GREEN -> 2;
      case BLUE -> 3;
    };
    System.out.println(v);
    try {
      Color.valueOf("PINK");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    try {
      name(null);
    } catch (NullPointerException e) {
      System.out.println("null in a switch");
    }
    Map<Color, Integer> map = new EnumMap<>(Color.class);
    map.put(Color.BLUE, 1);
    map.put(Color.RED, 2);
    map.merge(Color.BLUE, 10, Integer::sum);
    System.out.println(map + " " + map.containsKey(Color.GREEN));
    EnumSet<Color> set = EnumSet.of(Color.BLUE, Color.RED);
    System.out.println(set + " " + EnumSet.complementOf(set) + EnumSet.allOf(Color.class) + EnumSet.noneOf(Color.class)
        + EnumSet.range(Color.RED, Color.GREEN) + set.contains(Color.RED));
    set.remove(Color.RED);
    set.addAll(EnumSet.of(Color.GREEN));
    System.out.println(set + " " + set.size());
    System.out.println(Enum.valueOf(Planet.class, "MERCURY") + " " + Color.RED.equals(Color.RED) + " "
        + Arrays.toString(Color.class.getEnumConstants()));
  }
}
