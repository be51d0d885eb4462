# proto_rules: the style rules of the public schemas: names, messages of rpcs, comments.
#
# The rules are usual for gRPC schemas (buf's STANDARD and COMMENTS sets have most of them). Each is
# a function of one part, or of all, that yields the problems.
import re

import proto_set

# Exemptions as (rule, name of the part), each with its reason.
EXEMPT = {
    ("zero value", "kvintet.v1.Shape.Kind.KIND_POLYGON"):
        "every shape has a kind, and polygons have been 0 since the first version",
    ("zero value", "kvintet.v1.Shape.Paint.PAINT_NONE"):
        "none is a valid paint: the shape is not filled or has no edge",
}

_PASCAL = re.compile(r"([A-Z][a-z0-9]*)+")
_SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_UPPER = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")
_CASES = {
    "message": ("PascalCase", _PASCAL),
    "enum": ("PascalCase", _PASCAL),
    "service": ("PascalCase", _PASCAL),
    "rpc": ("PascalCase", _PASCAL),
    "field": ("lower_snake_case", _SNAKE),
    "oneof": ("lower_snake_case", _SNAKE),
    "value": ("UPPER_SNAKE_CASE", _UPPER),
}


def _upper_snake(name):
    """Converts "SeatOrder" to "SEAT_ORDER"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def case(part):
    """A name has the case that its kind requires."""
    wanted, pattern = _CASES[part.kind]
    if not pattern.fullmatch(part.what.name):
        yield f"wanted a name in {wanted}"


def value_prefix(part):
    """A value begins with its enum's name, since values of all enums share a scope."""
    if part.kind == "value":
        prefix = _upper_snake(part.within.name) + "_"
        if not part.what.name.startswith(prefix):
            yield f"wanted a name that begins with {prefix}"


def zero_value(part):
    """The value 0, which is read if nothing was sent, is named UNSPECIFIED."""
    if part.kind == "value" and part.what.number == 0:
        wanted = _upper_snake(part.within.name) + "_UNSPECIFIED"
        if part.what.name != wanted:
            yield f"wanted {wanted} as the value 0"


def no_alias(part):
    """Each number of an enum has one name."""
    if part.kind == "enum" and part.what.options.allow_alias:
        yield "wanted one name for each number, found allow_alias"


def service_suffix(part):
    """A service's name distinguishes it from messages."""
    if part.kind == "service" and not part.what.name.endswith("Service"):
        yield "wanted a name that ends in Service"


def rpc_messages(part):
    """An rpc has its own messages, named after it, so that each can grow."""
    if part.kind == "rpc":
        package = part.name.rsplit(".", 2)[0]
        for role, found in (("Request", part.what.input_type), ("Response", part.what.output_type)):
            wanted = f"{part.what.name}{role}"
            if found != f".{package}.{wanted}":
                yield f"wanted {wanted}, found {found.lstrip('.')}"


def comment(part):
    """Every part has a comment directly above it."""
    if not re.search(r"\w", part.comment):
        yield "wanted a comment above it"


PART_RULES = {
    "case": case,
    "value prefix": value_prefix,
    "zero value": zero_value,
    "alias": no_alias,
    "service suffix": service_suffix,
    "rpc messages": rpc_messages,
    "comment": comment,
}


def reuse(parts):
    """No message is used by two rpcs, or twice by one. Yields (part, problem)."""
    first = {}
    for part in parts:
        if part.kind == "rpc":
            for name in (part.what.input_type, part.what.output_type):
                if name in first:
                    yield part, f"{name.lstrip('.')} serves {first[name]} already"
                first.setdefault(name, part.name)


# Packages of the code that is generated for other languages.
FILE_OPTIONS = {
    "csharp_namespace": "Kvintet.V1",
    "go_package": "kvintet_api/v1;kvintetv1",
    "java_multiple_files": True,
    "java_package": "kvintet.v1",
}


def file_problems(file):
    """The problems of a file as a whole."""
    path = proto_set.path_of(file.name)
    folder, _, base = file.name.rpartition("/")
    wanted = folder.replace("kvintet_api", "kvintet").replace("/", ".")
    if file.syntax != "proto3":
        yield f"{path}: wanted syntax proto3, found {file.syntax or 'proto2'}"
    if file.package != wanted:
        yield f"{path}: wanted package {wanted}, as its folder, found {file.package or 'none'}"
    if not re.search(r"\.v[1-9][0-9]*$", file.package):
        yield f"{path}: wanted a package that ends in its version, as in kvintet.v1"
    if not _SNAKE.fullmatch(base.removesuffix(".proto")):
        yield f"{path}: wanted a file name in lower_snake_case"
    if file.public_dependency or file.weak_dependency:
        yield f"{path}: wanted plain imports, found a public or weak one"
    for option, wanted in FILE_OPTIONS.items():
        found = getattr(file.options, option)
        if found != wanted:
            yield f"{path}: wanted option {option} = {wanted}, found {found or 'none'}"


def problems(files, exempt):
    """The problems of the FileDescriptorProtos `files`, one line each."""
    parts = [part for file in files for part in proto_set.parts_of(file)]
    found = [line for file in files for line in file_problems(file)]
    broken = [
        (rule, part, text)
        for part in parts
        for rule, check in PART_RULES.items()
        for text in check(part)
    ]
    broken += [("reuse", part, text) for part, text in reuse(parts)]
    found += [
        f"{part.place}: {part.name}: {text}"
        for rule, part, text in broken
        if (rule, part.name) not in exempt
    ]
    used = {(rule, part.name) for rule, part, _ in broken}
    found += [
        f"tools/proto_rules.py: {name} does not break the rule '{rule}' that it is exempt from"
        for rule, name in exempt
        if (rule, name) not in used
    ]
    return found
