# conversation: runs a scripted conversation with a service in Python, and prints it.
#
# usage: conversation.py SCRIPT ADDRESS. conversation.txt describes the script's format; the output
# is the same as that of conversation_client.cc. protoc generates the client's modules from the
# schemas.
import glob
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

import grpc
from google.protobuf import text_format

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PACKAGE = "kvintet.v1"
SECONDS = 60


def generate(folder):
    """Generates modules for the public schemas in `folder` and imports them."""
    schemas = sorted(glob.glob(os.path.join(ROOT, "proto", "kvintet_api", "v1", "*.proto")))
    subprocess.run(
        ["protoc", "-I" + os.path.join(ROOT, "proto"), "--python_out=" + folder,
         "--grpc_python_out=" + folder,
         "--plugin=protoc-gen-grpc_python=" + shutil.which("grpc_python_plugin"), *schemas],
        check=True,
    )
    sys.path.insert(0, folder)


def module(name):
    """A module made by `generate`."""
    return importlib.import_module("kvintet_api.v1." + name)


@dataclass
class Hidden:
    """Full names of fields: those shown as "*" if set, and those not shown."""

    blank: set = field(default_factory=set)
    drop: set = field(default_factory=set)


NOTHING = Hidden()


def value_text(one, value):
    """A value of the field `one`, which is not a message."""
    if one.type == one.TYPE_STRING:
        return json.dumps(value)
    if one.type == one.TYPE_BOOL:
        return "true" if value else "false"
    if one.type == one.TYPE_ENUM:
        return one.enum_type.values_by_number[value].name
    if one.type in (one.TYPE_FLOAT, one.TYPE_DOUBLE):
        return f"{value:.9g}"
    return str(value)


def canonical_text(message, hidden, depth=0):
    """The text that CanonicalText of canonical_text.h gives for a message."""
    indent = "  " * depth
    text = ""
    for one, found in message.ListFields():
        if one.full_name in hidden.drop:
            continue
        values = found if one.label == one.LABEL_REPEATED else [found]
        if one.type == one.TYPE_MESSAGE:
            for value in values:
                inner = canonical_text(value, hidden, depth + 1)
                text += f"{indent}{one.name} {{\n{inner}{indent}}}\n"
            continue
        shown = [value_text(one, value) for value in values]
        if one.full_name in hidden.blank:
            shown = [value if value == '""' else "*" for value in shown]
        text += f"{indent}{one.name}: {' '.join(shown)}\n"
    return text


def error_text(error):
    """The error's code, message and details, sorted by type."""
    errors = module("error_pb2")
    shown = errors.ErrorStatus(message=error.details())
    text = f"error: {error.code().name}\n{canonical_text(shown, NOTHING)}"
    status = errors.ErrorStatus()
    for key, value in error.trailing_metadata():
        if key == "grpc-status-details-bin":
            status.ParseFromString(value)
    for detail in sorted(status.details, key=lambda detail: detail.type_url):
        name = detail.type_url.removeprefix("type.googleapis.com/google.rpc.")
        message = getattr(errors, name).FromString(detail.value)
        text += f"{name}:\n{canonical_text(message, NOTHING)}"
    return text


def until_state(answer):
    """All events of a match that have happened, as one message."""
    whole = None
    for some in answer:
        whole = whole or type(some)()
        whole.MergeFrom(some)
        if some.HasField("state"):
            answer.cancel()
            break
    return [whole]


# What is shown of a stream. Of a search only the last message: how many precede it depends on time.
STREAMS = {
    "WatchMatch": until_state,
    "Analyze": lambda answer: list(answer)[-1:],
    "AnalyzeGame": list,
    # It would not end by itself.
    "WatchRun": lambda answer: [next(answer)],
}


# The schemas that are not named after the first word of their service.
SCHEMA_OF = {"TournamentService": "tournament_service"}


class Client:
    """Calls methods by their names."""

    def __init__(self, address):
        self.channel = grpc.insecure_channel(
            address, options=[("grpc.max_receive_message_length", -1)]
        )

    def call(self, service, method, request):
        """The responses to a request in text form: one, or several from a stream."""
        name = SCHEMA_OF.get(service, service.removesuffix("Service").lower())
        messages, stubs = module(name + "_pb2"), module(name + "_pb2_grpc")
        found = messages.DESCRIPTOR.services_by_name[service].methods_by_name[method]
        read = text_format.Parse(request, getattr(messages, found.input_type.name)())
        ask = getattr(getattr(stubs, service + "Stub")(self.channel), method)
        answer = ask(read, timeout=SECONDS)
        return STREAMS[method](answer) if method in STREAMS else [answer]


def calls(script):
    """The steps of a script: lists of words, the last of a call its request."""
    steps = []
    for line in script.splitlines():
        if line.startswith(" "):
            steps[-1][-1] += line + "\n"
        elif line and not line.startswith("#"):
            words = line.split(" ")
            steps.append(words + [""] if words[0] == "call" else words)
    return steps


def string_at(answer, path):
    """The string at "moves[1].text"."""
    for step in path.split("."):
        name, _, index = step.partition("[")
        answer = getattr(answer, name)
        answer = answer[int(index.removesuffix("]"))] if index else answer
    return answer


def hold(script, address):
    """Yields the conversation, one call at a time."""
    client = Client(address)
    hidden = Hidden()
    saved = {}
    answer = None
    number = 0
    for word, *rest in calls(script):
        if word == "blank":
            hidden.blank.add(rest[0])
        elif word == "drop":
            hidden.drop.add(rest[0])
        elif word == "save":
            saved[rest[0]] = string_at(answer, rest[1])
        else:
            service, method, request = rest
            request = re.sub(r"\$(\w+)", lambda match: saved[match[1]], request)
            number += 1
            try:
                answers = client.call(service, method, request)
                answer, text = answers[-1], "".join(canonical_text(one, hidden) for one in answers)
            except grpc.RpcError as error:
                answer, text = None, error_text(error)
            yield f"== {number} {service} {method}\n{text}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        generate(made)
        with open(sys.argv[1], encoding="utf-8") as file:
            for said in hold(file.read(), sys.argv[2]):
                print(said, end="")
