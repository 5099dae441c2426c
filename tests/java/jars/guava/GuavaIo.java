import com.google.common.base.MoreObjects;
import com.google.common.base.Objects;
import com.google.common.base.Optional;
import com.google.common.base.Preconditions;
import com.google.common.base.Throwables;
import com.google.common.base.Verify;
import com.google.common.base.Enums;
import com.google.common.base.Converter;
import com.google.common.io.ByteSource;
import com.google.common.io.ByteStreams;
import com.google.common.io.CharSource;
import com.google.common.io.CharStreams;
import com.google.common.io.Files;
import com.google.common.io.LineProcessor;
import com.google.common.io.ByteArrayDataOutput;
import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import com.google.common.net.InternetDomainName;
import com.google.common.net.MediaType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Preconditions, Objects, sources and streams, host names; ends with an uncaught exception. */
public class GuavaIo {
  static void failing(Runnable r) {
    try {
      r.run();
    } catch (RuntimeException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  public static void main(String[] args) throws Exception {
    failing(() -> Preconditions.checkArgument(false, "want %s, got %s", 1, "x"));
    failing(() -> Preconditions.checkElementIndex(3, 2, "pick"));
    failing(() -> Preconditions.checkNotNull(null, "nothing"));
    failing(() -> Verify.verify(false, "verify %s", 4));
    System.out.println(MoreObjects.toStringHelper("Loom")
                           .add("picks", 4)
                           .add("none", (Object) null)
                           .omitNullValues()
                           .toString()
        + Objects.equal(null, null) + Objects.hashCode(1, "a") + MoreObjects.firstNonNull(null, 2));
    System.out.println(Optional.of(3).transform(x -> x + 1).or(0) + " "
        + Optional.absent().isPresent() + Enums.getIfPresent(TimeUnit.class, "DAYS")
        + Enums.stringConverter(TimeUnit.class).convert("HOURS")
        + Converter.from((String s) -> s.length(), (Integer i) -> "" + i).reverse().convert(3));
    CharSource c = CharSource.concat(CharSource.wrap("one\ntwo\n"), CharSource.wrap("three"));
    System.out.println(c.readLines() + " " + c.readFirstLine() + c.length()
        + c.asByteSource(StandardCharsets.UTF_16LE).size());
    ByteSource b = ByteSource.wrap(new byte[] {1, 2, 3, 4, 5});
    System.out.println(b.slice(1, 3).read().length + " "
        + b.hash(com.google.common.hash.Hashing.crc32())
        + b.contentEquals(ByteSource.wrap(new byte[5])));
    System.out.println(
        ByteStreams.toByteArray(ByteStreams.limit(new ByteArrayInputStream(new byte[9]), 4)).length
        + CharStreams.toString(new StringReader("reader")));
    System.out.println(
        CharStreams.readLines(new StringReader("a\nbb\nccc"), new LineProcessor<Integer>() {
          int n;
          public boolean processLine(String line) {
            n += line.length();
            return n < 3;
          }
          public Integer getResult() { return n; }
        }));
    ByteArrayDataOutput out = ByteStreams.newDataOutput();
    out.writeUTF("data");
    out.writeInt(-2);
    System.out.println(ByteStreams.newDataInput(out.toByteArray()).readUTF()
        + out.toByteArray().length + Files.getFileExtension("a/b.tar.gz")
        + Files.getNameWithoutExtension("a/b.txt") + Files.simplifyPath("a/../b/./c"));
    System.out.println(HostAndPort.fromString("[2001:db8::1]:80").getPort()
        + InternetDomainName.from("www.example.co.uk").topPrivateDomain().toString()
        + MediaType.parse("text/html; charset=utf-8").charset().get()
        + InetAddresses.isInetAddress("10.0.0.256"));
    try {
      Throwables.throwIfInstanceOf(new IOException("io"), IOException.class);
    } catch (IOException e) {
      System.out.println(Throwables.getRootCause(new RuntimeException(e)).getMessage()
          + Throwables.getCausalChain(new RuntimeException(e)).size());
    }
    Preconditions.checkState(args.length > 0, "no arguments");
  }
}
