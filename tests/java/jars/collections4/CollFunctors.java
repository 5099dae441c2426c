import java.util.ArrayList;
import java.util.List;
import org.apache.commons.collections4.Closure;
import org.apache.commons.collections4.ClosureUtils;
import org.apache.commons.collections4.ComparatorUtils;
import org.apache.commons.collections4.FactoryUtils;
import org.apache.commons.collections4.FunctorException;
import org.apache.commons.collections4.Predicate;
import org.apache.commons.collections4.PredicateUtils;
import org.apache.commons.collections4.Transformer;
import org.apache.commons.collections4.TransformerUtils;

/** Predicates, transformers, closures, factories and comparators. */
public class CollFunctors {
  public static class Part {
    public String size() { return "seven"; }
  }

  public static void main(String[] args) {
    Predicate<Integer> even = x -> x % 2 == 0, big = x -> x > 10;
    System.out.println(PredicateUtils.andPredicate(even, big).evaluate(12) + " "
        + PredicateUtils.neitherPredicate(even, big).evaluate(3)
        + PredicateUtils.notPredicate(even).evaluate(2)
        + PredicateUtils.onePredicate(even, big).evaluate(11));
    Transformer<Object, String> call = TransformerUtils.invokerTransformer("size");
    System.out.println(call.transform(new Part()));
    try {
      call.transform(4);
    } catch (FunctorException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(
        TransformerUtils.chainedTransformer((Integer x) -> x + 1, (Integer x) -> x * x).transform(4)
        + " " + TransformerUtils.stringValueTransformer().transform(8));
    List<String> noted = new ArrayList<>();
    Closure<Integer> note = x -> noted.add("t" + x);
    ClosureUtils.forClosure(3, note).execute(1);
    ClosureUtils.ifClosure(even, note, x -> noted.add("odd")).execute(5);
    ClosureUtils
        .switchClosure(new Predicate[] {even, big},
            new Closure[] {note, (Closure<Integer>) x -> noted.add("big")})
        .execute(13);
    System.out.println(noted);
    System.out.println(FactoryUtils
                           .instantiateFactory(StringBuilder.class, new Class[] {String.class},
                               new Object[] {"made"})
                           .create()
                           .reverse());
    ArrayList<Integer> proto = new ArrayList<>(List.of(1));
    System.out.println(FactoryUtils.prototypeFactory(proto).create() + " "
        + PredicateUtils.uniquePredicate().evaluate("a"));
    List<String> names = new ArrayList<>(List.of("bob", "Al", "cy"));
    names.sort(ComparatorUtils.chainedComparator(
        (x, y) -> x.length() - y.length(), ComparatorUtils.reversedComparator(null)));
    System.out.println(names + " " + ComparatorUtils.max(3, 4, null)
        + ComparatorUtils.nullLowComparator((Integer x, Integer y) -> x - y).compare(null, 1));
    try {
      PredicateUtils.exceptionPredicate().evaluate(1);
    } catch (FunctorException e) {
      System.out.println(e.getMessage());
    }
  }
}
