import java.io.File;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import sun.misc.Unsafe;

/**
 * Tries everything that a program could do to its host, and prints how each attempt ended.
 * Argument: a folder that does not belong to it.
 */
public class Hostile {
  interface Attempt {
    Object run() throws Exception;
  }

  static void attempt(String name, Attempt a) {
    String end;
    try {
      end = "DONE " + a.run();
    } catch (Throwable e) {
      end = e.getClass().getName();
    }
    System.out.println(name + ": " + end);
  }

  static Unsafe unsafe() throws ReflectiveOperationException {
    Field f = Unsafe.class.getDeclaredField("theUnsafe");
    f.setAccessible(true);
    return (Unsafe) f.get(null);
  }

  static void memory() throws ReflectiveOperationException {
    Unsafe u = unsafe();
    long own = u.allocateMemory(64);
    byte[] small = new byte[8];
    for (long address : new long[] {8, 0x400000, 0x7fff00000000L, -8, own - 4096, own + 64}) {
      attempt("put "
              + (address == own - 4096      ? "before"
                      : address == own + 64 ? "behind"
                                            : address),
          () -> {
            u.putLong(address, 0x4141414141414141L);
            return "";
          });
      attempt("get", () -> u.getLong(address));
    }
    attempt("copy out of bounds", () -> {
      u.copyMemory(small, Unsafe.ARRAY_BYTE_BASE_OFFSET, null, own, 1 << 20);
      return "";
    });
    attempt("copy negative", () -> {
      u.copyMemory(null, own, small, Unsafe.ARRAY_BYTE_BASE_OFFSET - 4096, 64);
      return "";
    });
    attempt("set behind", () -> {
      u.setMemory(own + 32, 64, (byte) 1);
      return "";
    });
    attempt("put into an object beyond its end", () -> {
      u.putLong(small, 1L << 40, 1);
      return "";
    });
    u.freeMemory(0x400000);
    u.freeMemory(own);
    u.freeMemory(own);
    attempt("get freed", () -> u.getLong(own));
  }

  public static void main(String[] args) throws Exception {
    String file = args[0] + "/victim", fresh = args[0] + "/fresh";
    attempt("read", () -> new FileReader(file).read());
    attempt("read /etc/passwd", () -> new FileReader("/etc/passwd").read());
    attempt("read by dots", () -> new FileReader("lib/../../../../../../../etc/passwd").read());
    attempt("nio read", () -> Files.readString(Path.of(file)));
    attempt("write", () -> new FileOutputStream(file));
    attempt("create", () -> new FileOutputStream(fresh));
    attempt("random access", () -> new RandomAccessFile(file, "rw"));
    attempt("nio write", () -> Files.writeString(Path.of(fresh), "x"));
    attempt("nio delete", () -> {
      Files.delete(Path.of(file));
      return "";
    });
    attempt("nio temporary", () -> Files.createTempFile("hostile", "x"));
    attempt("temporary", () -> File.createTempFile("hostile", "x"));
    System.out.println("delete " + new File(file).delete() + " mkdir " + new File(fresh).mkdir()
        + " rename " + new File(file).renameTo(new File(fresh)) + " exists "
        + new File(file).exists());
    attempt("connect", () -> new Socket("127.0.0.1", 22));
    attempt("listen", () -> new ServerSocket(0));
    attempt("datagram", () -> new DatagramSocket());
    attempt("channel", () -> SocketChannel.open());
    attempt("name", () -> InetAddress.getByName("example.org"));
    attempt("process", () -> new ProcessBuilder("/bin/sh", "-c", "touch " + fresh).start());
    attempt("exec", () -> Runtime.getRuntime().exec("/bin/true"));
    attempt("library", () -> {
      System.load(file);
      return "";
    });
    System.out.println("environment " + System.getenv("HOME"));
    memory();
  }
}
