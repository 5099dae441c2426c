import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import com.google.common.primitives.Ints;
import com.google.common.primitives.Longs;
import java.nio.charset.StandardCharsets;

/** Hash functions, Bloom filters, encodings. */
@SuppressWarnings("deprecation")
public class GuavaHash {
  public static void main(String[] args) {
    System.out.println(Hashing.murmur3_128(7).hashString("heddle", StandardCharsets.UTF_8));
    System.out.println(Hashing.murmur3_32_fixed().hashInt(42) + " "
        + Hashing.crc32().hashBytes(new byte[] {1, 2, 3}) + " " + Hashing.adler32().hashLong(9)
        + " " + Hashing.crc32c().hashInt(1));
    System.out.println(Hashing.sha256().hashString("abc", StandardCharsets.UTF_8) + " "
        + Hashing.md5().hashInt(1));
    System.out.println(Hashing.sipHash24().hashLong(5) + " "
        + Hashing.farmHashFingerprint64().hashUnencodedChars(
            "long enough a text to leave the short path of it, and even longer"));
    Hasher h = Hashing.goodFastHash(32).newHasher();
    System.out.println(h.putInt(1).putBoolean(true).hash().bits() + " "
        + Hashing.consistentHash(123456789L, 10)
        + Hashing.combineOrdered(
            java.util.List.of(Hashing.crc32().hashInt(1), Hashing.crc32().hashInt(2))));
    BloomFilter<Integer> f = BloomFilter.create(Funnels.integerFunnel(), 100, 0.01);
    for (int i = 0; i < 100; i++) f.put(i * 3);
    int wrong = 0;
    for (int i = 0; i < 300; i++) if (f.mightContain(i) != (i % 3 == 0)) wrong++;
    System.out.println(wrong < 20 ? "few wrong " + wrong : "many wrong");
    System.out.println(BaseEncoding.base32().encode("heddle".getBytes())
        + BaseEncoding.base16().lowerCase().withSeparator(":", 2).encode(new byte[] {10, -1})
        + new String(BaseEncoding.base64().decode("aGk="))
        + BaseEncoding.base64Url().omitPadding().encode(new byte[] {-5, -1}));
    System.out.println(Ints.fromByteArray(Ints.toByteArray(77)) + Longs.hashCode(1L << 40));
  }
}
