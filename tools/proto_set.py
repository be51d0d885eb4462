# proto_set: schemas as protoc understands them: every part with its name, place and comment.
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass

from google.protobuf import descriptor_pb2

# Field numbers in descriptor.proto, of which paths to a part's place are made.
_MESSAGES, _ENUMS, _SERVICES = 4, 5, 6
_FIELDS, _NESTED, _NESTED_ENUMS, _ONEOFS = 2, 3, 4, 8
_VALUES, _METHODS = 2, 2

# Schemas import each other from this folder on, here as in a client's build.
IMPORT_ROOT = "proto"


def path_of(name):
    """The path from the root of the tree to the schema that others import as `name`."""
    return f"{IMPORT_ROOT}/{name}"


class Refused(Exception):
    """protoc refuses the schemas, or warns of them; the text is its own."""


def compile_set(root, paths):
    """The FileDescriptorSet of the schemas `paths` below `root`, with all that they import."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "set")
        done = subprocess.run(
            ["protoc", "--fatal_warnings", "--include_imports", "--include_source_info",
             f"-I{os.path.join(root, IMPORT_ROOT)}", f"--descriptor_set_out={out}",
             *(path.removeprefix(IMPORT_ROOT + "/") for path in paths)],
            capture_output=True, text=True, check=False,
        )
        if done.returncode != 0:
            places = re.compile("^(?=kvintet)", re.MULTILINE)
            raise Refused(places.sub(f"{IMPORT_ROOT}/", done.stderr.strip()))
        with open(out, "rb") as file:
            return descriptor_pb2.FileDescriptorSet.FromString(file.read())


@dataclass(frozen=True)
class Part:
    """One message, field, oneof, enum, value, service or rpc."""

    kind: str
    # "kvintet.v1.Seat.SEAT_0": values, too, are named below their enum.
    name: str
    # Its descriptor, and that of what it stands in (of a file for the outermost).
    what: object
    within: object
    # "proto/kvintet_api/v1/game_state.proto" and the line there; 0 where the set does not tell.
    file: str
    line: int
    # The comment right above it.
    comment: str

    @property
    def place(self):
        """Where it is, for a person."""
        return f"{self.file}:{self.line}" if self.line else self.file


class _Reader:
    """Lists the parts of one file."""

    def __init__(self, file):
        self.file = file
        self.places = {tuple(place.path): place for place in file.source_code_info.location}
        self.parts = []

    def add(self, kind, scope, what, within, path):
        place = self.places.get(path)
        name = f"{scope}.{what.name}"
        line = place.span[0] + 1 if place else 0
        comment = place.leading_comments.strip() if place else ""
        self.parts.append(
            Part(kind, name, what, within, path_of(self.file.name), line, comment))
        return name

    def read(self):
        scope = self.file.package
        for i, message in enumerate(self.file.message_type):
            self.message(scope, message, self.file, (_MESSAGES, i))
        for i, enum in enumerate(self.file.enum_type):
            self.enum(scope, enum, self.file, (_ENUMS, i))
        for i, service in enumerate(self.file.service):
            name = self.add("service", scope, service, self.file, (_SERVICES, i))
            for j, method in enumerate(service.method):
                self.add("rpc", name, method, service, (_SERVICES, i, _METHODS, j))
        return self.parts

    def message(self, scope, message, within, path):
        if message.options.map_entry:
            return  # made by protoc for a map
        name = self.add("message", scope, message, within, path)
        for i, field in enumerate(message.field):
            self.add("field", name, field, message, path + (_FIELDS, i))
        made = {field.oneof_index for field in message.field if field.proto3_optional}
        for i, oneof in enumerate(message.oneof_decl):
            if i not in made:  # protoc makes one for each optional field
                self.add("oneof", name, oneof, message, path + (_ONEOFS, i))
        for i, nested in enumerate(message.nested_type):
            self.message(name, nested, message, path + (_NESTED, i))
        for i, enum in enumerate(message.enum_type):
            self.enum(name, enum, message, path + (_NESTED_ENUMS, i))

    def enum(self, scope, enum, within, path):
        name = self.add("enum", scope, enum, within, path)
        for i, value in enumerate(enum.value):
            self.add("value", name, value, enum, path + (_VALUES, i))


def parts_of(file):
    """All parts of a FileDescriptorProto, each before what stands in it."""
    return _Reader(file).read()


def own_files(files, folder):
    """The files of a set that lie below `folder`: the others are imported from libraries."""
    return [file for file in files.file if file.name.startswith(folder + "/")]
