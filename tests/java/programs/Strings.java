/** The methods of String, on Latin-1 and on other text. */
public class Strings {
  public static void main(String[] args) {
    String s = "Hello, World";
    System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('o') + " "
        + s.lastIndexOf("o") + " " + s.indexOf("World") + " " + s.indexOf('z') + " "
        + s.indexOf('o', 5));
    System.out.println(
        s.substring(7) + s.substring(0, 5) + "|" + s.toUpperCase() + s.toLowerCase());
    System.out.println(s.replace('l', 'L') + s.replace("World", "All") + s.contains("lo,")
        + s.startsWith("He") + s.endsWith("d") + s.startsWith("World", 7));
    System.out.println("  trim me\t".trim() + "|"
        + "\u2003strip\u2003".strip() + "|"
        + " ".isBlank() + "".isEmpty());
    System.out.println("a,b,,c,,".split(",").length + " " + String.join("/", "a,b,,c".split(","))
        + " " + String.join("/", "x1y22z".split("[0-9]+")) + " "
        + "a:b:c".split(":", 2)[1]);
    System.out.println("ab".repeat(3) + "-".repeat(0) + "abc".compareTo("abd")
        + "abc".compareTo("ab") + "B".compareToIgnoreCase("a"));
    System.out.println("abc".equals("ABC".toLowerCase()) + " "
        + "straße".equalsIgnoreCase("STRASSE") + " "
        + "TITLE".equalsIgnoreCase("title"));
    System.out.println("hello".hashCode() + " " + "".hashCode() + " " + "\u4e2d\u6587".hashCode());
    String greek = "\u03b1\u03b2\u03b3\u0394";
    System.out.println(greek + " " + greek.length() + " " + greek.toUpperCase() + " "
        + greek.indexOf('\u03b3') + " " + greek.charAt(3) + " " + greek.substring(1, 3)
        + greek.toLowerCase());
    String mixed = "x" + greek.substring(0, 1) + "y";
    System.out.println(
        mixed + mixed.replace('\u03b1', 'a') + mixed.replace('\u03b1', 'a').equals("xay"));
    String astral = new String(Character.toChars(0x1F600)) + "!";
    System.out.println(astral.length() + " " + astral.codePointCount(0, astral.length()) + " "
        + astral.codePointAt(0) + " " + new StringBuilder(astral).reverse().codePointAt(1));
    System.out.println("caf\u00e9".toUpperCase() + " "
        + "\u00ff".length() + " "
        + "\u00e9".compareTo("e"));
    System.out.println(
        ("a" + 1 + 2L + 3.0f + 4.5 + 'c' + true + null + new int[0].length).intern());
    char c = 'x';
    byte b = -1;
    short sh = 300;
    Object nothing = null;
    System.out.println("" + c + b + sh + nothing + (c + 1) + (char) (c + 1));
    String t = "con";
    t += "cat";
    t += 1 + 2;
    t += 'c';
    System.out.println(t);
    final String constant = "he" + "llo";
    String built = new StringBuilder("he").append("llo").toString();
    System.out.println(
        (constant == "hello") + " " + (built == constant) + " " + (built.intern() == constant));
    System.out.println(String.valueOf(new char[] {'o', 'k'}) + String.valueOf((Object) null)
        + String.valueOf(1.0f) + new String(new byte[] {72, 105})
        + new String("\u00e4\u4e2d".getBytes(java.nio.charset.StandardCharsets.UTF_8),
            java.nio.charset.StandardCharsets.UTF_8));
    System.out.println("""
        A text block
          keeps its indent, "quotes" and \
        joins lines.
        tab\there""");
    System.out.println("one\ntwo\n\nthree".lines().count() + " " + "%d-%s".formatted(5, "x") + " "
        + "Abc".chars().sum() + " " + "a-b-c".replaceAll("-", "+") + " " + "aXbX".replaceFirst("X", "") + " "
        + "12ab".matches("[0-9]+[a-z]*"));
    System.out.println("trans\\tlate \t x".translateEscapes() + "  in\n dent".indent(2) + "strip  ".stripTrailing() + "|");
    try {
      "abc".substring(2, 1);
    } catch (StringIndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    try {
      "abc".charAt(3);
    } catch (StringIndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    System.out.println("region".regionMatches(true, 1, "EGI", 0, 3) + " " + "a\u0000b".length() + " "
        + "abc".contentEquals(new StringBuilder("abc")) + " " + String.copyValueOf(new char[] {'a', 'b', 'c'}, 1, 2));
  }
}
