import java.util.Locale;
import java.util.regex.Pattern;

/** Unicode names, blocks and scripts, in text and in patterns. */
public class CharacterNames {
  public static void main(String[] args) {
    for (int c : new int[] {'A', '\u00e9', 0x3b1, 0x1f600, 0x4e2d, 7, 0xe000, 0x10ffff})
      System.out.println(Character.getName(c) + " " + Character.UnicodeBlock.of(c) + " "
          + Character.UnicodeScript.of(c) + " " + Character.getType(c));
    System.out.println(Character.codePointOf("latin small letter a") + " "
        + Character.UnicodeBlock.forName("Cyrillic") + " "
        + Character.UnicodeScript.forName("Grek"));
    try {
      Character.codePointOf("no such letter");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    System.out.println("a".matches("\\N{LATIN SMALL LETTER A}") + " "
        + Pattern.compile("\\p{IsGreek}+").matcher("x\u03b1\u03b2").find() + " "
        + "\u0416".matches("\\p{InCyrillic}"));
    System.out.println("e\u0301a".replaceAll("\\X", "<$0>").length() + " "
        + "STRASSE".toLowerCase(Locale.ROOT) + "stra\u00dfe".toUpperCase(Locale.ROOT));
  }
}
