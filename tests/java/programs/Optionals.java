import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Optional, Objects, BitSet, StringTokenizer, Scanner over a string, regular expressions, UUID. */
public class Optionals {
  static Optional<Integer> parse(String s) {
    try {
      return Optional.of(Integer.valueOf(s));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  public static void main(String[] args) {
    System.out.println(parse("12").map(i -> i * 2).orElse(-1) + " "
        + parse("x").or(() -> parse("7")).get() + " " + parse("y").isPresent() + " " + parse("3")
        + parse("z") + OptionalInt.of(4));
    parse("5").ifPresentOrElse(
        i -> System.out.println("five " + i), () -> System.out.println("none"));
    System.out.println(parse("8").filter(i -> i > 10).flatMap(i -> parse("1")).isEmpty() + " "
        + Optional.ofNullable(null).equals(Optional.empty()) + " " + parse("9").stream().count());
    try {
      parse("q").orElseThrow();
    } catch (NoSuchElementException e) {
      System.out.println(e.getMessage());
    }
    try {
      parse("q").orElseThrow(() -> new IllegalStateException("custom"));
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + " "
        + Objects.toString(null, "def") + " " + Objects.requireNonNullElse(null, 3) + " "
        + Objects.checkIndex(2, 3) + " " + Objects.hashCode(null));
    try {
      Objects.checkIndex(3, 3);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    BitSet bits = new BitSet();
    bits.set(3, 7);
    bits.set(100);
    bits.flip(5);
    BitSet other = BitSet.valueOf(new long[] {0b1010101});
    bits.or(other);
    System.out.println(bits + " " + bits.cardinality() + " " + bits.nextClearBit(3) + " "
        + bits.length() + " " + bits.intersects(other));
    StringTokenizer tokens = new StringTokenizer("a b,c", " ,");
    System.out.println(tokens.countTokens() + tokens.nextToken() + tokens.nextToken());
    Matcher matcher = Pattern.compile("(?<key>[a-z]+)=(\\d+)").matcher("ab=12, c=3; d=x");
    List<String> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(matcher.group("key") + ":" + matcher.group(2) + "@" + matcher.start());
    }
    System.out.println(found + " " + Pattern.matches("a.*?z", "abcz") + " "
        + "x1y2".replaceAll("([a-z])(\\d)", "$2$1") + " "
        + Pattern.compile("\\s*,\\s*").splitAsStream("p , q,r").toList() + " "
        + "AbC".matches("(?i)abc"));
    Scanner scanner = new Scanner("12 word 3.5\nrest of line\n");
    System.out.println(scanner.nextInt() + scanner.next() + scanner.nextDouble()
        + scanner.nextLine() + "|" + scanner.nextLine() + scanner.hasNext());
    System.out.println(new UUID(1, 2) + " "
        + UUID.fromString("00000000-0000-0001-0000-000000000002").equals(new UUID(1, 2)));
  }
}
