import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.collections4.comparators.BooleanComparator;
import org.apache.commons.collections4.comparators.ComparatorChain;
import org.apache.commons.collections4.comparators.FixedOrderComparator;
import org.apache.commons.collections4.comparators.NullComparator;
import org.apache.commons.collections4.comparators.TransformingComparator;
import org.apache.commons.collections4.sequence.EditScript;
import org.apache.commons.collections4.sequence.CommandVisitor;
import org.apache.commons.collections4.sequence.SequencesComparator;

/** Comparators, and the edit script of two sequences. */
public class CollComparators {
  public static void main(String[] args) {
    FixedOrderComparator<String> fixed = new FixedOrderComparator<>("low", "mid", "high");
    List<String> l = new ArrayList<>(Arrays.asList("high", "low", "mid", "low"));
    l.sort(fixed);
    System.out.println(l);
    try {
      fixed.compare("none", "low");
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    ComparatorChain<String> chain =
        new ComparatorChain<>(new TransformingComparator<>(String::length));
    chain.addComparator(String::compareTo, true);
    List<String> w = new ArrayList<>(Arrays.asList("bb", "a", "cc", "c"));
    w.sort(chain);
    System.out.println(
        w + " " + chain.size() + BooleanComparator.getTrueFirstComparator().compare(true, false));
    List<Integer> n = new ArrayList<>(Arrays.asList(2, null, 1));
    n.sort(new NullComparator<>(false));
    System.out.println(n);
    EditScript<Character> script =
        new SequencesComparator<>(chars("ABCABBA"), chars("CBABAC")).getScript();
    StringBuilder s = new StringBuilder();
    script.visit(new CommandVisitor<Character>() {
      public void visitInsertCommand(Character c) { s.append('+').append(c); }
      public void visitKeepCommand(Character c) { s.append(c); }
      public void visitDeleteCommand(Character c) { s.append('-').append(c); }
    });
    System.out.println(s + " " + script.getLCSLength() + " " + script.getModifications());
  }

  static List<Character> chars(String s) {
    List<Character> l = new ArrayList<>();
    for (char c : s.toCharArray()) l.add(c);
    return l;
  }
}
