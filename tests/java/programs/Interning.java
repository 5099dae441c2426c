/**
 * Strings: equal constants are one object, computed strings are not, intern makes them one; switch
 * and constant concatenation.
 */
public class Interning {
  static final String A = "ab", B = "c", AB = A + B;
  static final String LATE = String.valueOf(new char[] {'a', 'b', 'c'});
  static String plain = "abc";
  interface K { String S = "abc"; int N = 3; }

  public static void main(String[] args) {
    final String local = "ab";
    String variable = "ab";
    System.out.println((AB == "abc") + " " + (AB == plain) + (AB == K.S) + (LATE == AB)
        + (LATE.intern() == AB) + (local + "c" == AB) + (variable + "c" == AB)
        + ((variable + "c").intern() == AB) + (("a" + K.N) == "a3"));
    System.out.println((new String("abc") == "abc") + " " + new String("abc").equals("abc")
        + ("abc".substring(0) == "abc") + ("abc".toString() == "abc")
        + ("".isEmpty() ? "".concat("x") == "x" : false) + ("abc".trim() == "abc")
        + ("abc".replace('z', 'y') == "abc") + (String.valueOf("abc") == "abc")
        + ("a"
                + ""
            == "a"));
    String s = null;
    s += "x" + null + 1 + 'c' + 2.0 + 3f + true + new char[0].length + (char) 65;
    System.out.println(
        s + s.hashCode() + "\0\u00ff\ud800".length() + "tab\there\\ \"q\" \u0041\101".length());
    StringBuilder b = new StringBuilder();
    for (int i = 0; i < 300; i++) b.append((char) (i % 2 == 0 ? 'a' : '\u0100'));
    System.out.println(b.length() + " " + b.toString().hashCode() + b.substring(0, 3).length()
        + b.indexOf("\u0100a"));
    switch (s.length() > 3 ? "lo" + "ng" : "short") {
      case "long" -> System.out.println(true ? "L" : null);
      default -> System.out.println("?");
    }
  }
}
