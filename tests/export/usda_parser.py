"""A strict reader of the part of USD's text format that a Points prim needs; Debian has no package of USD itself.

parse(text) returns (layer metadata, root prims); anything outside the grammar, an attribute of an unknown type, a value
that does not fit its type, a name given twice or time samples out of order raises SyntaxError.
"""

import re

TOKEN = re.compile(
    r'\s*(?:(?P<string>"(?:[^"\\\n]|\\.)*")'
    r"|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?![\w.])"
    r"|(?P<name>[A-Za-z_][\w:]*(?:\.timeSamples)?)"
    r"|(?P<punctuation>\[\]|[\[\](){}=,:]))"
)
WIDTHS = {"float": 1, "double": 1, "int": 1, "int64": 1, "float3": 3, "point3f": 3, "vector3f": 3, "color3f": 3}
LAYER_FIELDS = {"customLayerData": dict, "defaultPrim": str, "endTimeCode": float, "framesPerSecond": float,
                "metersPerUnit": float, "startTimeCode": float, "timeCodesPerSecond": float, "upAxis": str}


def tokens_of(text):
    text, at = text.rstrip(), 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise SyntaxError(f"unexpected {text[at:at + 40]!r}")
        yield match.lastgroup, match.group(match.lastgroup)
        at = match.end()
    yield "end", ""


class Parser:
    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.kind, self.word = next(self.tokens)

    def take(self, kind=None, word=None):
        if (kind and self.kind != kind) or (word and self.word != word):
            raise SyntaxError(f"expected {word or kind}, found {self.word!r}")
        taken = self.word
        self.kind, self.word = next(self.tokens)
        return taken

    def string(self):
        return self.take("string")[1:-1]

    def number(self):
        return self.take("number")

    def items(self, opening, closing, item):
        """Comma separated; a comma may follow the last."""
        found = []
        self.take("punctuation", opening)
        while self.word != closing:
            found.append(item())
            if self.word != closing:
                self.take("punctuation", ",")
        self.take("punctuation", closing)
        return found

    def element(self, width):
        if width == 1:
            return self.number()
        values = self.items("(", ")", self.number)
        if len(values) != width:
            raise SyntaxError(f"a tuple of {len(values)} where {width} are due")
        return tuple(values)

    def array(self, width):
        if self.word == "[]":
            self.take()
            return []
        return self.items("[", "]", lambda: self.element(width))

    def samples(self, width):
        found = {}

        def sample():
            time = float(self.number())
            self.take("punctuation", ":")
            if found and time <= max(found):
                raise SyntaxError(f"time {time} out of order")
            found[time] = self.array(width)

        self.items("{", "}", sample)
        return found

    def metadata(self, fields):
        """name = value, one after another."""
        found = {}
        self.take("punctuation", "(")
        while self.word != ")":
            name = self.take("name")
            if name not in fields or name in found:
                raise SyntaxError(f"metadata {name} is unknown or given twice")
            self.take("punctuation", "=")
            if fields[name] is str:
                found[name] = self.string()
            elif fields[name] is float:
                found[name] = float(self.number())
            else:
                found[name] = self.dictionary()
        self.take("punctuation", ")")
        return found

    def dictionary(self):
        found = {}
        self.take("punctuation", "{")
        while self.word != "}":
            self.take("name", "string")
            name = self.take("name")
            self.take("punctuation", "=")
            found[name] = self.string()
        self.take("punctuation", "}")
        return found

    def attribute(self, found):
        base = self.take("name")
        if base not in WIDTHS:
            raise SyntaxError(f"unknown type {base}")
        self.take("punctuation", "[]")
        name = self.take("name")
        entry = found.setdefault(name.removesuffix(".timeSamples"), {"type": base})
        if entry["type"] != base:
            raise SyntaxError(f"{name} has two types")
        sampled = name.endswith(".timeSamples")
        if self.word == "=":
            self.take()
            key = "samples" if sampled else "value"
            if key in entry:
                raise SyntaxError(f"{name} is given twice")
            entry[key] = self.samples(WIDTHS[base]) if sampled else self.array(WIDTHS[base])
        elif sampled:
            raise SyntaxError(f"{name} without samples")
        if self.word == "(":
            entry["metadata"] = self.metadata({"interpolation": str})

    def prim(self):
        self.take("name", "def")
        kind, name = self.take("name"), self.string()
        if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
            raise SyntaxError(f"{name!r} is no name for a prim")
        found = {"type": kind, "attributes": {}, "children": {}}
        if self.word == "(":
            found["metadata"] = self.metadata({"kind": str})
        self.take("punctuation", "{")
        while self.word != "}":
            if self.word == "def":
                child_name, child = self.prim()
                found["children"][child_name] = child
            else:
                self.attribute(found["attributes"])
        self.take("punctuation", "}")
        return name, found


def parse(text):
    first, rest = text.split("\n", 1)
    if first != "#usda 1.0":
        raise SyntaxError(f"the first line is {first!r}")
    parser = Parser(rest)
    layer = parser.metadata(LAYER_FIELDS)
    prims = dict([parser.prim()])
    if parser.kind != "end":
        raise SyntaxError(f"{parser.word!r} after the last prim")
    return layer, prims
