import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server of 50 threads under load, to measure the cost of recording it (make bench-record). A
 * pool thread per connection reads a line, moves money between two locked accounts, and answers.
 *
 * <p>Arguments: {@code serve SECONDS PORTFILE} writes its port to that file and prints the answered
 * requests per second; {@code load PORT} sends requests over 50 connections until the server ends.
 */
public class RecordServer {
  private static final int CONNECTIONS = 50;
  private static final int ACCOUNTS = 1000;

  private static final class Account {
    private final int number;
    private long balance = 1000;
    private int moves;

    Account(int number) {
      this.number = number;
    }
  }

  private final Map<Integer, Account> accounts = new ConcurrentHashMap<>();
  private final AtomicLong served = new AtomicLong();

  private RecordServer() {
    for (int i = 0; i < ACCOUNTS; i++) {
      accounts.put(i, new Account(i));
    }
  }

  private String move(int from, int to, int sum) {
    Account first = accounts.get(Math.min(from, to));
    Account second = accounts.get(Math.max(from, to));
    synchronized (first) {
      synchronized (second) {
        Account source = first.number == from ? first : second;
        Account target = source == first ? second : first;
        if (source.balance < sum) {
          return "refused " + source.balance;
        }
        source.balance -= sum;
        target.balance += sum;
        source.moves++;
        target.moves++;
        return "moved " + target.balance;
      }
    }
  }

  private void answer(Socket socket) {
    try (socket;
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
        PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ");
        out.println(move(Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2])));
        served.incrementAndGet();
      }
    } catch (IOException e) {
      // the client is gone
    }
  }

  private static void serve(int seconds, String portFile) throws Exception {
    RecordServer server = new RecordServer();
    ExecutorService pool = Executors.newFixedThreadPool(CONNECTIONS);
    try (ServerSocket socket = new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress())) {
      java.nio.file.Files.writeString(java.nio.file.Path.of(portFile), "" + socket.getLocalPort());
      for (int i = 0; i < CONNECTIONS; i++) {
        Socket connection = socket.accept();
        pool.execute(() -> server.answer(connection));
      }
      long before = server.served.get();
      TimeUnit.SECONDS.sleep(seconds);
      System.out.println((server.served.get() - before) / seconds);
    }
    System.exit(0);
  }

  private static void load(int port) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(CONNECTIONS);
    for (int i = 0; i < CONNECTIONS; i++) {
      int seed = i;
      pool.execute(() -> ask(port, seed));
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.HOURS);
  }

  private static void ask(int port, int seed) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
        PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
      java.util.Random random = new java.util.Random(seed);
      String answer = "";
      while (answer != null) {
        int from = random.nextInt(ACCOUNTS);
        out.println(from + " " + (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS + " " + random.nextInt(100));
        answer = in.readLine();
      }
    } catch (IOException e) {
      // the server has ended
    }
  }

  public static void main(String[] args) throws Exception {
    if (args[0].equals("serve")) {
      serve(Integer.parseInt(args[1]), args[2]);
    } else {
      load(Integer.parseInt(args[1]));
    }
  }
}
