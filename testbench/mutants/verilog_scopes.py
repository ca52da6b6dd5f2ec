"""Modules, functions, tasks and named blocks of a SystemVerilog source, found in its tokens."""
ENDS = {"module": "endmodule", "package": "endpackage", "interface": "endinterface", "function": "endfunction", "task": "endtask",
        "begin": "end"}


class VerilogScopes:
    """found: [(path, first token, token behind the last)]; the path has the names from the module to the innermost one."""

    def __init__(self, texts):
        self.texts = texts
        self.found = []
        open_ones, path = [], ()  # [(where it begins, what ends it, the path outside)]
        for i, text in enumerate(texts):
            if text in ENDS and not self.is_prototype(i):
                open_ones.append((i, ENDS[text], path))
                path += self.name(i)
            elif open_ones and text == open_ones[-1][1]:
                begin, _, outside = open_ones.pop()
                if path != outside:
                    self.found.append((path, begin, i + 1))
                path = outside

    def is_prototype(self, i):
        return i > 0 and self.texts[i - 1] in ("import", "export", "extern", "pure")

    def name(self, i):
        """Of what begins at this token: () for a block without one."""
        if self.texts[i] == "begin":
            return (self.texts[i + 2],) if self.texts[i + 1] == ":" else ()
        until = next(k for k in range(i, len(self.texts)) if self.texts[k] in ("(", ";", "#"))
        return (self.texts[until - 1],)
