import java.util.ArrayDeque;

/**
 * Airlines with the threads made from lambdas and method references.
 *
 * <p>Arguments: the number of generators, each with its own seat, and of sellers. Each generator
 * queues as many customers as there are sellers, all for its seat.
 */
public class AirlinesLambdas {
  int sold;

  static final class Customer {
    final Ticket wanted;
    final int number;

    Customer(Ticket wanted, int number) {
      this.wanted = wanted;
      this.number = number;
    }
  }

  static final class Ticket {
    private Customer owner;

    synchronized boolean isFree() {
      return owner == null;
    }

    synchronized void buy(Customer customer) {
      if (owner != null) {
        throw new IllegalStateException("sold twice: to " + owner.number + " and to " + customer.number);
      }
      owner = customer;
    }
  }

  static final class Queue {
    private final ArrayDeque<Customer> customers = new ArrayDeque<>();

    synchronized void put(Customer customer) {
      customers.addLast(customer);
      notifyAll();
    }

    synchronized Customer take() throws InterruptedException {
      while (customers.isEmpty()) {
        wait();
      }
      return customers.removeFirst();
    }
  }

  static final class Generator {
    final Queue queue;
    final Ticket ticket;
    final int customers;

    Generator(Queue queue, Ticket ticket, int customers) {
      this.queue = queue;
      this.ticket = ticket;
      this.customers = customers;
    }

    void run() {
      for (int i = 1; i <= customers; i++) {
        queue.put(new Customer(ticket, i));
      }
    }
  }

  static final class Seller {
    final AirlinesLambdas office;
    final Queue queue;
    final int customers;

    Seller(AirlinesLambdas office, Queue queue, int customers) {
      this.office = office;
      this.queue = queue;
      this.customers = customers;
    }

    void run() {
      try {
        for (int i = 0; i < customers; i++) {
          office.serve(queue.take());
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  void serve(Customer customer) {
    Ticket ticket = customer.wanted;
    if (ticket.isFree()) {
      ticket.buy(customer);
      sold++;
    }
  }

  public static void main(String[] args) {
    int generators = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int sellers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    AirlinesLambdas office = new AirlinesLambdas();
    Queue queue = new Queue();
    for (int i = 0; i < generators; i++) {
      new Thread(new Generator(queue, new Ticket(), sellers)::run).start();
    }
    for (int i = 0; i < sellers; i++) {
      new Thread(new Seller(office, queue, generators)::run).start();
    }
  }
}
