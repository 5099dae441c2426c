/** The answer may be announced before anybody waits for it. */
public class LostNotify {
  private final Object answered = new Object();
  private String answer;

  void reply(String text) {
    answer = text;
    synchronized (answered) {
      answered.notify();
    }
  }

  String ask() throws InterruptedException {
    synchronized (answered) {
      answered.wait();
    }
    return answer;
  }

  public static void main(String[] args) throws InterruptedException {
    LostNotify call = new LostNotify();
    Thread server = new Thread(() -> call.reply("42"), "server");
    server.start();
    System.out.println(call.ask());
    server.join();
  }
}
