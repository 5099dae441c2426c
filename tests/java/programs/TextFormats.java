import java.text.ChoiceFormat;
import java.text.Collator;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.ParseException;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.text.Normalizer;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** java.text with locales, calendars and time zones. */
public class TextFormats {
  public static void main(String[] args) throws Exception {
    DecimalFormat f =
        new DecimalFormat("#,##0.00;(#,##0.00)", DecimalFormatSymbols.getInstance(Locale.US));
    System.out.println(f.format(-1234.5) + " " + f.format(0.005) + " " + f.parse("(7.25)"));
    System.out.println(
        new DecimalFormat("00.###E0", DecimalFormatSymbols.getInstance(Locale.US)).format(123456));
    System.out.println(NumberFormat.getInstance(Locale.FRANCE)
                           .format(1234567.891)
                           .replace('\u202f', '_')
                           .replace('\u00a0', '_'));
    System.out.println(NumberFormat.getCurrencyInstance(Locale.US).format(-12.5) + " "
        + NumberFormat.getIntegerInstance(Locale.US).format(2.5));
    System.out.println(
        MessageFormat.format("{0,number,#.#} of {1} {2,choice,0#none|1#one|1<many {2}} '{'{3}'}'",
            3.14159, "pi", 5, null));
    System.out.println(new ChoiceFormat("0#zero|1#one|2#more").format(17));
    SimpleDateFormat s = new SimpleDateFormat("EEE, d MMM yyyy HH:mm:ss z", Locale.ENGLISH);
    s.setTimeZone(TimeZone.getTimeZone("America/New_York"));
    System.out.println(s.format(new Date(1_700_000_000_000L)));
    s.setLenient(false);
    try {
      s.parse("Mon, 32 Jan 2020 00:00:00 GMT");
    } catch (ParseException e) {
      System.out.println(e.getMessage() + " @" + e.getErrorOffset());
    }
    ParsePosition p = new ParsePosition(2);
    System.out.println(
        NumberFormat.getInstance(Locale.US).parse("a=1,234.5kg", p) + " " + p.getIndex());
    Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
    c.clear();
    c.set(2024, Calendar.FEBRUARY, 29, 12, 0);
    c.add(Calendar.YEAR, 1);
    c.roll(Calendar.MONTH, 11);
    System.out.println(c.getTime().getTime() + " " + c.get(Calendar.DAY_OF_WEEK) + " "
        + c.getActualMaximum(Calendar.DATE));
    System.out.println(Normalizer.normalize("e\u0301A\u030a", Normalizer.Form.NFC).length());
    Collator collator = Collator.getInstance(Locale.US);
    collator.setStrength(Collator.PRIMARY);
    System.out.println(collator.compare("abc", "ABC") + " " + collator.compare("a", "b"));
    System.out.println(String.format(Locale.US, "%tF %<tT %<tA", c));
  }
}
