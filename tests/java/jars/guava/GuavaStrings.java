import com.google.common.base.Ascii;
import com.google.common.base.CaseFormat;
import com.google.common.base.CharMatcher;
import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.base.Strings;
import com.google.common.escape.Escapers;
import com.google.common.html.HtmlEscapers;
import com.google.common.net.UrlEscapers;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Joiner, Splitter, CharMatcher, CaseFormat, escapers. */
public class GuavaStrings {
  public static void main(String[] args) {
    System.out.println(Joiner.on("; ").skipNulls().join("a", null, "b")
        + Joiner.on("&").withKeyValueSeparator("=").join(new TreeMap<>(Map.of("k", 1, "l", 2)))
        + Joiner.on('-').useForNull("?").join(Arrays.asList(1, null)));
    System.out.println(Splitter.on(',').trimResults().omitEmptyStrings().splitToList(" a, ,b ,")
        + " " + Splitter.fixedLength(3).splitToList("abcdefgh")
        + Splitter.on(';').withKeyValueSeparator(':').split("a:1;b:2"));
    System.out.println(Splitter.onPattern("[0-9]+").limit(2).splitToList("a12b34c") + " "
        + Splitter.on(CharMatcher.anyOf(" _")).splitToList("x_y z"));
    System.out.println(CharMatcher.inRange('0', '9').retainFrom("a1b22c")
        + CharMatcher.whitespace().collapseFrom(" a  b ", '.')
        + CharMatcher.javaUpperCase().negate().countIn("AbC")
        + CharMatcher.is('x').trimFrom("xxaxx") + CharMatcher.ascii().matchesAllOf("ok"));
    System.out.println(CaseFormat.LOWER_CAMEL.to(CaseFormat.UPPER_UNDERSCORE, "someWarpThread")
        + CaseFormat.LOWER_HYPHEN.to(CaseFormat.UPPER_CAMEL, "a-b-cd"));
    System.out.println(Strings.padStart("7", 3, '0') + Strings.repeat("ab", 3)
        + Strings.commonPrefix("interval", "internet") + Strings.commonSuffix("testing", "ring")
        + Strings.isNullOrEmpty("") + Strings.lenientFormat("%s is %s", "x", null, 3));
    System.out.println(HtmlEscapers.htmlEscaper().escape("<a&\"b\">")
        + UrlEscapers.urlPathSegmentEscaper().escape("a b/\u00e4")
        + UrlEscapers.urlFormParameterEscaper().escape("x y&"));
    System.out.println(Escapers.builder()
                           .addEscape('a', "[A]")
                           .setUnsafeReplacement("?")
                           .setSafeRange('a', 'z')
                           .build()
                           .escape("banana split")
        + Ascii.truncate("truncated text", 8, "...") + Ascii.toUpperCase("mixed")
        + Ascii.equalsIgnoreCase("Ab", "aB"));
  }
}
