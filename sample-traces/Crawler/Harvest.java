import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Processes the pages. All data that threads share here is synchronized. */
final class Harvest {
  private Harvest() {}

  static final class LinkExtractor {
    List<Web.Address> addresses(Web.Page page) {
      List<Web.Address> found = new ArrayList<>();
      for (Web.Link link : page.links) {
        found.add(link.to);
      }
      return found;
    }
  }

  static final class Tokenizer {
    int words(String text) {
      int words = 0;
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) != ' ' && (i == 0 || text.charAt(i - 1) == ' ')) {
          words++;
        }
      }
      return words;
    }
  }

  /** The addresses that have not been visited yet. */
  static final class Frontier {
    private final ArrayDeque<Web.Address> addresses = new ArrayDeque<>();

    synchronized void put(Web.Address address) {
      addresses.addLast(address);
      notifyAll();
    }

    synchronized Web.Address next() throws InterruptedException {
      while (addresses.isEmpty()) {
        wait();
      }
      return addresses.removeFirst();
    }
  }

  static final class Statistics {
    private int pages;
    private int words;

    synchronized void count(int newWords) {
      pages++;
      words += newWords;
    }

    synchronized Report report() {
      return new Report(pages, words);
    }
  }

  static final class Report {
    final int pages;
    final int words;

    Report(int pages, int words) {
      this.pages = pages;
      this.words = words;
    }

    @Override
    public String toString() {
      return pages + " pages, " + words + " words";
    }
  }

  /** Collects the answers, one after the other. */
  static final class Collector implements Net.Listener {
    private final LinkExtractor links = new LinkExtractor();
    private final Tokenizer tokenizer = new Tokenizer();
    private final Frontier frontier;
    private final Statistics statistics;

    Collector(Frontier frontier, Statistics statistics) {
      this.frontier = frontier;
      this.statistics = statistics;
    }

    @Override
    public void received(Net.Request request, Net.Response response) {
      if (response.status != 200) {
        return;
      }
      statistics.count(tokenizer.words(response.page.text));
      for (Web.Address address : links.addresses(response.page)) {
        frontier.put(address);
      }
    }
  }
}
