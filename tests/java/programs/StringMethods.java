import java.util.stream.Collectors;

/** String methods of releases 11 to 17, text blocks, code points. */
public class StringMethods {
  public static void main(String[] args) {
    System.out.println("["
        + " \u2003a b\t".strip() + "]["
        + " x ".stripLeading() + "]["
        + " x ".stripTrailing() + "]["
        + "\u2003x".trim() + "]");
    System.out.println("ab".repeat(3) + "".isBlank() + " \t".isBlank() + "a\nb\r\nc".lines().count()
        + "abc".chars().sum());
    System.out.print("""
        Text "block" \
        joined
          indented\tend\s
        """);
    System.out.println("a\n  b".indent(2) + "  x\n   y".stripIndent() + "\n" + "a\\tb\\n".translateEscapes().length());
    System.out.println("x".formatted() + "%s-%d".formatted("a", 3) + "abc".transform(s -> s + s.length()) + String.join("/", "a", "b") + "a,b,,".split(",").length + "a,b,,".split(",", -1).length);
    String smile = "a\ud83d\ude00b";
    System.out.println(smile.length() + " " + smile.codePointCount(0, 4) + " " + smile.codePointAt(1) + " " + smile.offsetByCodePoints(0, 2) + " " + new StringBuilder(smile).reverse().codePointAt(1) + smile.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(",")));
    System.out.println("Hello".regionMatches(true, 1, "ELL", 0, 3) + " " + "b".compareTo("abc") + " " + "B".compareToIgnoreCase("a") + " " + "abcabc".lastIndexOf("bc", 3) + " " + "abc".indexOf('c', -5) + " " + "abc".contentEquals(new StringBuilder("abc")));
    System.out.println("a".equals(null) + " " + "\u00df".equalsIgnoreCase("SS") + " " + "abc".subSequence(1, 2) + " " + String.valueOf((Object) null) + " " + String.valueOf(new char[] {'o', 'k'}) + String.copyValueOf(new char[] {'a', 'b', 'c'}, 1, 1));
    System.out.println("hello".hashCode() + " " + "".hashCode() + " " + "\u20ac".hashCode() + " " + ("a" + 1 + 'b' + 2L + 3f + 4d + null + true).intern());
    final String constant = "con" + "stant";
    System.out.println((constant == "constant") + " " + (new String("x") == "x") + " " + (new String("x").intern() == "x"));
    try {
      "abc".substring(2, 1);
    } catch (StringIndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    try {
      "abc".charAt(3);
    } catch (StringIndexOutOfBoundsException e) {
      System.out.println("charAt");
    }
    try {
      "x".repeat(-1);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    StringBuilder b = new StringBuilder("hello");
    b.insert(0, 1.5).append(new char[] {'!', '?'}, 0, 1).deleteCharAt(1).replace(0, 2, "\u20ac").setCharAt(1, 'H');
    b.append(true).append((String) null).append("xyz", 1, 2).setLength(12);
    System.out.println(b + " " + b.length() + " " + b.indexOf("l") + b.lastIndexOf("l") + " " + b.charAt(0) + b.compareTo(new StringBuilder("a")) + new StringBuffer("ab").reverse() + b.chars().filter(Character::isLetter).count());
  }
}
