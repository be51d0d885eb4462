# proto_changes: the differences between two versions of the schemas that break clients.
#
# A change breaks clients if something that they were built with no longer means the same: on the
# wire, in JSON and text (which contain names), or in source generated from the schemas.
from google.protobuf import descriptor_pb2

import proto_set

_FIELD = descriptor_pb2.FieldDescriptorProto


def _type_text(field, message):
    """The type of a message's field: "int32", "kvintet.v1.Seat", "map<string, int32>"."""
    for nested in message.nested_type:
        if nested.options.map_entry and field.type_name.endswith(f".{message.name}.{nested.name}"):
            key, value = (_type_text(one, nested) for one in nested.field)
            return f"map<{key}, {value}>"
    return field.type_name.lstrip(".") or _FIELD.Type.Name(field.type).removeprefix("TYPE_").lower()


def _label_text(field):
    if field.label == _FIELD.LABEL_OPTIONAL:
        return "optional" if field.proto3_optional else "singular"
    return _FIELD.Label.Name(field.label).removeprefix("LABEL_").lower()


def _oneof_text(part):
    field = part.what
    if not field.HasField("oneof_index") or field.proto3_optional:
        return "none"
    return f"{part.within.oneof_decl[field.oneof_index].name}"


def _field_facts(part):
    field = part.what
    return {
        "name": field.name,
        "type": _type_text(field, part.within),
        "label": _label_text(field),
        "oneof": _oneof_text(part),
        "JSON name": field.json_name,
        "default": field.default_value or "none",
        "packing": str(field.options.packed) if field.options.HasField("packed") else "usual",
    }


def _rpc_facts(part):
    rpc = part.what
    return {
        "request": rpc.input_type.lstrip("."),
        "response": rpc.output_type.lstrip("."),
        "streaming of requests": "a stream" if rpc.client_streaming else "one",
        "streaming of responses": "a stream" if rpc.server_streaming else "one",
    }


def _facts(part):
    """The facts about a part that clients rely on, besides its existence."""
    if part.kind == "field":
        return _field_facts(part)
    if part.kind == "rpc":
        return _rpc_facts(part)
    if part.kind == "value":
        return {"name": part.what.name}
    return {"kind": part.kind, "file": part.file}


def _key(part):
    """Identifies a part in both versions: fields and values by number, as on the wire."""
    if part.kind in ("field", "value"):
        return part.kind, part.name.rpartition(".")[0], part.what.number
    return ("rpc" if part.kind == "rpc" else "type"), part.name


def _parts(files):
    """All parts that clients can name, by key. A oneof is a fact of its fields."""
    return {
        _key(part): part
        for file in files
        for part in proto_set.parts_of(file)
        if part.kind != "oneof"
    }


def _renumbered(part, new_parts):
    """The part that now has this name with another number, or None."""
    if part.kind not in ("field", "value"):
        return None
    return next((new for new in new_parts.values()
                 if new.name == part.name and new.kind == part.kind), None)


def _gone(part, new_parts):
    """The problem that a part no longer exists."""
    moved = _renumbered(part, new_parts)
    if moved:
        return f"{moved.place}: {part.name}: wanted number {part.what.number}, " \
               f"found {moved.what.number}"
    number = f" = {part.what.number}" if part.kind in ("field", "value") else ""
    return f"{part.file}: wanted {part.kind} {part.name}{number}, found none"


def _changed(part, new):
    """The problems from changed facts of a part."""
    facts = _facts(new)
    renamed = new.name != part.name
    for fact, wanted in _facts(part).items():
        if facts.get(fact) != wanted and not (renamed and fact == "JSON name"):
            yield f"{new.place}: {part.name}: wanted {fact} {wanted}, found {facts.get(fact)}"


def _reserved_numbers(part):
    """The reserved ranges of numbers, sorted, as (first, last)."""
    beyond = 1 if part.kind == "message" else 0  # a message's ranges exclude their end
    return sorted((span.start, span.end - beyond) for span in part.what.reserved_range)


def _covers(ranges, first, last):
    """Whether sorted ranges contain all numbers from `first` to `last`."""
    for start, end in ranges:
        if start <= first:
            first = max(first, end + 1)
    return first > last


def _freed(part, new):
    """The problems from names and numbers no longer reserved; old clients may still send them."""
    if part.kind not in ("message", "enum") or new.kind != part.kind:
        return
    freed = [name for name in part.what.reserved_name if name not in new.what.reserved_name]
    for first, last in _reserved_numbers(part):
        if not _covers(_reserved_numbers(new), first, last):
            freed.append(f"{first} to {last}" if first < last else str(first))
    for one in freed:
        yield f"{new.place}: {part.name}: wanted {one} reserved, found it free"


def breaking(old_files, new_files):
    """The changes from old to new FileDescriptorProtos that break clients, one line each."""
    old_parts, new_parts = _parts(old_files), _parts(new_files)
    found = []
    gone = []
    for key, part in old_parts.items():
        new = new_parts.get(key)
        if new is None:
            # Parts inside a removed part need no line of their own.
            if not any(part.name.startswith(name + ".") for name in gone):
                found.append(_gone(part, new_parts))
            if part.kind not in ("field", "value"):
                gone.append(part.name)
        else:
            found += [*_changed(part, new), *_freed(part, new)]
    return found


def added(old_files, new_files):
    """The names of the parts that are new."""
    old_parts = _parts(old_files)
    return [part.name for key, part in _parts(new_files).items() if key not in old_parts]
