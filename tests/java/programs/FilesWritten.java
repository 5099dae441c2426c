import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The program writes files with java.io and java.nio.file in a temporary folder, errors included.
 */
public class FilesWritten {
  static Path dir;

  interface Action { Object run() throws Exception; }

  static void show(String what, Action a) {
    String end;
    try {
      end = String.valueOf(a.run());
    } catch (Throwable e) {
      end = e.toString();
    }
    System.out.println(what + ": " + end.replace(dir.toString(), "DIR"));
  }

  static void streams() throws Exception {
    File f = new File(dir.toFile(), "a.txt");
    show("absent",
        ()
            -> f.exists() + " " + f.length() + " " + f.isFile() + " " + f.canRead() + " "
            + f.delete());
    show("read absent", () -> new FileInputStream(f));
    try (FileOutputStream out = new FileOutputStream(f)) {
      out.write("hello ".getBytes());
      out.write('w');
      out.write("xorldx".getBytes(), 1, 4);
    }
    show("written",
        ()
            -> f.exists() + " " + f.length() + " " + f.isFile() + f.isDirectory() + " "
            + f.canWrite());
    try (FileOutputStream out = new FileOutputStream(f, true)) {
      out.write('!');
    }
    try (FileInputStream in = new FileInputStream(f)) {
      System.out.println(in.available() + " " + in.skip(3) + " " + in.read() + " "
          + new String(in.readAllBytes()) + " " + in.read());
    }
    try (PrintWriter w = new PrintWriter(new FileWriter(f))) {
      w.println("one");
      w.printf("two %d%n", 2);
    }
    try (BufferedReader r = new BufferedReader(new FileReader(f))) {
      System.out.println(r.readLine() + " " + r.readLine() + " " + r.readLine());
    }
    FileInputStream closed = new FileInputStream(f);
    closed.close();
    show("closed", () -> closed.read());
    show("in no folder", () -> new FileOutputStream(new File(dir.toFile(), "none/x")));
    show("a folder", () -> new FileOutputStream(dir.toFile()));
    show("below a file", () -> new FileOutputStream(new File(f, "x")));
    try (ObjectOutputStream out =
             new ObjectOutputStream(new FileOutputStream(new File(dir.toFile(), "o")))) {
      out.writeObject(new ArrayList<>(List.of("x", 1, 2.5)));
    }
    try (ObjectInputStream in =
             new ObjectInputStream(new FileInputStream(new File(dir.toFile(), "o")))) {
      System.out.println(in.readObject());
    }
  }

  static void random() throws Exception {
    File f = new File(dir.toFile(), "r");
    try (RandomAccessFile r = new RandomAccessFile(f, "rw")) {
      r.writeInt(0x01020304);
      r.writeUTF("text");
      r.seek(2);
      System.out.println(r.read() + " " + r.getFilePointer() + " " + r.length());
      r.seek(20);
      r.write(9);
      System.out.println(r.length());
      r.setLength(3);
      System.out.println(r.length() + " " + r.getFilePointer());
      r.setLength(5);
      r.seek(0);
      byte[] all = new byte[5];
      r.readFully(all);
      System.out.println(Arrays.toString(all));
      show("eof", () -> r.readInt());
    }
    try (RandomAccessFile r = new RandomAccessFile(f, "r")) {
      show("read only", () -> { r.write(1); return "?"; });
      System.out.println(r.readShort());
    }
    show("absent", () -> new RandomAccessFile(new File(dir.toFile(), "none"), "r"));
  }

  static void nio() throws Exception {
    Path p = dir.resolve("n.txt");
    show("absent", () -> Files.readAllLines(p));
    Files.write(p, Arrays.asList("alpha", "beta", "gamma"));
    System.out.println(
        Files.readAllLines(p) + " " + Files.size(p) + " " + Files.exists(p) + Files.notExists(p));
    Files.writeString(p, "delta\n", StandardOpenOption.APPEND);
    try (Stream<String> lines = Files.lines(p)) {
      System.out.println(lines.filter(s -> s.contains("ta")).collect(Collectors.toList()));
    }
    System.out.println(Files.readString(p).length() + " "
        + new String(Files.readAllBytes(p), StandardCharsets.UTF_8).indexOf('g'));
    show("create new", () -> Files.write(p, new byte[1], StandardOpenOption.CREATE_NEW));
    show("create", () -> Files.createFile(p));
    show("write absent",
        () -> Files.write(dir.resolve("none"), new byte[1], StandardOpenOption.WRITE));
    Path q = dir.resolve("q.txt");
    Files.copy(p, q);
    show("copy over", () -> Files.copy(p, q));
    Files.copy(p, q, StandardCopyOption.REPLACE_EXISTING);
    System.out.println(Files.size(q) + " " + Files.isSameFile(p, q) + " "
        + Arrays.equals(Files.readAllBytes(p), Files.readAllBytes(q)));
    Files.copy(new ByteArrayInputStream("stream".getBytes()), dir.resolve("s"));
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    System.out.println(Files.copy(dir.resolve("s"), to) + " " + to);
    Files.move(q, dir.resolve("moved"));
    show("move", () -> Files.exists(q) + " " + Files.exists(dir.resolve("moved")));
    show("move over", () -> Files.move(p, dir.resolve("moved")));
    Files.move(p, dir.resolve("moved"), StandardCopyOption.ATOMIC_MOVE);
    show("delete", () -> { Files.delete(p); return "?"; });
    System.out.println(Files.deleteIfExists(p) + " " + Files.deleteIfExists(dir.resolve("moved")));
    try (BufferedWriter w = Files.newBufferedWriter(p)) { w.write("buffered"); }
    try (BufferedReader r = Files.newBufferedReader(p)) { System.out.println(r.readLine()); }
    try (OutputStream out = Files.newOutputStream(
             p, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING)) {
      out.write(65);
    }
    try (InputStream in = Files.newInputStream(p, StandardOpenOption.DELETE_ON_CLOSE)) {
      System.out.println(in.read());
    }
    System.out.println(Files.exists(p));
  }

  static void folders() throws Exception {
    Path a = dir.resolve("t/a/b");
    Files.createDirectories(a);
    Files.createDirectories(a);
    show("again", () -> Files.createDirectory(a));
    show("no parent", () -> Files.createDirectory(dir.resolve("x/y")));
    Files.createFile(a.resolve("f1"));
    Files.write(a.getParent().resolve("f2"), "22".getBytes());
    Files.write(dir.resolve("t/z.log"), new byte[3]);
    show("not empty", () -> { Files.delete(dir.resolve("t")); return "?"; });
    try (Stream<Path> s = Files.walk(dir.resolve("t"))) {
      System.out.println(
          s.map(x -> dir.relativize(x).toString()).sorted().collect(Collectors.toList()));
    }
    try (Stream<Path> s = Files.list(dir.resolve("t"))) {
      System.out.println(
          s.map(x -> x.getFileName().toString()).sorted().collect(Collectors.toList()));
    }
    try (DirectoryStream<Path> s = Files.newDirectoryStream(dir.resolve("t"), "*.log")) {
      for (Path p : s) System.out.println(p.getFileName());
    }
    try (Stream<Path> s = Files.find(dir, 9, (p, at) -> at.isRegularFile() && at.size() == 2)) {
      System.out.println(s.map(Path::getFileName).collect(Collectors.toList()));
    }
    show("list absent", () -> Files.list(dir.resolve("none")));
    show("list a file", () -> Files.list(dir.resolve("t/z.log")));
    Files.move(dir.resolve("t"), dir.resolve("u"));
    System.out.println(
        Files.readString(dir.resolve("u/a/f2")) + " " + Files.exists(dir.resolve("t")));
    String[] names = dir.resolve("u").toFile().list();
    Arrays.sort(names);
    System.out.println(Arrays.toString(names) + " "
        + dir.resolve("u").toFile().listFiles(File::isDirectory).length + " "
        + Arrays.toString(new File(dir.toFile(), "none").list()));
    Files.walkFileTree(dir.resolve("u"), new SimpleFileVisitor<Path>() {
      @Override
      public FileVisitResult visitFile(Path f, BasicFileAttributes at) throws IOException {
        Files.delete(f);
        return FileVisitResult.CONTINUE;
      }
      @Override
      public FileVisitResult postVisitDirectory(Path d, IOException e) throws IOException {
        Files.delete(d);
        return FileVisitResult.CONTINUE;
      }
    });
    File d = new File(dir.toFile(), "m/n");
    System.out.println(d.mkdir() + " " + d.mkdirs() + " " + d.mkdirs() + " "
        + d.getParentFile().delete() + " " + d.delete() + " " + d.getParentFile().delete() + " "
        + Files.exists(dir.resolve("u")));
  }

  static void attributes() throws Exception {
    Path p = Files.write(dir.resolve("at"), "four".getBytes());
    BasicFileAttributes b = Files.readAttributes(p, BasicFileAttributes.class);
    System.out.println(b.isRegularFile() + " " + b.isDirectory() + " " + b.isSymbolicLink() + " "
        + b.size() + " " + (b.fileKey() != null));
    Files.setLastModifiedTime(p, FileTime.fromMillis(1500000000000L));
    System.out.println(Files.getLastModifiedTime(p) + " " + p.toFile().lastModified());
    System.out.println(
        p.toFile().setLastModified(1600000000000L) + " " + Files.getLastModifiedTime(p).toMillis());
    Files.setPosixFilePermissions(p, PosixFilePermissions.fromString("r--------"));
    System.out.println(PosixFilePermissions.toString(Files.getPosixFilePermissions(p)) + " "
        + Files.isReadable(p) + Files.isExecutable(p));
    System.out.println(p.toFile().setExecutable(true) + " "
        + PosixFilePermissions.toString(Files.getPosixFilePermissions(p)));
    System.out.println(
        Files.readAttributes(p, "size,isDirectory") + " " + Files.isHidden(dir.resolve(".hid")));
    System.out.println(Files.isDirectory(dir) + " " + Files.isWritable(dir) + " "
        + p.toFile().getCanonicalPath().endsWith("/at"));
    show("real path", () -> dir.resolve("./x/../at").toRealPath());
    show("real absent", () -> dir.resolve("none").toRealPath());
    Files.createLink(dir.resolve("hard"), p);
    System.out.println(
        Files.isSameFile(p, dir.resolve("hard")) + " " + Files.getAttribute(p, "unix:nlink"));
    Files.delete(p);
    System.out.println(Files.readString(dir.resolve("hard")));
  }

  static void channels() throws Exception {
    Path p = dir.resolve("ch");
    try (FileChannel c = FileChannel.open(
             p, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      System.out.println(
          c.write(ByteBuffer.wrap("0123456789".getBytes())) + " " + c.position() + " " + c.size());
      ByteBuffer direct = ByteBuffer.allocateDirect(4);
      direct.put("abcd".getBytes()).flip();
      System.out.println(c.write(direct, 3) + " " + c.position());
      ByteBuffer b = ByteBuffer.allocate(6);
      System.out.println(
          c.read(b, 2) + " " + new String(b.array()) + " " + c.read(ByteBuffer.allocate(1)));
      c.position(1);
      b.clear();
      direct.clear();
      System.out.println(
          c.read(new ByteBuffer[] {direct, b}) + " " + new String(b.array()) + " " + c.position());
      c.truncate(4);
      System.out.println(c.size() + " " + c.position() + " "
          + c.write(new ByteBuffer[] {ByteBuffer.wrap(new byte[2]), ByteBuffer.wrap(new byte[3])}));
      c.force(true);
      try (FileLock l = c.lock()) {
        System.out.println(l.isValid() + " " + l.isShared());
        show("overlap", () -> c.tryLock());
      }
      try (FileChannel d = FileChannel.open(
               dir.resolve("ch2"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        System.out.println(c.transferTo(0, 3, d) + " " + d.size());
        show("not for reading", () -> d.read(ByteBuffer.allocate(1)));
      }
    }
    try (FileChannel c = FileChannel.open(p, StandardOpenOption.APPEND)) {
      c.write(ByteBuffer.wrap("end".getBytes()));
      System.out.println(c.size() + " " + c.position());
    }
    FileChannel gone = FileChannel.open(p, StandardOpenOption.READ);
    Files.delete(p);
    System.out.println(gone.size() + " " + Files.exists(p));
    Files.write(p, "new".getBytes());
    System.out.println(gone.size() + " " + Files.size(p));
    gone.close();
    show("closed", () -> gone.size());
  }

  static void properties() throws Exception {
    Properties p = new Properties();
    p.setProperty("key", "value");
    p.setProperty("umlaut", "\u00fc");
    try (OutputStream out = new FileOutputStream(new File(dir.toFile(), "p.properties"))) {
      p.store(out, "comment");
    }
    Properties q = new Properties();
    try (Reader in = new FileReader(new File(dir.toFile(), "p.properties"))) { q.load(in); }
    System.out.println(p.equals(q) + " " + q.getProperty("umlaut") + " "
        + Files.readAllLines(dir.resolve("p.properties")).get(0));
    Files.write(dir.resolve("words_de.properties"), "yes=ja".getBytes());
    Files.write(dir.resolve("words.properties"), "yes=yes\nno=no".getBytes());
    try (java.net.URLClassLoader l =
             new java.net.URLClassLoader(new java.net.URL[] {dir.toUri().toURL()})) {
      ResourceBundle b = ResourceBundle.getBundle("words", Locale.GERMAN, l);
      System.out.println(b.getString("yes") + " " + b.getString("no"));
    }
    try (java.util.zip.ZipOutputStream z =
             new java.util.zip.ZipOutputStream(Files.newOutputStream(dir.resolve("z.zip")))) {
      z.putNextEntry(new java.util.zip.ZipEntry("in/entry"));
      z.write("zipped".getBytes());
    }
    try (java.util.zip.ZipFile z = new java.util.zip.ZipFile(dir.resolve("z.zip").toFile())) {
      System.out.println(
          new String(z.getInputStream(z.getEntry("in/entry")).readAllBytes()) + " " + z.size());
    }
  }

  static void temporary() throws Exception {
    File f = File.createTempFile("pre", ".suf");
    f.deleteOnExit();
    System.out.println(f.getName().startsWith("pre") + " " + f.getName().endsWith(".suf") + " "
        + f.length() + " " + f.getParent());
    Path p = Files.createTempFile(dir, "x", null);
    System.out.println(p.getFileName().toString().endsWith(".tmp") + " " + Files.size(p) + " "
        + PosixFilePermissions.toString(Files.getPosixFilePermissions(p)));
    System.out.println(f.renameTo(new File(dir.toFile(), "renamed")) + " " + f.exists() + " "
        + f.renameTo(f) + " " + f.createNewFile() + f.createNewFile());
    Scanner s = new Scanner(Files.write(p, "12 word 3.5".getBytes()));
    System.out.println(s.nextInt() + s.next() + s.nextDouble());
    s.close();
  }

  static void clean(File d) {
    File[] all = d.listFiles();
    if (all != null) for (File f : all) clean(f);
    d.delete();
  }

  public static void main(String[] args) throws Exception {
    dir = Files.createTempDirectory("written");
    try {
      streams();
      random();
      nio();
      folders();
      attributes();
      channels();
      properties();
      temporary();
    } finally {
      clean(dir.toFile());
      System.out.println(Files.exists(dir));
    }
  }
}
