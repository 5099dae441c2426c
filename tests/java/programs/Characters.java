/** Character: character classes, digits, surrogates, names. */
public class Characters {
  public static void main(String[] args) {
    int[] points = {'a', 'Z', '5', ' ', '\u00e9', '\u0131', '\u01c5', '\u0660', '\u4e2d', 0x1f600,
        0x1d7d9, '\u00bd', '\u2028', '\ufeff', 0x10ffff, '_', '$', 0};
    for (int c : points)
      System.out.println(Integer.toHexString(c) + " " + Character.getType(c)
          + (Character.isLetter(c) ? "L" : "-") + (Character.isDigit(c) ? "D" : "-")
          + (Character.isWhitespace(c) ? "W" : "-") + (Character.isSpaceChar(c) ? "S" : "-")
          + (Character.isUpperCase(c) ? "U" : "-") + (Character.isLowerCase(c) ? "l" : "-")
          + (Character.isTitleCase(c) ? "T" : "-")
          + (Character.isJavaIdentifierStart(c) ? "J" : "-")
          + (Character.isJavaIdentifierPart(c) ? "P" : "-")
          + (Character.isISOControl(c) ? "C" : "-") + (Character.isIdeographic(c) ? "I" : "-")
          + (Character.isDefined(c) ? "d" : "-") + (Character.isMirrored(c) ? "M" : "-") + " "
          + Integer.toHexString(Character.toUpperCase(c)) + " "
          + Integer.toHexString(Character.toLowerCase(c)) + " " + Character.getNumericValue(c) + " "
          + Character.digit(c, 16) + " " + Character.charCount(c) + " "
          + Character.getDirectionality(c));
    System.out.println(Character.forDigit(11, 16) + " " + Character.toChars(0x1f600).length
        + Character.isSurrogatePair('\ud83d', '\ude00') + Character.toCodePoint('\ud83d', '\ude00')
        + " " + Character.UnicodeBlock.of('\u4e2d') + " " + Character.UnicodeScript.of('\u0416'));
    System.out.println(Character.reverseBytes('\u1234') + Character.compare('a', 'b')
        + Character.valueOf('x').hashCode() + Character.MAX_RADIX
        + Character.toString(0x1f600).length());
    System.out.println((char) ('a' + 1) + " " + (int) 'a' + " " + ('a' + 1) + " " + (char) -1
        + (int) (char) -1 + " " + (byte) '\u00ff' + (short) '\uffff');
    char c = 'x';
    c += 1.7;
    c++;
    System.out.println(c + " " + (c > 'y') + " " + Character.isAlphabetic('\u2160')
        + Character.isIdentifierIgnorable('\u0001') + Character.highSurrogate(0x1f600) % 7);
  }
}
