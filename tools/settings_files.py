# settings_files: the C++ structs of settings, and what is known of their fields, from schemas.
#
# A message XConfig becomes a struct XSettings. Each schema becomes three files: the structs, a
# header with the list of members of each, and a source with the FieldInfo of each member. A oneof
# becomes a std::variant, with an enumeration of its members and the AlgorithmInfo of each.
import os
import re
import subprocess
import textwrap

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

import proto_set
import source_tree

COMMAND = "tools/generate_settings"
FOLDER = "selfplay/settings"
SCHEMAS = ("search", "self_play", "storage")

_COLUMNS = 100
_KIND = descriptor_pb2.FieldDescriptorProto
# The C++ type of a field, and its FieldKind.
_TYPES = {
    _KIND.TYPE_BOOL: ("bool", "kBool"),
    _KIND.TYPE_INT32: ("int32_t", "kInteger"),
    _KIND.TYPE_INT64: ("int64_t", "kInteger"),
    _KIND.TYPE_DOUBLE: ("double", "kReal"),
    _KIND.TYPE_STRING: ("std::string", "kText"),
}


def schema_of(name):
    """The path of the schema from which the files of `name` are made."""
    return f"proto/{name}_config.proto"


def paths_of(name):
    """The paths of the files that are made for a schema."""
    return [f"{FOLDER}/{name}{ending}" for ending in ("_settings.h", "_fields.h", "_fields.cc")]


def cpp_name(name):
    """max_considered or MAX_CONSIDERED as in C++: MaxConsidered."""
    return "".join(word.capitalize() for word in name.split("_"))


def struct_of(message):
    """The name of a message's struct, from its own or its full name."""
    return re.sub("Config$", "Settings", message.split(".")[-1])


def number(value):
    """A double as in C++, in full digits if it is a whole number."""
    whole = value == int(value) and abs(value) < 1e15
    return str(int(value)) if whole else repr(value)


def quoted(text):
    """A string literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Options:
    """Reads options that are declared by extensions."""

    def __init__(self, files):
        self.pool = descriptor_pool.DescriptorPool()
        for file in files.file:
            self.pool.Add(file)
        self.factory = message_factory.MessageFactory(self.pool)

    def read(self, options, name):
        """The value of the option (kvintet.NAME), or None if it is absent."""
        kind = self.pool.FindMessageTypeByName(options.DESCRIPTOR.full_name)
        read = self.factory.GetPrototype(kind).FromString(options.SerializeToString())
        extension = self.pool.FindExtensionByName(f"kvintet.{name}")
        return read.Extensions[extension] if read.HasExtension(extension) else None


class _Schema:
    """One schema, with its messages in the order of the structs: each after what it contains."""

    def __init__(self, name, file, options):
        self.name = name
        self.options = options
        parts = proto_set.parts_of(file)
        self.comments = {part.name: self.comment(part.comment) for part in parts}
        self.package = file.package
        self.messages = sorted(file.message_type, key=lambda message: len(message.oneof_decl))

    def comment(self, text):
        """A comment of the schema as one paragraph, with the names of structs."""
        return re.sub(r"\b([A-Z]\w+)Config\b", r"\1Settings", " ".join(text.split()))

    def of(self, *names):
        """The comment of a message, field, oneof, enum or value."""
        return self.comments[".".join([self.package, *names])]

    def fields(self, message):
        """The fields that are no members of a oneof, each with its documentation."""
        documentation = ""
        for field in message.field:
            # A comment holds for the fields below it, up to the next comment.
            documentation = self.of(message.name, field.name) or documentation
            if not field.HasField("oneof_index"):
                yield field, documentation

    def alternatives(self, message):
        """The members of the oneof, the one that is meant if none is set first."""
        meant = self.options.read(message.oneof_decl[0].options, "unset_means")
        members = [field for field in message.field if field.HasField("oneof_index")]
        return sorted(members, key=lambda field: field.name != meant)

    def is_optional(self, field):
        return bool(self.options.read(field.options, "absence_matters"))

    def type_of(self, field):
        """The C++ type of the member."""
        named = field.type == _KIND.TYPE_ENUM
        name = field.type_name.split(".")[-1] if named else _TYPES[field.type][0]
        return f"std::optional<{name}>" if self.is_optional(field) else name

    def initialiser(self, field):
        """The default of the member."""
        if self.is_optional(field):
            return " = {}"
        if field.type == _KIND.TYPE_ENUM:
            return f" = {self.type_of(field)}::k{cpp_name(field.default_value)}"
        if field.type == _KIND.TYPE_STRING:
            return f" = {quoted(field.default_value)}" if field.default_value else " = {}"
        if field.type == _KIND.TYPE_DOUBLE:
            return f" = {number(float(field.default_value))}"
        return f" = {field.default_value}"


def comment_lines(text, indent=""):
    """A comment in lines, none if it is empty."""
    width = _COLUMNS - len(indent) - 3
    return [f"{indent}// {line}" for line in textwrap.wrap(text, width, break_on_hyphens=False)]


def caption(schema, what):
    """The first line of a file."""
    return f"// {what}: made from {schema_of(schema.name)} by {COMMAND}."


def enum_lines(schema, message, enum):
    lines = comment_lines(schema.of(message.name, enum.name), "  ")
    lines.append(f"  enum class {enum.name} {{")
    for value in enum.value:
        lines += comment_lines(schema.of(message.name, enum.name, value.name), "    ")
        lines.append(f"    k{cpp_name(value.name)} = {value.number},")
    return lines + ["  };", ""]


def algorithm_lines(schema, message):
    """The variant of a oneof, and the enumeration of its members."""
    members = schema.alternatives(message)
    types = ", ".join(struct_of(field.type_name) for field in members)
    return [
        "// The settings of one algorithm.",
        f"using AlgorithmSettings = std::variant<{types}>;",
        "",
        "// The algorithms, numbered as the alternatives of AlgorithmSettings.",
        "enum class Algorithm {",
        *(f"  k{cpp_name(field.name)}," for field in members),
        "};",
        "",
    ]


def struct_lines(schema, message):
    lines = algorithm_lines(schema, message) if message.oneof_decl else []
    lines += comment_lines(schema.of(message.name))
    lines.append(f"struct {struct_of(message.name)} {{")
    for enum in message.enum_type:
        lines += enum_lines(schema, message, enum)
    for field, _ in schema.fields(message):
        lines += comment_lines(schema.of(message.name, field.name), "  ")
        lines.append(f"  {schema.type_of(field)} {field.name}{schema.initialiser(field)};")
    for oneof in message.oneof_decl:
        lines += comment_lines(schema.of(message.name, oneof.name), "  ")
        lines.append(f"  AlgorithmSettings {oneof.name} = {{}};")
    name = struct_of(message.name)
    return lines + ["", f"  bool operator==(const {name}&) const = default;", "};", ""]


def in_namespace(lines):
    return ["namespace kvintet::selfplay {", "", *lines, "}  // namespace kvintet::selfplay"]


def settings_header(schema):
    """The structs."""
    lines = [line for message in schema.messages for line in struct_lines(schema, message)]
    text = "\n".join(lines)
    includes = [
        f"#include <{header}>"
        for header, word in [("cstdint", r"int\d\d_t"), ("optional", "std::optional"),
                             ("string", "std::string"), ("variant", "std::variant")]
        if re.search(word, text)
    ]
    first = caption(schema, struct_of(schema.messages[-1].name))
    return [first, "#pragma once", "", *includes, "", *in_namespace(lines)]


def fields_header(schema):
    """Which members each struct has."""
    lines = []
    for message in schema.messages:
        name = struct_of(message.name)
        members = [f"&{name}::{field.name}" for field, _ in schema.fields(message)]
        lines += [
            "template <>",
            f"struct FieldsOf<{name}> {{",
            f"static constexpr auto kMembers = std::tuple({', '.join(members)});",
            f"static const std::array<FieldInfo, {len(members)}> kInfos;",
            "};",
            "",
        ]
        if message.oneof_decl:
            count = len(schema.alternatives(message))
            lines += ["// The algorithms, in the order of Algorithm.",
                      f"extern const std::array<AlgorithmInfo, {count}> kAlgorithmInfos;", ""]
    return [
        caption(schema, "FieldsOf"),
        "#pragma once",
        "",
        "#include <array>",
        "#include <tuple>",
        "",
        f'#include "{FOLDER}/field_info.h"',
        f'#include "{FOLDER}/{schema.name}_settings.h"',
        "",
        *in_namespace(lines),
    ]


def range_of(schema, field):
    """The range of a field as a designated initialiser, or None."""
    declared = schema.options.read(field.options, "range")
    if declared is None:
        return None
    parts = [f".{bound} = {number(getattr(declared, bound))}"
             for bound in ("min", "max") if declared.HasField(bound)]
    parts += [f".{bound} = true" for bound in ("open_min", "open_max") if getattr(declared, bound)]
    return f".range = {{{', '.join(parts)}}}"


def info_lines(schema, message):
    name = struct_of(message.name)
    choices = {}
    for enum in message.enum_type:
        choices[enum.name] = ", ".join(quoted(value.name) for value in enum.value)
    fields = list(schema.fields(message))
    infos = f"std::array<FieldInfo, {len(fields)}> FieldsOf<{name}>::kInfos"
    lines = [f"constinit const {infos} = {{{{"]
    for field, documentation in fields:
        is_choice = field.type == _KIND.TYPE_ENUM
        parts = [
            f".name = {quoted(field.name)}",
            f".documentation = {quoted(documentation)}",
            f".kind = FieldKind::{'kChoice' if is_choice else _TYPES[field.type][1]}",
            f".default_text = {quoted('' if schema.is_optional(field) else field.default_value)}",
            range_of(schema, field),
            f".choices = k{field.type_name.split('.')[-1]}Names" if is_choice else None,
        ]
        lines.append(f"{{{', '.join(part for part in parts if part)}}},")
    lines += ["}};", ""]
    for enum, names in choices.items():
        count = names.count(",") + 1
        lines[:0] = ["namespace {", "",
                     f"constexpr std::array<std::string_view, {count}> k{enum}Names = {{{names}}};",
                     "", "}  // namespace", ""]
    return lines


def algorithm_info_lines(schema, message):
    if not message.oneof_decl:
        return []
    custom_from = schema.options.read(message.oneof_decl[0].options, "custom_from")
    members = schema.alternatives(message)
    lines = [f"constinit const std::array<AlgorithmInfo, {len(members)}> kAlgorithmInfos = {{{{"]
    for field in members:
        documentation = quoted(schema.of(field.type_name.split(".")[-1]))
        custom = ", .custom = true" if field.number >= custom_from else ""
        lines.append(f".name = {quoted(field.name)}, .documentation = {documentation}{custom}")
        lines[-1] = f"{{{lines[-1]}}},"
    return lines + ["}};", ""]


def fields_source(schema):
    """What is known of each member."""
    lines = []
    for message in schema.messages:
        lines += info_lines(schema, message) + algorithm_info_lines(schema, message)
    views = ["#include <string_view>"] if "std::string_view" in "\n".join(lines) else []
    return [
        caption(schema, "FieldsOf"),
        f'#include "{FOLDER}/{schema.name}_fields.h"',
        "",
        "#include <array>",
        *views,
        "",
        *in_namespace(lines),
    ]


def formatted(path, lines):
    """The text of a file in the project's format."""
    # Files of another tree are formatted as files here.
    done = subprocess.run(
        ["clang-format-14", f"--assume-filename={path}"], input="\n".join(lines) + "\n",
        capture_output=True, text=True, check=True, cwd=source_tree.ROOT,
    )
    return done.stdout


def make(root):
    """The text of each file that is made from the schemas below `root`, by path."""
    files = proto_set.compile_set(root, [schema_of(name) for name in SCHEMAS], "")
    options = _Options(files)
    made = {}
    for name in SCHEMAS:
        [file] = [file for file in files.file if file.name == schema_of(name)]
        schema = _Schema(name, file, options)
        makers = (settings_header, fields_header, fields_source)
        for path, maker in zip(paths_of(name), makers):
            made[path] = formatted(path, maker(schema))
    return made


def stale(root):
    """The problems of the files that are not as the schemas below `root` make them."""
    if not all(os.path.exists(os.path.join(root, schema_of(name))) for name in SCHEMAS):
        return []
    problems = []
    for path, text in make(root).items():
        full = os.path.join(root, path)
        if not os.path.exists(full) or source_tree.read(root, path) != text:
            problems.append(f"{path}: wanted the file as the schema makes it: run {COMMAND}")
    return problems
