"""Reads a page that heddle wrote with Python's parser of HTML, which knows nothing of heddle.

check_html.py FILE: elements are closed in the order of their opening, ids are unique, each link
leads to one of them, nothing is fetched or executed, all rows are as wide as the head. Prints what
the table holds, or a fault and exits with 1.
"""

import sys
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "link", "input", "col", "base"}
ACTIVE = {"script", "link", "img", "iframe", "object", "embed", "base", "form"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.faults = [], set(), [], []
        self.head, self.rows, self.cells, self.text = [], [], None, None
        self.doctype = False

    def handle_decl(self, decl):
        self.doctype |= decl.lower() == "doctype html"

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag in ACTIVE or any(a.startswith("on") or a == "src" for a in attrs):
            self.faults.append(f"<{tag}> is no plain text")
        if "id" in attrs:
            if attrs["id"] in self.ids:
                self.faults.append(f"id {attrs['id']} twice")
            self.ids.add(attrs["id"])
        if tag == "a":
            self.links.append(attrs.get("href", ""))
        if tag == "tr":
            self.cells = []
        if tag in ("td", "th"):
            self.text = ""
            self.cells += [None] * (int(attrs.get("colspan", 1)) - 1)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes something else")
        if tag in ("td", "th"):
            self.cells.append(self.text)
            self.text = None
        if tag == "tr":
            if not self.head:
                self.head = self.cells
            else:
                self.rows.append(self.cells)

    def handle_data(self, data):
        if self.text is not None:
            self.text += data


def main():
    page = Page()
    with open(sys.argv[1], encoding="utf-8") as file:
        page.feed(file.read())
    page.close()
    faults = page.faults + [f"<{tag}> is left open" for tag in page.open]
    faults += [f"{x} leads nowhere" for x in page.links if x[:1] != "#" or x[1:] not in page.ids]
    faults += [f"a row of {len(r)} cells" for r in page.rows if len(r) != len(page.head)]
    if not page.doctype:
        faults.append("no doctype")
    if faults:
        print("fault:", faults[0])
        return 1
    lanes = page.head[1:-1]
    print("lanes:", ", ".join(lanes))
    print("rows:", len(page.rows), "links:", len(page.links))
    for i, lane in enumerate(lanes):
        said = [r[i + 1] for r in page.rows if r[i + 1]]
        print(f"{lane}: {len(said)}: {said[0] if said else ''} ... {said[-1] if said else ''}")
    return 0


sys.exit(main())
