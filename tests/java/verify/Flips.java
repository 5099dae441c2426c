import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Damages class files and asks this JVM about them: Flips CORPUS OUT COUNT SEED [FIRST].
 * Each damaged class is written to OUT/NUMBER/NAME.class. A line "NUMBER NAME ERROR" names the
 * class of the error that Class.forName throws, or "none". Some classes also get an older version,
 * so that the type-inferring verifier is tested too.
 */
class Flips {
  static final class Loader extends ClassLoader {
    private final Path corpus;
    private final String name;
    private final byte[] bytes;

    Loader(Path corpus, String name, byte[] bytes) {
      super(ClassLoader.getPlatformClassLoader());
      this.corpus = corpus;
      this.name = name;
      this.bytes = bytes;
    }

    @Override
    protected Class<?> findClass(String wanted) throws ClassNotFoundException {
      try {
        Path file = corpus.resolve(wanted.replace('.', '/') + ".class");
        byte[] b = wanted.equals(name) ? bytes
            : Files.exists(file)       ? Files.readAllBytes(file)
                                       : null;
        if (b == null) throw new ClassNotFoundException(wanted);
        return defineClass(wanted, b, 0, b.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(wanted, e);
      }
    }
  }

  /** The code of all methods in the class file: pairs of first offset and last offset + 1. */
  static List<int[]> code(byte[] b) {
    ByteBuffer in = ByteBuffer.wrap(b);
    List<int[]> found = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    in.position(8);
    int count = in.getShort() & 0xffff;
    texts.add("");
    while (texts.size() < count) {
      int tag = in.get();
      String text = "";
      switch (tag) {
        case 1: {
          byte[] utf = new byte[in.getShort() & 0xffff];
          in.get(utf);
          text = new String(utf, StandardCharsets.UTF_8);
          break;
        }
        case 7: case 8: case 16: case 19: case 20: in.getShort(); break;
        case 15: in.get(); in.getShort(); break;
        case 5: case 6: in.getLong(); texts.add(""); break;
        default: in.getInt();
      }
      texts.add(text);
    }
    in.position(in.position() + 6);
    in.position(in.position() + 2 + 2 * in.getShort(in.position()));
    for (int kind = 0; kind < 2; kind++) {
      for (int members = in.getShort(); members > 0; members--) {
        in.position(in.position() + 6);
        for (int attributes = in.getShort(); attributes > 0; attributes--) {
          String name = texts.get(in.getShort());
          int length = in.getInt(), at = in.position();
          if (name.equals("Code")) found.add(new int[] {at, at + 8 + in.getInt(at + 4)});
          in.position(at + length);
        }
      }
    }
    return found;
  }

  /** Chooses the place of the damage; half of the damage is in code. */
  static int place(byte[] good, Random random) {
    List<int[]> code = code(good);
    if (code.isEmpty() || random.nextBoolean()) return random.nextInt(good.length);
    int[] one = code.get(random.nextInt(code.size()));
    return one[0] + random.nextInt(one[1] - one[0]);
  }

  static byte[] damaged(byte[] good, Random random) {
    byte[] b = good.clone();
    int how = random.nextInt(6), flips = 1 + random.nextInt(3) / 2;
    if (how < 2) b[7] = (byte) (49 + how);
    for (int i = 0; i < flips; i++) {
      int at = place(good, random);
      b[at] =
          random.nextBoolean() ? (byte) random.nextInt() : (byte) (b[at] ^ 1 << random.nextInt(8));
    }
    return b;
  }

  static String errorOf(Path corpus, String name, byte[] bytes) {
    try {
      Class.forName(name, true, new Loader(corpus, name, bytes));
      return "none";
    } catch (Throwable e) {
      return e.getClass().getName();
    }
  }

  public static void main(String[] args) throws IOException {
    Path corpus = Path.of(args[0]), out = Path.of(args[1]);
    List<Path> files = new ArrayList<>();
    try (Stream<Path> list = Files.list(corpus)) {
      list.filter(p
              -> p.toString().endsWith(".class")
                  && !p.getFileName().toString().matches("(Flips|Probe|Execute).*"))
          .sorted()
          .forEach(files::add);
    }
    int count = Integer.parseInt(args[2]), first = args.length > 4 ? Integer.parseInt(args[4]) : 0;
    for (int i = first; i < first + count; i++) {
      Random random = new Random(Long.parseLong(args[3]) * 1000003 + i);
      Path file = files.get(random.nextInt(files.size()));
      String name = file.getFileName().toString().replace(".class", "");
      byte[] bytes = damaged(Files.readAllBytes(file), random);
      Files.createDirectories(out.resolve("" + i));
      Files.write(out.resolve(i + "/" + name + ".class"), bytes);
      System.out.println(i + " " + name + " " + errorOf(corpus, name, bytes));
    }
  }
}
