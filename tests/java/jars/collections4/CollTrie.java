import org.apache.commons.collections4.trie.PatriciaTrie;
import org.apache.commons.collections4.trie.UnmodifiableTrie;

/** The Patricia trie. */
public class CollTrie {
  public static void main(String[] args) {
    PatriciaTrie<Integer> trie = new PatriciaTrie<>();
    String[] words = {
        "loom", "loop", "look", "warp", "weft", "weave", "weaver", "heddle", "he", ""};
    for (int i = 0; i < words.length; i++) trie.put(words[i], i);
    System.out.println(trie);
    System.out.println(trie.prefixMap("loo") + " " + trie.prefixMap("we").size() + trie.firstKey()
        + trie.lastKey());
    System.out.println(trie.nextKey("look") + trie.previousKey("warp") + trie.headMap("loom")
        + trie.tailMap("weave"));
    System.out.println(trie.select("lop") + " " + trie.selectKey("weavy") + trie.remove("weave")
        + trie.containsKey("weave"));
    System.out.println(new UnmodifiableTrie<>(trie).subMap("h", "m").keySet());
  }
}
