import org.apache.commons.lang3.StringUtils;

/** StringUtils: cutting, joining, padding, comparing, searching. */
public class LangStrings {
  public static void main(String[] args) {
    System.out.println(StringUtils.isBlank(" \t") + " " + StringUtils.isNotEmpty("") + " "
        + StringUtils.isAllBlank(null, " "));
    System.out.println(StringUtils.capitalize("heddle") + StringUtils.swapCase("aBc")
        + StringUtils.uncapitalize("Warp"));
    System.out.println(
        StringUtils.join(new int[] {1, 2, 3}, ';') + "|" + StringUtils.joinWith("/", "a", null, 4));
    System.out.println(StringUtils.leftPad("7", 5, '0') + StringUtils.center("mid", 9, "*-")
        + StringUtils.rightPad("x", 4, "ab") + ".");
    System.out.println(String.join(",", StringUtils.split("a b  c\td")) + " "
        + StringUtils.split("1:2::3", ":").length);
    System.out.println(StringUtils.splitPreserveAllTokens("1:2::3", ":").length + " "
        + StringUtils.splitByCharacterTypeCamelCase("fooBarHTTP2Go").length);
    System.out.println(StringUtils.getLevenshteinDistance("kitten", "sitting") + " "
        + StringUtils.difference("weaver", "weaving"));
    System.out.println(StringUtils.abbreviate("The quick brown fox", 12) + "|"
        + StringUtils.abbreviateMiddle("abcdefghijkl", "..", 6));
    System.out.println(StringUtils.countMatches("abracadabra", "ab") + " "
        + StringUtils.ordinalIndexOf("aabaabaa", "b", 2));
    System.out.println(StringUtils.substringBetween("[a][b]", "[", "]")
        + StringUtils.substringsBetween("[a][b]", "[", "]").length);
    System.out.println(
        StringUtils.replaceEach("abcde", new String[] {"ab", "d"}, new String[] {"w", "t"}));
    System.out.println(StringUtils.stripAccents("\u00e9t\u00e9 \u00e0 No\u00ebl").length()
        + StringUtils.deleteWhitespace(" a b\n c "));
    System.out.println(StringUtils.reverseDelimited("a.b.c", '.') + StringUtils.rotate("abcdefg", 2)
        + StringUtils.repeat("ab", "-", 3));
    System.out.println(StringUtils.getCommonPrefix("interview", "internet", "interval")
        + StringUtils.indexOfDifference("ab", "abxyz"));
    System.out.println(StringUtils.isNumeric("0123") + " " + StringUtils.isAlphaSpace("a b") + " "
        + StringUtils.isMixedCase("aB"));
    System.out.println(StringUtils.compareIgnoreCase("ABC", "abd") + " "
        + StringUtils.equalsAny("b", "a", "b") + StringUtils.defaultIfBlank(" ", "none"));
    System.out.println(StringUtils.wrapIfMissing("q", '"') + StringUtils.truncate("abcdefg", 2, 3)
        + StringUtils.chomp("line\r\n") + StringUtils.normalizeSpace("  a   b "));
  }
}
