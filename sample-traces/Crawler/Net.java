/** The messages on the network. */
final class Net {
  private Net() {}

  static final class Request {
    final Web.Address address;

    Request(Web.Address address) {
      this.address = address;
    }
  }

  static final class Response {
    final int status;
    final Web.Page page;

    Response(int status, Web.Page page) {
      this.status = status;
      this.page = page;
    }
  }

  interface Listener {
    void received(Request request, Response response);
  }

  /** One request and its answer. A thread that no longer wants to wait may stop it from outside. */
  static final class Connection {
    private final Web.Site site;
    private final Request request;
    private final Listener listener;
    private volatile boolean stopped;

    Connection(Web.Site site, Request request, Listener listener) {
      this.site = site;
      this.request = request;
      this.listener = listener;
    }

    void perform() {
      Response response = new Response(200, site.page(request.address));
      if (!stopped) {
        listener.received(request, response);
      }
    }

    void stop() {
      stopped = true;
    }
  }
}
