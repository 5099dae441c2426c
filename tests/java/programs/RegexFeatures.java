import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** java.util.regex: groups, lookaround, flags, replacement, streams, errors. */
public class RegexFeatures {
  public static void main(String[] args) {
    Matcher m =
        Pattern.compile("(?<year>\\d{4})-(?<month>\\d\\d)").matcher("on 2024-05 and 1999-12");
    while (m.find())
      System.out.println(
          m.group("year") + "/" + m.group(2) + " " + m.start() + ".." + m.end("month"));
    System.out.println("aBc1".matches("(?i)ABC\\d") + " "
        + "foobar".replaceAll("(?<=foo)bar", "<$0>") + " "
        + "a.b.c".split("\\.", 2)[1]);
    System.out.println(Pattern.compile("(\\w+) \\1").matcher("the the cat").replaceFirst("$1") + " "
        + "x+y".replaceAll(Pattern.quote("+"), Matcher.quoteReplacement("$")));
    System.out.println(Pattern.compile("^(.*)$", Pattern.MULTILINE)
                           .matcher("one\ntwo\n")
                           .results()
                           .map(MatchResult::group)
                           .collect(Collectors.toList()));
    System.out.println(Arrays.toString(Pattern.compile("\\s*,\\s*").split(" a , b,c,, ,"))
        + Pattern.compile(",").splitAsStream("1,2,3").mapToInt(Integer::parseInt).sum());
    System.out.println(Pattern.compile("\\b\\w")
                           .matcher("hello big world")
                           .replaceAll(r -> r.group().toUpperCase()));
    System.out.println("aaa".replaceAll("a*?", "x") + " "
        + "aaab".replaceAll("a++b", "y") + " "
        + "aXbX".replaceAll("(.)X", "$1-"));
    System.out.println(Pattern.compile("[\\p{L}&&[^a-c]]+").matcher("abcdef\u00e9").replaceAll("_")
        + " "
        + "\ud83d\ude00x".matches("..") + " "
        + "\u212a".matches("(?iu)k"));
    Matcher r = Pattern.compile("o").matcher("foo boo").region(2, 6);
    StringBuilder out = new StringBuilder();
    while (r.find()) r.appendReplacement(out, Integer.toString(r.start()));
    System.out.println(r.appendTail(out) + " " + r.hitEnd() + " "
        + r.usePattern(Pattern.compile("b")).reset().find());
    System.out.println(
        Pattern.compile("a.c", Pattern.DOTALL | Pattern.COMMENTS).matcher("a\nc").matches() + " "
        + Pattern.matches("(?s)a.c", "a\nc") + " " + Pattern.matches("a\\Rc", "a\r\nc"));
    System.out.println(Pattern.compile("x").asPredicate().test("axb") + " "
        + Pattern.compile("x").asMatchPredicate().test("axb"));
    try {
      Pattern.compile("a(b");
    } catch (PatternSyntaxException e) {
      System.out.println(e.getDescription() + " " + e.getIndex() + " " + e.getMessage());
    }
    try {
      "a".replaceAll("a", "$1");
    } catch (IndexOutOfBoundsException e) {
      System.out.println(e.getMessage());
    }
    StringBuilder deep = new StringBuilder();
    for (int i = 0; i < 300; i++) deep.append("ab");
    System.out.println(
        Pattern.matches("(a|b|ab)*", deep) + " " + Pattern.matches("(x+x+)+y", "xxxxxxxxxxxy"));
  }
}
