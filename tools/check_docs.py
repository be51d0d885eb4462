#!/usr/bin/env python3
# check_docs: checks that what documents name (paths, types, options, flags) exists, that listings
# and the table of levels match their files, that the documents named in sources exist, and that
# prose is not too wide.
import fnmatch
import os
import re
import sys

import level_table
import source_tree

# Names in backticks that look like ours but are not, each with its reason.
ALLOWED = {
    "InferenceMode": "a type of LibTorch",
    "OpenBLAS": "a library",
    "LibTorch": "a library",
    "GoogleTest": "a library",
    "TensorBoard": "a program",
}
# Namespaces that are not ours.
FOREIGN = ("std::", "absl::", "torch::", "at::", "grpc::", "google::", "testing::")

_MAX_COLUMNS = 100
_CODE = (".h", ".cc", ".proto", ".py", ".cmake", "CMakeLists.txt", "CMakePresets.json")
_EXTENSIONS = (".h", ".cc", ".proto", ".py", ".cmake", ".md", ".textproto", ".sh")
_OUTPUTS = ("build/", "install/", "runs/", "models/")
_FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
# A listing that names its file: ```cpp selfplay/search/rules/boltzmann.cc
_LISTING = re.compile(r"^```\w+ ([\w./-]+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_DOCUMENT = re.compile(r"[\w./-]+\.md\b")
_TYPE = re.compile(r"(?:\w+::)*[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+(?:::\w+)*|(?:\w+::)+\w+")


class Tree:
    """What documents may name: the paths and the words of the sources."""

    def __init__(self, root):
        self.root = root
        self.paths = source_tree.files(root, [""])
        self.folders = {os.path.dirname(path) for path in self.paths}
        self.folders |= {parent for folder in self.folders for parent in _parents(folder)}
        self.names = {os.path.basename(path) for path in self.paths}
        self.top = {path.split("/")[0] for path in self.paths}
        code = [path for path in self.paths if path.endswith(_CODE)]
        self.words = set()
        for path in code:
            self.words |= set(re.findall(r"\w+", source_tree.read(root, path)))
        self.flags = set()
        for path in code:
            if path.startswith("cli/"):
                self.flags |= set(_FLAG.findall(source_tree.read(root, path)))

    def has(self, path):
        """Whether `path`, which may be a pattern, is a file or folder of the tree."""
        path = path.rstrip("/")
        return (
            path in self.folders
            or path in self.paths
            or any(fnmatch.fnmatchcase(other, path) for other in [*self.paths, *self.folders])
        )


def _parents(folder):
    while folder:
        folder = os.path.dirname(folder)
        yield folder


def is_document(path):
    """Whether a path is one of the documents this check reads."""
    return path.endswith(".md") and (
        path.startswith("docs/") or os.path.basename(path) in ("README.md", "CONTRIBUTING.md")
    )


def missing_path(tree, folder, name):
    """Whether `name`, in a document in `folder`, looks like a path of ours but does not exist."""
    if not re.fullmatch(r"[\w.*/-]+", name) or re.search(r"(^|[/_])[A-Z]+($|[/_])", name):
        return False  # not a path, or one with a placeholder such as NAME
    if name.startswith(_OUTPUTS) or name.startswith("/"):
        return False
    if "/" not in name:
        if not name.endswith(_EXTENSIONS) or name in _EXTENSIONS:
            return False
        return not any(fnmatch.fnmatchcase(other, name) for other in tree.names)
    near = os.path.normpath(os.path.join(folder, name))
    if tree.has(os.path.normpath(name)) or tree.has(near):
        return False
    first = name.split("/")[0]
    ours = first in tree.top or os.path.join(folder, first) in tree.folders
    return ours or name.endswith(_EXTENSIONS)


def missing_words(tree, text):
    """The names of types and options in `text` that occur in no source."""
    missing = [word for word in re.findall(r"KVINTET_[A-Z_]+", text) if word not in tree.words]
    for name in _TYPE.findall(text):
        if name.startswith(FOREIGN) or name in ALLOWED:
            continue
        if any(part not in tree.words for part in name.split("::")):
            missing.append(name)
    return missing


def missing_flags(tree, command):
    """The flags in a command line of kvintet that do not occur in cli/."""
    program = re.search(r"(^|[/ ])kvintet [a-z]", command)
    if not tree.flags or not program:
        return []
    return [flag for flag in _FLAG.findall(command, program.end()) if flag not in tree.flags]


def anchors(text):
    """The anchors of a document's headings."""
    kept = (re.sub(r"[^\w\- ]", "", title.lower()) for title in _HEADING.findall(text))
    return {title.strip().replace(" ", "-") for title in kept}


def broken_link(tree, document, target):
    """Whether the target of a link in the document does not exist in this tree."""
    if re.match(r"[a-z]+:", target):
        return False
    path, _, anchor = target.partition("#")
    aim = os.path.normpath(os.path.join(os.path.dirname(document), path)) if path else document
    if not tree.has(aim):
        return True
    if not anchor or not aim.endswith(".md"):
        return False
    return anchor not in anchors(_FENCE.sub("", source_tree.read(tree.root, aim)))


def false_listing(tree, path, listing):
    """Whether a listing differs from every part of the file that it names."""
    return path not in tree.paths or "\n" + listing not in "\n" + source_tree.read(tree.root, path)


def check_document(tree, document):
    """The problems of one document."""
    text = source_tree.read(tree.root, document)
    folder = os.path.dirname(document)
    fences = _FENCE.findall(text)
    prose = _FENCE.sub("", text)
    problems = []
    for span in _SPAN.findall(prose):
        if missing_path(tree, folder, span):
            problems.append(f"`{span}` does not exist")
        problems += [f"`{word}` occurs in no source" for word in missing_words(tree, span)]
        problems += [f"`{flag}` is not a flag of kvintet" for flag in missing_flags(tree, span)]
    for line in "\n".join(fences).replace("\\\n", " ").splitlines():
        problems += [f"`{flag}` is not a flag of kvintet" for flag in missing_flags(tree, line)]
        for word in re.findall(r"(?<![\w/.-])(?:tools|configs|examples|docs)/[\w./-]+", line):
            if not tree.has(word):
                problems.append(f"`{word}` does not exist")
    for path, listing in _LISTING.findall(text):
        if false_listing(tree, path, listing):
            problems.append(f"the listing of {path} does not match that file")
    for target in _LINK.findall(prose):
        if broken_link(tree, document, target):
            problems.append(f"the link to {target} is broken")
    return [f"{document}: {problem}" for problem in problems]


def wide_lines(tree, path):
    """The lines of prose that are too wide; tables, headings and code may be."""
    blank = _FENCE.sub(lambda code: "\n" * code[0].count("\n"), source_tree.read(tree.root, path))
    return [
        f"{path}:{number}: the limit is {_MAX_COLUMNS} columns, the line has {len(line)}"
        for number, line in enumerate(blank.splitlines(), 1)
        if len(line) > _MAX_COLUMNS and not line.lstrip().startswith(("|", "#"))
    ]


def check_source(tree, path):
    """The documents that a source names and that do not exist."""
    named = set(_DOCUMENT.findall(source_tree.read(tree.root, path)))
    near = os.path.dirname(path)
    gone = [
        name
        for name in sorted(named)
        if not (tree.has(name) or tree.has(os.path.join(near, name)) or name in tree.names)
    ]
    return [f"{path}: {name} is not a document of this tree" for name in gone]


def check(root):
    """The problems of documents and sources below `root`, one line each, and their number."""
    tree = Tree(root)
    documents = [path for path in tree.paths if is_document(path)]
    # The tests of this file name documents that do not exist.
    sources = [
        path for path in tree.paths if path.endswith(_CODE) and not path.startswith("tests/tools/")
    ]
    problems = [line for path in documents for line in check_document(tree, path)]
    problems += [line for path in sources for line in check_source(tree, path)]
    pages = [path for path in tree.paths if path.endswith(".md")]
    problems += [line for path in pages for line in wide_lines(tree, path)]
    if level_table.DOCUMENT in tree.paths:
        problems += level_table.problems(root, source_tree.read(root, level_table.DOCUMENT))
    return problems, len(documents)


if __name__ == "__main__":
    sys.exit(source_tree.report("check_docs", *check(source_tree.ROOT)))
