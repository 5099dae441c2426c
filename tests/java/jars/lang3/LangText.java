import java.util.HashMap;
import java.util.Map;
import org.apache.commons.lang3.RegExUtils;
import org.apache.commons.lang3.StringEscapeUtils;
import org.apache.commons.lang3.text.StrBuilder;
import org.apache.commons.lang3.text.StrSubstitutor;
import org.apache.commons.lang3.text.StrTokenizer;
import org.apache.commons.lang3.text.WordUtils;

/** The text package: escapes, substitution, tokens, words, regular expressions. */
@SuppressWarnings("deprecation")
public class LangText {
  public static void main(String[] args) {
    System.out.println(StringEscapeUtils.escapeJava("a\tb\"\u00e4\n")
        + StringEscapeUtils.unescapeJava("\\u0041\\n").length());
    System.out.println(StringEscapeUtils.escapeHtml4("<p>\"bread\" & \u00fc</p>")
        + StringEscapeUtils.unescapeHtml4("&lt;&eacute;&#65;&gt;").length());
    System.out.println(StringEscapeUtils.escapeXml11("a<b>'")
        + StringEscapeUtils.escapeCsv("a,\"b\"") + StringEscapeUtils.escapeJson("x/\"y"));
    Map<String, String> map = new HashMap<>();
    map.put("animal", "fox");
    map.put("target", "${adj} dog");
    map.put("adj", "lazy");
    System.out.println(new StrSubstitutor(map).replace(
        "The ${animal} jumps over the ${target}, ${none:-never} $${animal}."));
    System.out.println(new StrTokenizer("a b,c \"d e\"", ',', '"').getTokenList() + " "
        + StrTokenizer.getCSVInstance(" x, \"y,z\" ,w").getTokenList());
    StrBuilder b = new StrBuilder("start");
    b.appendln("")
        .appendWithSeparators(new Object[] {1, 2, 3}, "+")
        .appendFixedWidthPadLeft(7, 3, '0')
        .replaceAll("1", "one")
        .reverse();
    System.out.println(b.trim() + " " + b.length() + " " + b.indexOf("eno"));
    System.out.println(WordUtils.capitalizeFully("the qUICK fox") + WordUtils.initials("Ab Cd")
        + "\n" + WordUtils.wrap("words that are wrapped at a column", 12));
    System.out.println(
        RegExUtils.replaceAll("a1b22c", "[0-9]+", "#") + RegExUtils.removeFirst("xxaxx", "x+"));
  }
}
