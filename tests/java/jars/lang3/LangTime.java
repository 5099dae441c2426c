import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.commons.lang3.time.DateFormatUtils;
import org.apache.commons.lang3.time.DateUtils;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.time.FastDateFormat;

/** Dates and durations in UTC. */
public class LangTime {
  public static void main(String[] args) throws Exception {
    TimeZone utc = TimeZone.getTimeZone("UTC");
    Date d = new Date(1_000_000_000_000L);
    FastDateFormat f = FastDateFormat.getInstance("yyyy-MM-dd'T'HH:mm:ss.SSS EEE", utc, Locale.US);
    System.out.println(f.format(d));
    System.out.println(f.parse("2001-09-09T01:46:40.000 Sun").getTime() == d.getTime());
    System.out.println(DateFormatUtils.formatUTC(d, "yyyyMMdd HHmm"));
    System.out.println(
        f.format(DateUtils.addMonths(d, 5)) + " " + f.format(DateUtils.addDays(d, -10)));
    Calendar c = Calendar.getInstance(utc, Locale.US);
    c.setTime(d);
    System.out.println(DateUtils.isSameDay(d, DateUtils.addHours(d, 2)) + " "
        + DateUtils.truncate(c, Calendar.MONTH).getTimeInMillis() + " "
        + DateUtils.ceiling(c, Calendar.HOUR).getTimeInMillis());
    System.out.println(DurationFormatUtils.formatDurationHMS(3_723_004) + " "
        + DurationFormatUtils.formatDurationWords(90_061_000, true, true));
    System.out.println(DurationFormatUtils.formatPeriod(
        0, 1_000_000_000_000L, "y 'years' M 'months' d 'days'", true, utc));
  }
}
