import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.ArrayList;

/** Seeded generators give the same numbers everywhere. */
public class RandomNumbers {
  public static void main(String[] args) {
    Random r = new Random(42);
    System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " "
        + r.nextDouble() + " " + r.nextFloat() + " " + r.nextBoolean() + " " + r.nextGaussian());
    byte[] b = new byte[7];
    r.nextBytes(b);
    System.out.println(Arrays.toString(b) + r.ints(5, 0, 10).boxed().toList() + r.doubles(2).sum()
        + r.longs(1, 5, 6).sum());
    List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
    Collections.shuffle(l, new Random(7));
    System.out.println(l);
    SplittableRandom s = new SplittableRandom(1);
    System.out.println(s.nextInt() + " " + s.split().nextLong() + " " + s.nextInt(5, 10));
    System.out.println(UUID.nameUUIDFromBytes("heddle".getBytes()) + " "
        + UUID.fromString("0-1-2-3-4") + " " + new UUID(-1, 1).version()
        + UUID.nameUUIDFromBytes(b).variant());
    System.out.println(java.util.random.RandomGenerator.of("L64X128MixRandom") != null);
    System.out.println(
        java.util.random.RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(5).nextLong());
  }
}
