import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedCollection;
import java.util.TreeMap;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The library of releases 18 to 25: sequenced collections, gatherers, new methods of strings and
 * numbers.
 */
public class LaterLibrary {
  public static void main(String[] args) {
    List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
    l.addFirst(0);
    System.out.println(l.getLast() + " " + l.reversed() + l.removeFirst()
        + new LinkedHashSet<>(l).reversed() + new ArrayDeque<>(l).reversed().peekFirst());
    LinkedHashMap<String, Integer> m = new LinkedHashMap<>();
    m.put("b", 1);
    m.putFirst("a", 2);
    System.out.println(
        m + " " + m.lastEntry() + m.sequencedKeySet().reversed() + new TreeMap<>(m).firstEntry());
    SequencedCollection<Integer> s = l;
    System.out.println(s.reversed().stream().toList());
    System.out.println(IntStream.range(0, 7).boxed().gather(Gatherers.windowFixed(3)).toList() + " "
        + Stream.of(1, 2, 3, 4).gather(Gatherers.scan(() -> 0, Integer::sum)).toList()
        + Stream.of(1, 2, 3).gather(Gatherers.windowSliding(2)).toList()
        + Stream.of("a", "b").gather(Gatherers.fold(() -> "", String::concat)).toList());
    System.out.println("hello".indexOf('l', 0, 3) + " "
        + "a,b;c".splitWithDelimiters("[,;]", 0).length + " "
        + new StringBuilder().repeat("ab", 2).repeat('x', 3)
        + Character.toString("\ud83d\ude00".codePointAt(0)).length() + Character.isEmoji(0x1f600));
    System.out.println(Math.clamp(15L, 1, 10) + " " + Math.ceilDiv(7, 2) + " "
        + Math.unsignedMultiplyHigh(-1L, 2) + " " + Integer.compress(0b110110, 0b101010) + " "
        + Long.expand(5, 0xf0) + " " + Float.float16ToFloat(Float.floatToFloat16(1.1f)));
    System.out.println(Stream.of(3, 1, 2)
                           .sorted()
                           .mapMulti((Integer x, java.util.function.Consumer<Object> c) -> {
                             if (x > 1) c.accept(x);
                           })
                           .toList()
        + " "
        + "x".equals("X".toLowerCase()) + List.of(1, 2).reversed()
        + java.time.Duration.ofMinutes(90).toHours());
    System.out.println(ScopedUse.run());
  }

  static class ScopedUse {
    static final ScopedValue<String> NAME = ScopedValue.newInstance();
    static String run() {
      StringBuilder out = new StringBuilder();
      ScopedValue.where(NAME, "outer").run(() -> {
        out.append(NAME.get());
        ScopedValue.where(NAME, "inner").run(() -> out.append(' ').append(NAME.get()));
        out.append(' ').append(NAME.get()).append(' ').append(NAME.isBound());
      });
      return out + " " + NAME.isBound() + NAME.orElse("none");
    }
  }
}
