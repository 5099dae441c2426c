/** The file that all threads write to. It may be opened once; who needs it first opens it. */
public class AuditFile {
  private static final Object fileSystem = new Object();
  private static boolean open;
  private static AuditFile instance;

  private int lines;

  private AuditFile() {
    synchronized (fileSystem) {
      if (open) {
        throw new IllegalStateException("the file is open");
      }
      open = true;
    }
  }

  static AuditFile get() {
    if (instance == null) {
      instance = new AuditFile();
    }
    return instance;
  }

  synchronized void write(String line) {
    lines++;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread[] users = new Thread[2];
    for (int i = 0; i < users.length; i++) {
      String line = "user " + i;
      users[i] = new Thread(() -> AuditFile.get().write(line), line);
      users[i].start();
    }
    for (Thread user : users) {
      user.join();
    }
    System.out.println(get().lines + " lines");
  }
}
