#!/usr/bin/python3
# check_proto: checks that the public schemas keep their style, that no change breaks a client, and
# that what is made from schemas is up to date: settings (tools/generate_settings) and the
# description of the HTTP API (tools/generate_openapi).
#
# usage: check_proto.py [--accept [--break]]
# The API that clients may rely on is stored in proto/kvintet_api/v1/api.binpb (a FileDescriptorSet
# without comments, which tools such as grpcurl read). --accept stores the current schemas after an
# addition; with --break even if the change breaks clients.
# Debian's Python has the protobuf module; another one on the PATH may not.
import argparse
import os
import sys

from google.protobuf import descriptor_pb2

import openapi
import proto_changes
import proto_rules
import proto_set
import settings_files
import source_tree

FOLDER = "kvintet_api/v1"
STORED = f"proto/{FOLDER}/api.binpb"
ACCEPT = "run tools/check_proto.py --accept"


def schemas(root):
    """The paths of the public schemas."""
    paths = source_tree.files(root, [".proto"])
    return [path for path in paths if path.startswith(f"proto/{FOLDER}/")]


def without_comments(files):
    """A copy of a set without positions and comments."""
    copy = descriptor_pb2.FileDescriptorSet()
    copy.CopyFrom(files)
    for file in copy.file:
        file.ClearField("source_code_info")
    return copy


def read_stored(root):
    """The stored set, or None if there is none."""
    path = os.path.join(root, STORED)
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return descriptor_pb2.FileDescriptorSet.FromString(file.read())


def store(root, files):
    """Stores a set."""
    with open(os.path.join(root, STORED), "wb") as file:
        file.write(without_comments(files).SerializeToString(deterministic=True))


def breaking(stored, files):
    """The changes since the stored set that break clients."""
    if stored is None:
        return []
    return proto_changes.breaking(*(proto_set.own_files(one, FOLDER) for one in (stored, files)))


def stale(stored, files):
    """The problem if the stored set is out of date; imported libraries are ignored."""
    if stored is None:
        return [f"{STORED}: wanted the stored API, found no file: {ACCEPT}"]
    old, new = (proto_set.own_files(one, FOLDER) for one in (stored, without_comments(files)))
    if old == new:
        return []
    names = proto_changes.added(old, new)
    what = f"one without {', '.join(names)}" if names else "a different one"
    return [f"{STORED}: wanted the API as it is, found {what}: {ACCEPT}"]


def check(root, exempt=proto_rules.EXEMPT):
    """The problems of the schemas below `root`, one line each, and the number of public files."""
    paths = schemas(root)
    try:
        files = proto_set.compile_set(root, paths)
        outdated = settings_files.stale(root) + openapi.stale(root, files)
    except proto_set.Refused as refused:
        return str(refused).splitlines(), len(paths)
    stored = read_stored(root)
    problems = proto_rules.problems(proto_set.own_files(files, FOLDER), exempt)
    problems += breaking(stored, files) or stale(stored, files)
    return problems + outdated, len(paths)


def accept(root, may_break):
    """Stores the current API. Returns the problems that prevent it, if any."""
    try:
        files = proto_set.compile_set(root, schemas(root))
    except proto_set.Refused as refused:
        return str(refused).splitlines()
    broken = [] if may_break else breaking(read_stored(root), files)
    if broken:
        return broken + ["nothing stored: what breaks clients needs a new version, or --break"]
    store(root, files)
    return []


def main():
    parser = argparse.ArgumentParser(description="Checks the schemas.")
    parser.add_argument("--accept", action="store_true", help="store the current API")
    parser.add_argument("--break", action="store_true", dest="may_break",
                        help="... even if it breaks clients")
    arguments = parser.parse_args()
    if arguments.may_break and not arguments.accept:
        parser.error("--break needs --accept")
    refused = accept(source_tree.ROOT, arguments.may_break) if arguments.accept else []
    if refused:
        return source_tree.report("check_proto", refused, len(schemas(source_tree.ROOT)))
    return source_tree.report("check_proto", *check(source_tree.ROOT))


if __name__ == "__main__":
    sys.exit(main())
