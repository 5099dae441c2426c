import com.google.common.graph.ElementOrder;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.ImmutableValueGraph;
import com.google.common.graph.MutableGraph;
import com.google.common.graph.MutableNetwork;
import com.google.common.graph.MutableValueGraph;
import com.google.common.graph.NetworkBuilder;
import com.google.common.graph.Traverser;
import com.google.common.graph.ValueGraphBuilder;
import java.util.TreeSet;

/** Graphs, value graphs, networks and their traversal. */
public class GuavaGraph {
  public static void main(String[] args) {
    MutableGraph<Integer> g =
        GraphBuilder.directed().nodeOrder(ElementOrder.<Integer>natural()).build();
    for (int i = 1; i < 10; i++) g.putEdge(i / 2, i);
    System.out.println(g.successors(2) + " " + g.predecessors(7) + g.degree(1) + Graphs.hasCycle(g)
        + Graphs.reachableNodes(g, 3));
    System.out.println(
        com.google.common.collect.ImmutableList.copyOf(
            Traverser.forTree((Integer n) -> n == 0 ? java.util.List.of(1) : g.successors(n))
                .depthFirstPostOrder(1))
        + " "
        + com.google.common.collect.ImmutableList.copyOf(
            Traverser.forGraph(g::successors).breadthFirst(1)));
    System.out.println(new TreeSet<>(Graphs.transpose(g).successors(9)) + " "
        + Graphs.inducedSubgraph(g, java.util.Set.of(1, 2, 4)).edges().size());
    g.putEdge(9, 1);
    System.out.println(Graphs.hasCycle(g) + " " + g.edges().size());
    try {
      g.putEdge(3, 3);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    MutableValueGraph<String, Double> v =
        ValueGraphBuilder.undirected().nodeOrder(ElementOrder.<String>insertion()).build();
    v.putEdgeValue("a", "b", 1.5);
    v.putEdgeValue("b", "c", 2.5);
    System.out.println(v.edgeValueOrDefault("c", "b", 0.0) + " " + v.adjacentNodes("b")
        + ImmutableValueGraph.copyOf(v).hashCode() + v.removeEdge("a", "b"));
    MutableNetwork<String, Integer> n = NetworkBuilder.directed().allowsParallelEdges(true).build();
    n.addEdge("x", "y", 1);
    n.addEdge("x", "y", 2);
    System.out.println(
        new TreeSet<>(n.edgesConnecting("x", "y")) + " " + n.incidentNodes(2) + n.inDegree("y"));
  }
}
