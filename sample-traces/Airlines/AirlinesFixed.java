import java.util.ArrayDeque;

/**
 * Airlines fixed: a seller holds the lock of the office from the check to the sale and the count.
 *
 * <p>Arguments: the number of generators, each with its own seat, and of sellers. Each generator
 * queues as many customers as there are sellers, all for its seat.
 */
public class AirlinesFixed {
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

  static final class Generator extends Thread {
    final Queue queue;
    final Ticket ticket;
    final int customers;

    Generator(Queue queue, Ticket ticket, int customers) {
      this.queue = queue;
      this.ticket = ticket;
      this.customers = customers;
    }

    @Override
    public void run() {
      for (int i = 1; i <= customers; i++) {
        queue.put(new Customer(ticket, i));
      }
    }
  }

  static final class Seller extends Thread {
    final AirlinesFixed office;
    final Queue queue;
    final int customers;

    Seller(AirlinesFixed office, Queue queue, int customers) {
      this.office = office;
      this.queue = queue;
      this.customers = customers;
    }

    @Override
    public void run() {
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
    synchronized (this) {
      if (ticket.isFree()) {
        ticket.buy(customer);
        sold++;
      }
    }
  }

  public static void main(String[] args) {
    int generators = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    int sellers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    AirlinesFixed office = new AirlinesFixed();
    Queue queue = new Queue();
    for (int i = 0; i < generators; i++) {
      new Generator(queue, new Ticket(), sellers).start();
    }
    for (int i = 0; i < sellers; i++) {
      new Seller(office, queue, generators).start();
    }
  }
}
