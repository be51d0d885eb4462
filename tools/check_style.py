#!/usr/bin/env python3
# check_style: checks the parts of the project's style that a script can check in the text of files.
import os
import re
import sys

import source_tree

# Files that may be longer than their limit, each with its reason.
LONG_FILES = {
    "envs/rules/rules_game.h": "a template: one short function for each verb of a game",
    "selfplay/settings/search_fields.cc": "made from a schema, with each rule of tree search",
    "selfplay/settings/search_settings.h": "made from a schema, with each rule of tree search",
    "proto/kvintet_api/v1/match.proto": "one service, with a comment on each field and value",
}

_LINES_SOURCE, _LINES_HEADER, _LINES_TEST = 400, 200, 600
_MAX_COLUMNS = 100
_MAX_MEMBERS = 24
_FORBIDDEN_WORDS = {"util", "utils", "misc", "helper", "helpers", "common", "manager", "managers"}
_SLASH_COMMENTS = (".h", ".cc", ".proto")
_HASH_COMMENTS = (".py", ".cmake", ".textproto", "CMakeLists.txt")
_SOURCES = _SLASH_COMMENTS + _HASH_COMMENTS

_BANNER = re.compile(r"^\s*(//|#)\s*[-=*#/_~]{4,}")
_OPEN_END = re.compile(r"\b(TO" r"DO|FIX" r"ME)\b(?!\(issue-\d+\))")
_DEFINITION = re.compile(r"^(enum class|enum|class|struct|union|concept)\s+(\w+)\b(?!\s*;)")
_BEFORE_DEFINITION = re.compile(r"^(template|requires|\[\[|#if|#endif)")
_CLASS = re.compile(r"^(?:class|struct) (?:\[\[\w+\]\] )?([\w:]+)[^;]*\{$")
_MEMBER = re.compile(r"^  [^/(]*[\w>*&\]] \w+_(?: = .*|\{.*\})?;$|^  \} \w+_;$")
# Fields of settings are read as members of structs, and algorithms by the types of these; other
# fields are read by functions.
_OF_SETTINGS = re.compile(r"proto/(search|self_play|storage)_config\.proto")
_NO_CODE = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
_NAMESPACE = re.compile(r"^namespace ([\w:]+) \{$", re.M)
_TYPE = re.compile(r"^(?:struct|class|enum class) (?:\[\[\w+\]\] )?(\w+)\b[^;\n]*\{", re.M)
# What the C library computes differs between machines. Targets of the learner (selfplay/rows) may.
_OF_DECISIONS = re.compile(r"envs/|selfplay/(?!rows/)")
_LIBRARY_MATH = re.compile(r"\bstd::(exp2?|expm1|log(?:2|10|1p)?|pow|tanh?|sin|cos|[lt]gamma)\(")
_FIELD = re.compile(r"^\s*(?:optional|required|repeated)?\s*[\w.]+\s+(\w+)\s*=\s*\d+\s*[;\[]")


def is_test(path):
    """Whether a path is a test or test support."""
    return path.startswith(("tests/", "python/tests/")) or path.endswith(("_test.cc", "_test.py"))


def first_line(path, lines):
    """What is wrong with the purpose comment of a file, or None."""
    marker = "//" if path.endswith(_SLASH_COMMENTS) else "#"
    line = lines[0] if lines else ""
    if line.startswith("#!"):
        line = lines[1] if len(lines) > 1 else ""
    if re.match(r"add_game\(", line) and path.endswith("CMakeLists.txt"):
        return None  # the whole file is this call
    if path.startswith("python/") and re.match(r'"""\w.*\w', line):
        return None  # a module of the package, where documentation comes from docstrings
    if re.match(re.escape(marker) + r" [\w`\"'].*\w", line) and "Copyright" not in line:
        return None
    return f"1: the first line must be a comment that says what the file is, found {line[:60]!r}"


def length(path, lines):
    """What is wrong with the length of a file, or None."""
    limit = _LINES_HEADER if path.endswith(".h") else _LINES_SOURCE
    limit = _LINES_TEST if is_test(path) else limit
    if len(lines) <= limit or path in LONG_FILES:
        return None
    return f"{limit + 1}: the limit is {limit} lines, the file has {len(lines)}"


def name(path):
    """What is wrong with the name of a file, or None."""
    words = set(re.split(r"[_.\-]", os.path.basename(path).lower()))
    bad = sorted(words & _FORBIDDEN_WORDS)
    return f"1: do not name a file {bad[0]!r}: say what it holds" if bad else None


def lines_of(path, lines):
    """The problems of single lines."""
    for number, line in enumerate(lines, 1):
        if _BANNER.match(line):
            yield f"{number}: no banners: split a file that needs sections"
        if _OPEN_END.search(line):
            yield f"{number}: an open task names its issue, as in (issue-12)"
        if len(line) > _MAX_COLUMNS and "http" not in line:
            yield f"{number}: the limit is {_MAX_COLUMNS} columns, the line has {len(line)}"


def library_math(path, lines):
    """Where a decision would depend on the C library of the machine."""
    if not _OF_DECISIONS.match(path) or is_test(path):
        return
    for number, line in enumerate(lines, 1):
        if match := _LIBRARY_MATH.search(_NO_CODE.sub("", line)):
            yield f"{number}: std::{match[1]} differs between machines: see base/portable_math.h"


def classes(lines):
    """The classes with more data members than an object should know."""
    name, first, members = "", 0, 0
    for number, line in enumerate(lines, 1):
        if match := _CLASS.match(line):
            name, first, members = match[1], number, 0
        elif line.startswith("};"):
            if members > _MAX_MEMBERS:
                yield (
                    f"{first}: {name} has {members} data members, the limit is {_MAX_MEMBERS}: "
                    "divide it into objects with names"
                )
            name = ""
        elif name and _MEMBER.match(line):
            members += 1


def header(path, lines):
    """The problems that only headers have."""
    if "#pragma once" not in lines:
        yield "1: a header needs #pragma once"
    for index, line in enumerate(lines):
        match = _DEFINITION.match(line)
        if not match:
            continue
        above = index - 1
        while above >= 0 and _BEFORE_DEFINITION.match(lines[above]):
            above -= 1
        commented = above >= 0 and lines[above].startswith("//")
        if not commented and not re.match(rf"// .*\b{match[2]}\b.*:", lines[0]):
            yield f"{index + 1}: {match[2]} has no comment above it"


def hidden_types(root, paths):
    """The types that hide one of the same name in a namespace around theirs.

    A header that names such a type means one or the other, by what was included before it.
    """
    places = {}
    for path in paths:
        if not path.endswith(".h"):
            continue
        text = source_tree.read(root, path)
        namespace = _NAMESPACE.search(text)
        for match in _TYPE.finditer(text) if namespace else ():
            line = text.count("\n", 0, match.start()) + 1
            places.setdefault(match[1], []).append((namespace[1], f"{path}:{line}"))
    for name, declared in places.items():
        for inner, at in declared:
            for outer, other in declared:
                if inner.startswith(outer + "::"):
                    yield f"{at}: {inner}::{name} hides {outer}::{name} of {other}: rename one"


def unread_fields(root, paths):
    """The configuration fields that no source outside the tests reads."""
    schemas = [path for path in paths if re.fullmatch(r"proto/(\w+_)?config\.proto", path)]
    if not schemas or "cli/verbs/train_verb.cc" not in paths:
        return  # a tree without training need not read them
    sources = (path for path in paths if path.endswith((".h", ".cc")) and not is_test(path))
    read, members = set(), set()
    for path in sources:
        text = _NO_CODE.sub("", source_tree.read(root, path))
        read |= set(re.findall(r"(?:\.|->)(\w+)\(", text))
        if not path.startswith("selfplay/settings/"):
            members |= set(re.findall(r"(?:\.|->)(\w+)\b(?!\()", text))
            structs = re.findall(r"\b([A-Z]\w+)Settings\b", text)
            members |= {re.sub(r"\B([A-Z])", r"_\1", struct).lower() for struct in structs}
    for schema in schemas:
        known = read | members if _OF_SETTINGS.fullmatch(schema) else read
        for number, line in enumerate(source_tree.read(root, schema).splitlines(), 1):
            match = _FIELD.match(line)
            if match and match[1].lower() not in known:
                yield f"{schema}:{number}: no source reads {match[1]}"


def check_file(root, path):
    """The problems of one file."""
    lines = source_tree.read(root, path).splitlines()
    problems = [first_line(path, lines), length(path, lines), name(path)]
    problems += lines_of(path, lines)
    if path.endswith((".h", ".cc")):
        problems += classes(lines)
        problems += library_math(path, lines)
    if path.endswith(".h"):
        problems += header(path, lines)
    return [f"{path}:{problem}" for problem in problems if problem]


def scripts(root):
    """The programs in tools/ whose names have no extension."""
    return [
        path
        for path in source_tree.files(root, [""])
        if path.startswith("tools/") and "." not in os.path.basename(path)
    ]


def check(root):
    """The problems of the tree below `root`, one line each, and the number of files seen."""
    paths = source_tree.files(root, _SOURCES) + scripts(root)
    problems = [problem for path in paths for problem in check_file(root, path)]
    problems += unread_fields(root, paths)
    return problems + list(hidden_types(root, paths)), len(paths)


if __name__ == "__main__":
    sys.exit(source_tree.report("check_style", *check(source_tree.ROOT)))
