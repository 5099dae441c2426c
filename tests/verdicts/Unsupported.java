import java.io.IOException;
import java.net.ServerSocket;

/** Needs the network, which no program under test may reach. */
public class Unsupported {
  public static void main(String[] args) throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      System.out.println(socket.getLocalPort() > 0);
    }
  }
}
