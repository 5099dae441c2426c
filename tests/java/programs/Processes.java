import java.util.Optional;

/** The handle of the program's own process, and of a process that does not exist. */
public class Processes {
  public static void main(String[] args) throws Exception {
    ProcessHandle own = ProcessHandle.current();
    System.out.println(own.isAlive() + " " + (own.pid() > 0));
    System.out.println(own.equals(ProcessHandle.of(own.pid()).orElse(null)));
    System.out.println(ProcessHandle.of(Long.MAX_VALUE).isPresent());
    Optional<String> user = own.info().user();
    System.out.println(user != null && !user.equals(Optional.of("nobody there")));
    System.out.println(own.info().totalCpuDuration() != null);
    try {
      own.destroy();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    try {
      own.onExit();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }
}
