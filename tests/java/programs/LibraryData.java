import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TimeZone;
import java.util.UUID;
import java.util.spi.ToolProvider;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Data that the library reads from its own files, modules and tables: time zones, locales,
 * charsets, services, digests.
 */
public class LibraryData {
  public static void main(String[] args) throws Exception {
    System.out.println(
        ZonedDateTime.of(2020, 7, 1, 12, 0, 0, 0, ZoneId.of("Europe/Berlin")).toInstant());
    System.out.println(LocalDate.of(2024, 2, 29)
                           .format(DateTimeFormatter.ofPattern("EEEE, d MMM yyyy", Locale.US)));
    System.out.println(Instant.ofEpochSecond(1_000_000_000).atZone(ZoneId.of("Asia/Tokyo")));
    SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZ", Locale.US);
    f.setTimeZone(TimeZone.getTimeZone("UTC"));
    System.out.println(f.format(new Date(0)));
    System.out.println(String.format(Locale.GERMANY, "%,.2f", 1234567.891) + " "
        + NumberFormat.getPercentInstance(Locale.US).format(0.25) + " "
        + Currency.getInstance("USD").getSymbol(Locale.US));
    System.out.println(MessageFormat.format("{0} costs {1} {2}", "it", 7, null));
    BreakIterator words = BreakIterator.getWordInstance(Locale.US);
    words.setText("a bc");
    System.out.println(words.next() + " " + words.next());
    System.out.println(Arrays.toString("h\u00e9\u4e2d".getBytes(StandardCharsets.UTF_16))
        + Arrays.toString("\u20ac".getBytes("windows-1252")));
    System.out.println(ServiceLoader.load(ToolProvider.class)
                           .stream()
                           .anyMatch(p -> p.get().name().equals("jar")));
    byte[] digest = java.security.MessageDigest.getInstance("SHA-256").digest(
        "abc".getBytes(StandardCharsets.US_ASCII));
    System.out.println(
        new BigInteger(1, digest).toString(16) + " " + UUID.nameUUIDFromBytes(new byte[] {1}));
    CRC32 crc = new CRC32();
    crc.update("hello world".getBytes(StandardCharsets.US_ASCII));
    Adler32 adler = new Adler32();
    adler.update("hello".getBytes(StandardCharsets.US_ASCII));
    System.out.println(crc.getValue() + " " + adler.getValue());
    ByteBuffer direct = ByteBuffer.allocateDirect(32).order(ByteOrder.LITTLE_ENDIAN);
    direct.putInt(7).putLong(-1L).putDouble(2.5).flip();
    ByteBuffer heap = ByteBuffer.allocate(32);
    heap.put(direct.duplicate()).flip();
    System.out.println(direct.getInt() + " " + direct.getLong() + " "
        + direct.order(ByteOrder.BIG_ENDIAN).getLong() + " " + heap.get(0) + heap.limit());
  }
}
