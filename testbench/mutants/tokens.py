"""Tokens of C++, of SystemVerilog and of Python: what is left of a source when white space, line breaks and comments are gone."""
import dataclasses
import re

CPP = re.compile(
    r"""(?P<skipped> \s+ | //(?:\\\n|[^\n])* | /\*.*?\*/ )
      | (?P<directive> \# (?: \\\n | /\*.*?\*/ | (?!//)[^\n] )* )
      | (?: u8|[uUL] )? R"(?P<raw>[^\s()\\]*) \( .*? \)(?P=raw)"
      | (?P<text> " (?:\\.|[^"\\\n])* " )
      | (?: u8|[uUL] )? " (?:\\.|[^"\\\n])* " \w*
      | (?: u8|[uUL] )? ' (?:\\.|[^'\\\n])+ '
      | \.?\d (?: [eEpP][+-] | '\w | [\w.] )*
      | \w+
      | <<= | \.\.\. | ->\* | :: | -> | \+\+ | -- | && | \|\| | << | [-+*/%&|^=!<>]= | \.\*
      | .""", re.VERBOSE | re.DOTALL | re.MULTILINE)
VERILOG = re.compile(
    r"""(?P<skipped> \s+ | //[^\n]* | /\*.*?\*/ )
      | (?P<directive> `(?:define|include|ifdef|ifndef|if|else|elsif|endif|timescale|default_nettype|undef)\b (?: \\\n | (?!//)[^\n] )* )
      | (?P<raw>(?!)) | (?P<text> " (?:\\.|[^"\\])* " )
      | \d*'[sS]?[bodhBODH][\w?]+ | '[01xzXZ]\b | \d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?
      | [`$]?\w+
      | <<<= | >>>= | <<< | >>> | === | !== | ==\? | !=\? | <<= | >>= | << | >> | [-+*/%&|^=!<>]= | && | \|\| | \*\* | ~& | ~\| | ~\^ | \^~
      | \|-> | \|=> | -> | \+\+ | -- | :: | \+: | -: | \#\# | '\{
      | .""", re.VERBOSE | re.DOTALL | re.MULTILINE)
PYTHON = re.compile(
    r"""(?P<skipped> \s+ | \#[^\n]* | \\\n )
      | (?P<directive>(?!)) | (?P<raw>(?!))
      | (?P<text> [rRbBfF]{0,2} (?: \"{3}.*?\"{3} | '{3}.*?'{3} | " (?:\\.|[^"\\\n])* " | ' (?:\\.|[^'\\\n])* ' ) )
      | \d[\w.]* | \w+
      | -> | := | \*\*=? | //=? | <<=? | >>=? | [-+*/%&|^=!<>]=
      | .""", re.VERBOSE | re.DOTALL)
BETWEEN = "\0"  # between tokens where many of them are one text


@dataclasses.dataclass(frozen=True)
class Tokens:
    texts: list     # of each token
    begins: list    # where it begins in the source, and where it ends
    ends: list

    def joined(self):
        """All tokens as one text, each with BETWEEN on both sides."""
        return BETWEEN + BETWEEN.join(self.texts) + BETWEEN


def tokens_of(text, language):
    """A directive of the preprocessor is one token; strings side by side are one string, as they are for the compiler."""
    texts, begins, ends = [], [], []
    after_text = False
    for match in language.finditer(text):
        kind = match.lastgroup
        if kind == "skipped":
            continue
        token = match.group()
        if kind == "text" and after_text and language is CPP:
            texts[-1] = texts[-1][:-1] + token[1:]
            ends[-1] = match.end()
            continue
        after_text = kind == "text"
        texts.append(" ".join(token.split()) if kind == "directive" else token)
        begins.append(match.start())
        ends.append(match.end())
    return Tokens(texts, begins, ends)
