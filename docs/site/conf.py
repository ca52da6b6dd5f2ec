"""Sphinx's settings for docs/make.py site: all pages of the repository and the reference of both languages, as one site."""
import os
import re
import sys

from sphinx.util import logging

sys.path.insert(0, os.environ["COLLISIONCHIP_PACKAGE"])

project = "CollisionChip"
root_doc = "docs/site/index"
include_patterns = ["*.md", "docs/*.md", "docs/site/*.md", "rtl_model/README.md", "traces/README.md"]
exclude_patterns = ["build*", ".*"]
extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
breathe_projects = {"collisionchip": os.environ["COLLISIONCHIP_DOXYGEN"]}
breathe_default_project = "collisionchip"
breathe_show_include = False
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "imported-members": True, "undoc-members": True}
default_role = "code"
smartquotes = False
html_theme = "sphinx_rtd_theme"
html_copy_source = False
html_theme_options = {"navigation_depth": 2}

COLUMNS = re.compile(r"\S+(?: \S+)* {2,}\S")


def paragraphs(text):
    return re.split(r"\n{2,}", text.strip("\n"))


def rows(paragraph):
    """(name, what it means) of each row of two columns; rows go on in indented lines."""
    return [re.split(" {2,}", row, maxsplit=1) for row in re.sub(r"\n {2,}", " ", paragraph).splitlines()] if COLUMNS.match(paragraph) else []


def told_of_by(owner, member):
    """What the docstring of a class says in a row about a property that has none itself."""
    if not isinstance(vars(owner).get(member), property) or vars(owner)[member].__doc__:
        return None
    return dict(row for paragraph in paragraphs(owner.__doc__ or "") for row in rows(paragraph)).get(member)


def plain(text):
    """No markup but code in backticks and links to pages."""
    text = re.sub(r"[*|\\]|_(?!\w)", r"\\\g<0>", text)
    return re.sub(r"\bdocs/(\w+)\.md", r":doc:`\g<0> </docs/\1>`", text)


def as_rest(app, what, name, thing, options, lines):
    """Docstrings here are plain text: paragraphs, code that is indented, and names in one column with what they mean in a second one."""
    if what == "property" and not "".join(lines).strip():
        owner, member = name.split(".")[-2:]
        lines[:] = [told_of_by(getattr(sys.modules["collisionchip"], owner), member) or ""]
    if not "".join(lines).strip():
        logging.getLogger(__name__).warning("%s is not documented", name)
    text, code = [], False
    for paragraph in paragraphs("\n".join(lines)):
        if paragraph.startswith("    "):
            text += [paragraph] if code else [".. code-block:: python", "", paragraph]
        elif rows(paragraph):
            for names, meaning in rows(paragraph):
                if what != "class" or not told_of_by(thing, names):
                    text += [f"``{names}``", "    " + plain(meaning)]
        else:
            text.append(plain(paragraph))
        text.append("")
        code = paragraph.startswith("    ")
    lines[:] = "\n".join(text).splitlines()


def short_types(app, what, name, thing, options, signature, returns):
    """Names of the package are shorter than those of its module, and pybind11's own words for a whole number and for `self` say nothing."""
    def short(text):
        text = re.sub(r"\(self: [\w.]+(, )?", "(", text)
        return re.sub(r"\bcollisionchip\._core\.|\bcollections\.abc\.|\btyping\.", "", text).replace("SupportsInt | SupportsIndex", "int")
    return signature and short(signature), returns and short(returns)


def of_a_mapping(app, what, name, thing, skip, options):
    """What a mapping has anyway, keys() and its like, is left out."""
    return True if getattr(thing, "__module__", None) == "collections.abc" else skip


def setup(app):
    app.connect("autodoc-skip-member", of_a_mapping)
    app.connect("autodoc-process-docstring", as_rest)
    app.connect("autodoc-process-signature", short_types)
