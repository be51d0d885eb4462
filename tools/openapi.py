# openapi: the description of the HTTP API (docs/http.md) in the form of OpenAPI, from the schemas.
import json
import os

from google.protobuf import descriptor_pb2

import proto_set
import source_tree

COMMAND = "tools/generate_openapi"
FILE = "docs/openapi.json"
FOLDER = "kvintet_api/v1"
# Operators call it on a socket of their own.
_NOT_PUBLIC = {"kvintet.v1.AdminService"}

_KIND = descriptor_pb2.FieldDescriptorProto
# protobuf's JSON writes integers of 64 bits as strings, since JavaScript's numbers are too short.
_TYPES = {
    _KIND.TYPE_BOOL: {"type": "boolean"},
    _KIND.TYPE_INT32: {"type": "integer", "format": "int32"},
    _KIND.TYPE_UINT32: {"type": "integer", "format": "uint32"},
    _KIND.TYPE_INT64: {"type": "string", "format": "int64"},
    _KIND.TYPE_UINT64: {"type": "string", "format": "uint64"},
    _KIND.TYPE_FLOAT: {"type": "number", "format": "float"},
    _KIND.TYPE_DOUBLE: {"type": "number", "format": "double"},
    _KIND.TYPE_STRING: {"type": "string"},
    _KIND.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
}
_CODES = (
    "canceled unknown invalid_argument deadline_exceeded not_found already_exists "
    "permission_denied resource_exhausted failed_precondition aborted out_of_range unimplemented "
    "internal unavailable data_loss unauthenticated"
).split()

_ERROR = {
    "type": "object",
    "description": "Why a call has failed; docs/errors.md lists the reasons.",
    "required": ["code"],
    "properties": {
        "code": {"type": "string", "enum": _CODES},
        "message": {"type": "string"},
        "details": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "type": {"type": "string",
                             "description": "google.rpc.ErrorInfo, BadRequest or RetryInfo."},
                    "value": {"type": "string",
                              "description": "The bytes of the detail: base64 without padding."},
                    "debug": {"type": "object", "description": "The fields of the detail."},
                },
            },
        },
    },
}
_TEXT = """The services of Kvintet over HTTP with JSON, in the Connect protocol: each method is a \
POST of one JSON object. docs/http.md explains it. In requests, fields may also have the names of \
the schemas (snake_case), and integers of 64 bits may be numbers. A field that is absent has its \
default: 0, false, or empty."""
_STREAM = """The response is a stream. The request's body and each message of the response stand \
in an envelope: a byte of flags (0; 2 for the last one) and the length as four bytes, highest \
first, then the JSON. The last envelope holds {} or {"error": ...}."""


def _comment(text):
    """A comment of a schema as one line for each paragraph."""
    paragraphs = text.strip().split("\n\n")
    return "\n\n".join(" ".join(line.strip() for line in part.split("\n")) for part in paragraphs)


def _short(name):
    """The name of a type without the package."""
    return name.removeprefix(".").removeprefix("kvintet.v1.")


class _Description:
    """Collects the schemas of the types that methods use."""

    def __init__(self, parts):
        self.parts = {part.name: part for part in parts}
        self.maps = {
            f"{part.name}.{nested.name}": nested
            for part in parts if part.kind == "message"
            for nested in part.what.nested_type if nested.options.map_entry
        }
        self.schemas = {}

    def reference(self, name):
        """A reference to the schema of a message or an enum, which is made if it is missing."""
        name = name.removeprefix(".")
        short = _short(name)
        if short not in self.schemas:
            self.schemas[short] = {}
            part = self.parts[name]
            make = self.message if part.kind == "message" else self.enum
            self.schemas[short].update(make(part))
        return {"$ref": f"#/components/schemas/{short}"}

    def enum(self, part):
        values = [value.name for value in part.what.value]
        meanings = (
            f"{value}: {_comment(self.parts[f'{part.name}.{value}'].comment)}" for value in values
        )
        text = "\n\n".join([_comment(part.comment), *meanings])
        return {"type": "string", "description": text, "enum": values}

    def message(self, part):
        fields = {}
        for field in part.what.field:
            schema = dict(self.field(field))
            comment = _comment(self.parts[f"{part.name}.{field.name}"].comment)
            if comment and field.HasField("oneof_index") and not field.proto3_optional:
                name = part.what.oneof_decl[field.oneof_index].name
                comment += f" At most one of the fields of `{name}` is set."
            if comment:
                schema["description"] = comment
            fields[field.json_name] = schema
        return {"type": "object", "description": _comment(part.comment), "properties": fields}

    def field(self, field):
        if field.type_name.removeprefix(".") in self.maps:
            entry = self.maps[field.type_name.removeprefix(".")]
            return {"type": "object", "additionalProperties": self.single(entry.field[1])}
        if field.label == _KIND.LABEL_REPEATED:
            return {"type": "array", "items": self.single(field)}
        return self.single(field)

    def single(self, field):
        return self.reference(field.type_name) if field.type_name else _TYPES[field.type]

    def method(self, service, part):
        """The operation of an rpc."""
        request, response = (
            self.reference(name) for name in (part.what.input_type, part.what.output_type)
        )
        stream = part.what.server_streaming
        text = _comment(part.comment)
        body, answer = ({"application/json": {"schema": one}} for one in (request, response))
        if stream:
            text += "\n\n" + _STREAM
            body, answer = ({"application/connect+json": {"schema": one}}
                            for one in (request, response))
        error = {"description": "The call has failed.", "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
        return {
            "operationId": f"{service.what.name}_{part.what.name}",
            "tags": [service.what.name],
            "description": text,
            "parameters": [{"$ref": "#/components/parameters/Timeout"}],
            "requestBody": {"required": True, "content": body},
            "responses": {
                "200": {"description": _comment(self.parts[
                    part.what.output_type.removeprefix(".")].comment), "content": answer},
                "default": error,
            },
        }


def describe(files):
    """The description of the public services in a FileDescriptorSet, as an object."""
    own = sorted(proto_set.own_files(files, FOLDER), key=lambda file: file.name)
    parts = [part for file in own for part in proto_set.parts_of(file)]
    made = _Description(parts)
    made.schemas["Error"] = _ERROR
    services = [part for part in parts if part.kind == "service" and part.name not in _NOT_PUBLIC]
    paths = {"/health": {"get": {
        "operationId": "health",
        "description": "Whether the service works.",
        "security": [{}],
        "responses": {"200": {"description": "It does."},
                      "503": {"description": "It does not, or is stopping."}},
    }}}
    for service in services:
        for part in parts:
            if part.kind == "rpc" and part.within == service.what:
                path = f"/{service.name}/{part.what.name}"
                paths[path] = {"post": made.method(service, part)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kvintet", "version": "v1", "description": _TEXT},
        "tags": [{"name": one.what.name, "description": _comment(one.comment)}
                 for one in services],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "parameters": {"Timeout": {
                "name": "Connect-Timeout-Ms", "in": "header", "required": False,
                "description": "The deadline of the call in milliseconds.",
                "schema": {"type": "integer", "minimum": 0, "maximum": 9999999999},
            }},
            "schemas": dict(sorted(made.schemas.items())),
        },
    }


def text_of(files):
    """The text of the file."""
    return json.dumps(describe(files), indent=1, ensure_ascii=False) + "\n"


def stale(root, files):
    """The problem if the file is out of date, as a list."""
    path = os.path.join(root, FILE)
    if not os.path.exists(path):
        return []  # a tree without documents
    if source_tree.read(root, FILE) == text_of(files):
        return []
    return [f"{FILE}: wanted the API as it is, found another: run {COMMAND}"]
