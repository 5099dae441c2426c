import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/**
 * A small program in functional style: parsing, grouping, optional chains, recursion through
 * functions, lazy streams.
 */
public class FunctionalPipelines {
  sealed interface Token permits Num, Op { }
  record Num(double v) implements Token { }
  record Op(char c) implements Token { }
  static final Map<Character, DoubleBinaryOperator> OPS = new TreeMap<>(Map.of(
      '+', (a, b) -> a + b, '-', (a, b) -> a - b, '*', (a, b) -> a* b, '/', (a, b) -> a / b));

  static List<Token> tokens(String s) {
    return Arrays.stream(s.split("(?<=[-+*/()])|(?=[-+*/()])"))
        .map(String::strip)
        .filter(Predicate.not(String::isEmpty))
        .map(t
            -> Character.isDigit(t.charAt(0)) ? new Num(Double.parseDouble(t))
                                              : new Op(t.charAt(0)))
        .collect(Collectors.toList());
  }

  static double eval(Deque<Token> in, int min) {
    Token t = in.pop();
    double left = t instanceof Num n ? n.v() : paren(in);
    while (!in.isEmpty() && in.peek() instanceof Op op && OPS.containsKey(op.c())) {
      int p = op.c() == '+' || op.c() == '-' ? 1 : 2;
      if (p < min) break;
      in.pop();
      left = OPS.get(op.c()).applyAsDouble(left, eval(in, p + 1));
    }
    return left;
  }

  static double paren(Deque<Token> in) {
    double v = eval(in, 1);
    in.pop();
    return v;
  }

  static <T, R> Function<T, R> fix(Function<Function<T, R>, Function<T, R>> f) {
    return t -> f.apply(fix(f)).apply(t);
  }

  public static void main(String[] args) {
    for (String s : List.of("1 + 2 * 3", "(1+2)*3 - 4/8", "2*(3+(4-1))*2", "7"))
      System.out.println(s + " = " + eval(new ArrayDeque<>(tokens(s)), 1));
    System.out.println(
        FunctionalPipelines.<Integer, Long>fix(self -> n -> n < 2 ? 1L : n * self.apply(n - 1))
            .apply(15));
    Map<Boolean, Map<Integer, List<String>>> words =
        Stream.of("ab", "c", "def", "gh", "i")
            .collect(Collectors.partitioningBy(w
                -> w.length() > 1,
                Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList())));
    System.out.println(words);
    Supplier<IntStream> primes = ()
        -> IntStream.iterate(2, i -> i + 1)
               .filter(
                   i -> IntStream.rangeClosed(2, (int) Math.sqrt(i)).noneMatch(j -> i % j == 0));
    System.out.println(primes.get().limit(10).boxed().collect(Collectors.toList()) + " "
        + primes.get().dropWhile(i -> i < 100).findFirst().getAsInt());
    System.out.println(Optional.of("5")
                           .map(Integer::parseInt)
                           .filter(i -> i > 3)
                           .map(i -> i * i)
                           .map(Object::toString)
                           .orElseGet(() -> "none")
        + Stream.of("x", "y").reduce("", (a, b) -> b + a)
        + Stream.iterate(new int[] {0, 1}, f -> new int[] {f[1], f[0] + f[1]})
              .map(f -> f[0])
              .skip(10)
              .limit(3)
              .collect(Collectors.toList()));
  }
}
