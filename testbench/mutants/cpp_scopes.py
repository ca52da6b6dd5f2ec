"""Functions, types and variables of a C++ source, found in its tokens: each with its name and the tokens it is made of.

Only the forms that the sources of this project have are known. What is inside of a function belongs to it, lambdas and local types too.
"""
TYPES = {"class", "struct", "union", "enum"}
SPECIFIERS = {"noexcept", "alignas", "decltype", "__attribute__"}  # with parentheses that are no parameters
CLOSING = {"(": ")", "[": "]", "{": "}"}


class CppScopes:
    """found: [(path, first token, token behind the last)]; the path has the names from the outermost one with a name to its own."""

    def __init__(self, texts):
        self.texts = texts
        self.partner = self.partners()
        self.found = []
        self.walk(0, len(texts), ())

    def partners(self):
        """{opening bracket: closing one}, by their tokens."""
        waiting, partner = [], {}
        for i, text in enumerate(self.texts):
            if text in CLOSING:
                waiting.append(i)
            elif text in (")", "]", "}") and waiting:
                partner[waiting.pop()] = i
        return partner

    def walk(self, begin, end, path):
        """What is declared in a file, a namespace or a type."""
        i = begin
        while i < end:
            if self.texts[i].startswith("#") or self.texts[i] in (";", "}"):
                i += 1
            elif self.texts[i] in ("public", "private", "protected") and self.texts[i + 1] == ":":
                i += 2
            else:
                i = self.declaration(i, end, path)

    def declaration(self, begin, end, path):
        """Adds what begins here; the token behind it."""
        if self.texts[begin:begin + 1] == ["namespace"] or self.texts[begin:begin + 3] == ["extern", '"C"', "{"]:
            return self.namespace(begin, end, path)
        head, colon = [], False  # what is outside of all brackets
        i = begin
        while i < end:
            text = self.texts[i]
            if text == ";":
                break
            if text == "{":
                close = self.partner.get(i, end)
                if self.is_type(head) and not self.is_enum(head):
                    self.walk(i + 1, close, path + self.name(head))
                elif self.is_body(head, colon, i):
                    self.found.append((path + self.name(head), begin, close + 1))
                    return close + 1
            colon = colon or text == ":"
            if text in SPECIFIERS and self.texts[i + 1] == "(":
                i = self.partner[i + 1] + 1
                continue
            head.append(i)
            i = self.partner.get(i, i) + 1
        self.found.append((path + self.name(head), begin, min(i + 1, end)))
        return i + 1

    def namespace(self, begin, end, path):
        i, names = begin, []
        while i < end and self.texts[i] not in ("{", ";"):
            if self.texts[i] not in ("namespace", "::", "extern", '"C"'):
                names.append(self.texts[i])
            i += 1
        if i < end and self.texts[i] == ";" or "=" in names:  # an alias
            return i + 1
        close = self.partner.get(i, end)
        self.walk(i + 1, close, path + tuple(names))
        return close + 1

    def words(self, head):
        return [self.texts[i] for i in head]

    def is_type(self, head):
        words = set(self.words(self.without_angles(head)))
        return not {"(", "="} & words and bool(TYPES & words)

    def is_enum(self, head):
        return "enum" in self.words(head)

    def is_body(self, head, colon, brace):
        """Whether a function's body begins at the brace: it has parameters, and what comes before is no member of its initialiser list."""
        words = self.words(head)
        if "(" not in words or ("=" in words and "operator" not in words):
            return False
        before = self.texts[brace - 1]
        return not (colon and (before[-1].isalnum() or before[-1] in "_>") and before not in ("const", "noexcept", "override", "final"))

    def without_angles(self, head):
        """The head without the arguments of its templates."""
        kept, depth, operator = [], 0, False
        for i in head:
            text = self.texts[i]
            if operator and text in ("<", ">", "<<"):
                kept.append(i)
                continue
            operator = text == "operator"
            depth += text == "<"
            if depth == 0:
                kept.append(i)
            depth -= text == ">" and depth > 0
        return kept

    def name(self, head):
        """(Class, function), (Class,) or (variable,); () for what has no name."""
        head = self.without_angles(head)
        words = self.words(head)
        if "operator" in words:
            at = words.index("operator")
            return self.qualified(words[:at - 1]) * (words[at - 1] == "::") + (self.operator_name(words[at + 1:]),)
        if self.is_type(head):
            behind = next(k for k, word in enumerate(words) if word in TYPES and words[k + 1:k + 2] != ["class"]) + 1
            until = next((k for k in range(behind, len(words)) if words[k] in (":", "final", "{")), len(words))
            return self.qualified(words[behind:until])
        if words[:1] == ["using"] and "=" in words:
            return (words[words.index("=") - 1],)
        for k, word in enumerate(words):
            if word in ("(", "=", "[", "{", ",", ":") and k > 0 and words[k - 1].isidentifier():
                return self.qualified(words[:k])
        return self.qualified(words) if words and words[-1].isidentifier() else ()

    @staticmethod
    def operator_name(behind):
        """From the words behind `operator`; of a pair of brackets only the first one is there."""
        if behind[0] in ("(", "["):
            return "operator" + behind[0] + CLOSING[behind[0]]
        return "operator" + "".join(behind[:behind.index("(")] if "(" in behind else behind)

    @staticmethod
    def qualified(words):
        """The name that the words end with."""
        names, k = [], len(words)
        while k > 0 and words[k - 1].isidentifier():
            k -= 1
            if k > 0 and words[k - 1] == "~":
                k -= 1
                names.insert(0, "~" + words[k + 1])
            else:
                names.insert(0, words[k])
            if k == 0 or words[k - 1] != "::":
                break
            k -= 1
        return tuple(names)
