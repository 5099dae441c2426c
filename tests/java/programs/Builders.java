import java.util.StringJoiner;

/**
 * StringBuilder, StringBuffer and StringJoiner: growth, insertion, deletion, inflation from
 * Latin-1 to UTF-16.
 */
public class Builders {
  public static void main(String[] args) {
    StringBuilder sb = new StringBuilder();
    System.out.println(sb.capacity() + " " + sb.length());
    sb.append(1)
        .append('a')
        .append("text")
        .append(2L)
        .append(1.5f)
        .append(2.25)
        .append(true)
        .append((Object) null)
        .append(new char[] {'x', 'y'})
        .append("abcdef", 2, 4)
        .appendCodePoint(0x1F600);
    System.out.println(sb + " " + sb.length());
    sb.setLength(5);
    sb.insert(0, "<").insert(sb.length(), '>').insert(2, 42).insert(1, -1.5);
    System.out.println(sb);
    sb.deleteCharAt(0).delete(0, 3).replace(0, 2, "REPLACED");
    System.out.println(sb + " " + sb.indexOf("t") + " " + sb.lastIndexOf("t"));
    sb.setCharAt(0, '\u03a9');
    System.out.println(sb + " " + sb.charAt(0) + sb.charAt(1) + " " + sb.reverse());
    StringBuilder big = new StringBuilder(4);
    for (int i = 0; i < 300; i++) {
      big.append((char) ('a' + i % 26));
    }
    big.append('\u4e2d');
    System.out.println(
        big.length() + " " + big.charAt(299) + big.charAt(300) + " " + big.toString().hashCode());
    big.setLength(3);
    System.out.println(big + "|" + big.compareTo(new StringBuilder("abd")) + " "
        + "abc".contentEquals(big));
    big.setLength(5);
    System.out.println(big.toString().equals("abc\0\0"));
    StringBuffer buffer = new StringBuffer("sync");
    buffer.append('h').append("ro").insert(0, 7L).reverse();
    System.out.println(buffer + " " + buffer.substring(2, 4));
    StringJoiner joiner = new StringJoiner(", ", "{", "}");
    joiner.setEmptyValue("EMPTY");
    System.out.println(joiner);
    joiner.add("a").add("b");
    System.out.println(joiner + " " + joiner.length() + " "
        + joiner.merge(new StringJoiner("-").add("x").add("y")));
    System.out.println(sb.chars().filter(Character::isUpperCase).count());
    try {
      sb.insert(99, "x");
    } catch (StringIndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    try {
      sb.charAt(-1);
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    CharSequence view = sb.subSequence(0, 2);
    System.out.println(view.length() + " " + CharSequence.compare("a", "b") + " " + sb.isEmpty());
  }
}
