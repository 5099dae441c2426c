import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.WeekFields;

/** java.time: arithmetic, zones with gaps and overlaps, parsing, adjusters. */
public class TimeDates {
  public static void main(String[] args) {
    LocalDate d = LocalDate.of(2024, 1, 31);
    System.out.println(d.plusMonths(1) + " " + d.plusYears(1).getDayOfWeek() + " " + d.isLeapYear()
        + " " + d.lengthOfMonth());
    System.out.println(d.with(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY)) + " "
        + d.with(TemporalAdjusters.lastDayOfYear()));
    System.out.println(Period.between(LocalDate.of(1999, 12, 31), d) + " "
        + ChronoUnit.DAYS.between(LocalDate.EPOCH, d));
    System.out.println(Duration.ofMillis(-90_061_001).toString() + " "
        + Duration.parse("PT8H6M12.345S").toMillis());
    LocalDateTime t = LocalDateTime.parse("2021-03-28T02:30:00");
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    System.out.println(t.atZone(berlin) + " "
        + LocalDateTime.parse("2021-10-31T02:30").atZone(berlin).withLaterOffsetAtOverlap());
    System.out.println(ZonedDateTime.of(t, ZoneId.of("America/New_York"))
                           .withZoneSameInstant(ZoneOffset.ofHours(9)));
    System.out.println(OffsetDateTime.parse("2020-02-29T23:59:59+05:30").toInstant() + " "
        + Instant.parse("1969-12-31T23:59:59.999Z").toEpochMilli());
    System.out.println(LocalTime.MIDNIGHT.minusNanos(1) + " "
        + LocalTime.of(13, 5).truncatedTo(ChronoUnit.HOURS) + " "
        + LocalTime.NOON.get(ChronoField.AMPM_OF_DAY));
    System.out.println(
        DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss.SSS").format(t.plusNanos(5_000_000)) + " "
        + DateTimeFormatter.ISO_WEEK_DATE.format(d) + " "
        + DateTimeFormatter.ISO_ORDINAL_DATE.format(d));
    System.out.println(YearMonth.of(2023, 2).atEndOfMonth() + " " + Year.isLeap(1900) + " "
        + MonthDay.parse("--02-29").isValidYear(2023));
    System.out.println(d.get(WeekFields.ISO.weekOfWeekBasedYear()) + " " + d.getDayOfYear() + " "
        + d.compareTo(LocalDate.MIN));
    try {
      LocalDate.parse("2023-02-29");
    } catch (DateTimeParseException e) {
      System.out.println(e.getMessage() + " at " + e.getErrorIndex());
    }
    try {
      LocalTime.of(24, 0);
    } catch (java.time.DateTimeException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(Instant.EPOCH.plus(Duration.ofDays(365))
                           .atOffset(ZoneOffset.UTC)
                           .format(DateTimeFormatter.RFC_1123_DATE_TIME));
    System.out.println(
        LocalDate.of(2000, 1, 1).datesUntil(LocalDate.of(2000, 1, 20), Period.ofDays(7)).toList());
  }
}
