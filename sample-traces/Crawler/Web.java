/** The pages to crawl. They never change. */
final class Web {
  private Web() {}

  /** The address of a page. */
  static final class Address {
    final int number;

    Address(int number) {
      this.number = number;
    }
  }

  static final class Link {
    final String text;
    final Address to;

    Link(String text, Address to) {
      this.text = text;
      this.to = to;
    }
  }

  static final class Page {
    final String text;
    final Link[] links;

    Page(String text, Link... links) {
      this.text = text;
      this.links = links;
    }
  }

  /** A site with a given number of pages; page n links to the pages 2n+1 and 2n+2. */
  static final class Site {
    final int pages;

    Site(int pages) {
      this.pages = pages;
    }

    Page page(Address address) {
      int next = 2 * address.number + 1;
      Link left = new Link("left", new Address(next));
      Link right = new Link("right", new Address(next + 1));
      if (next + 1 < pages) {
        return new Page("two ways", left, right);
      }
      return next < pages ? new Page("one way", left) : new Page("end");
    }
  }
}
