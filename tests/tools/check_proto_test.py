# Tests of check_proto: each rule can fail, and each kind of breaking change is found.
import os
import subprocess
import unittest

import seeded_tree

import check_proto
import proto_rules
import proto_set
import settings_files
import source_tree

FILE = "proto/kvintet_api/v1/door.proto"
OPTIONS = """option csharp_namespace = "Kvintet.V1";
option go_package = "kvintet_api/v1;kvintetv1";
option java_multiple_files = true;
option java_package = "kvintet.v1";
"""
SCHEMA = """// door: opens.
syntax = "proto3";
package kvintet.v1;
option csharp_namespace = "Kvintet.V1";
option go_package = "kvintet_api/v1;kvintetv1";
option java_multiple_files = true;
option java_package = "kvintet.v1";

// Opens doors.
service DoorService {
  // Opens one.
  rpc Open(OpenRequest) returns (OpenResponse);
  // Tells of it.
  rpc Watch(WatchRequest) returns (stream WatchResponse);
}

// Asks.
message OpenRequest {
  // Its name.
  string name = 1;
  // How wide, in centimetres.
  int32 width = 2;
  // How to.
  oneof how {
    // By a key.
    string key = 3;
    // By force.
    bool force = 4;
  }
  // How often.
  optional int32 times = 5;
  reserved 9;
  reserved "speed";
}
// Answers.
message OpenResponse {
  // What it is now.
  State state = 1;
  // Its parts, by name.
  map<string, int32> parts = 2;
}
// Asks.
message WatchRequest {}
// Answers.
message WatchResponse {}
// What a door is.
enum State {
  // Not known.
  STATE_UNSPECIFIED = 0;
  // One may go through.
  STATE_OPEN = 1;
}
"""
# The line after it.
NEXT = SCHEMA.count("\n") + 1


def check(root):
    """The problems of a tree to which no exemption applies."""
    return check_proto.check(root, {})[0]


def tree(schema=SCHEMA, **more):
    return seeded_tree.make({FILE: schema, **more})


class CheckProtoTest(unittest.TestCase):
    def assert_one(self, problems, *parts):
        self.assertEqual(len(problems), 1, problems)
        for part in parts:
            self.assertIn(part, problems[0])

    def edit(self, old, new):
        """The schema with one place changed."""
        self.assertEqual(SCHEMA.count(old), 1, old)
        return SCHEMA.replace(old, new)


class RulesTest(CheckProtoTest):
    def problems(self, schema, exempt=None, file=FILE):
        with seeded_tree.make({file: schema}) as root:
            files = proto_set.compile_set(root, [file])
            return proto_rules.problems(proto_set.own_files(files, "kvintet_api"), exempt or {})

    def assert_edit(self, old, new, *parts):
        self.assert_one(self.problems(self.edit(old, new)), *parts)

    def test_accepts_a_tidy_schema(self):
        self.assertEqual(self.problems(SCHEMA), [])

    def test_wants_names_in_the_case_of_their_kind(self):
        for old, new in [
            ("int32 width", "int32 openWidth"),
            ("oneof how", "oneof How"),
            ("STATE_OPEN", "STATE_open"),
        ]:
            self.assert_edit(old, new, "wanted a name in", "_")
        for kind in ("message open_it", "enum open_it"):
            body = "" if kind.startswith("message") else "// No.\nOPEN_IT_UNSPECIFIED = 0;"
            schema = SCHEMA + f"// It.\n{kind} {{\n{body}\n}}\n"
            found = self.problems(schema)
            self.assert_one(found, f"{FILE}:{NEXT + 1}: kvintet.v1.open_it", "PascalCase")
        schema = SCHEMA.replace("DoorService", "door_Service")
        self.assert_one(self.problems(schema), "door_Service", "PascalCase")
        schema = SCHEMA.replace("Watch", "watch")
        self.assertEqual(len(self.problems(schema)), 3)

    def test_wants_values_to_begin_with_their_enum(self):
        self.assert_edit("STATE_OPEN", "OPEN", "kvintet.v1.State.OPEN", "begins with STATE_")

    def test_wants_zero_to_be_unspecified(self):
        self.assert_edit("STATE_UNSPECIFIED", "STATE_SHUT", "wanted STATE_UNSPECIFIED")

    def test_wants_one_name_for_a_number(self):
        new = "option allow_alias = true;\n  // The same.\n  STATE_AJAR = 1;\n  // One may"
        self.assert_edit("// One may", new, "allow_alias")

    def test_wants_services_to_be_named_so(self):
        self.assert_edit("DoorService", "Doors", "ends in Service")

    def test_wants_messages_named_after_their_rpc(self):
        schema = SCHEMA.replace("OpenRequest", "Opening")
        self.assert_one(self.problems(schema), "wanted OpenRequest, found kvintet.v1.Opening")
        schema = SCHEMA.replace("OpenResponse", "Opened")
        self.assert_one(self.problems(schema), "wanted OpenResponse, found kvintet.v1.Opened")

    def test_wants_messages_of_its_own_for_each_rpc(self):
        schema = self.edit("Watch(WatchRequest)", "Watch(OpenRequest)")
        exempt = {("rpc messages", "kvintet.v1.DoorService.Watch"): "to see the other rule"}
        self.assert_one(
            self.problems(schema, exempt),
            "DoorService.Watch", "OpenRequest serves kvintet.v1.DoorService.Open already",
        )

    def test_wants_a_comment_on_everything(self):
        for comment, name in [
            ("// Opens doors.", "DoorService"),
            ("  // Opens one.", "DoorService.Open"),
            ("  // Its name.", "OpenRequest.name"),
            ("  // How to.", "OpenRequest.how"),
            ("    // By a key.", "OpenRequest.key"),
            ("// What a door is.", "State"),
            ("  // Not known.", "State.STATE_UNSPECIFIED"),
        ]:
            with self.subTest(name):
                self.assert_edit(comment + "\n", "\n", f"kvintet.v1.{name}: wanted a comment")
        self.assert_edit("// Answers.\nmessage OpenResponse", "message OpenResponse", "comment")

    def test_wants_more_than_marks_in_a_comment(self):
        self.assert_edit("// Its name.", "// --", "wanted a comment")

    def test_wants_the_package_of_the_folder_with_a_version(self):
        moved = self.edit("package kvintet.v1", "package kvintet.v2")
        self.assertIn("wanted package kvintet.v1", self.problems(moved)[0])
        schema = SCHEMA.replace("package kvintet.v1", "package kvintet")
        found = self.problems(schema, file="proto/kvintet_api/door.proto")
        self.assert_one(found, "its version")

    def test_wants_a_place_for_the_code_of_other_languages(self):
        self.assert_edit('option go_package = "kvintet_api/v1;kvintetv1";\n', "",
                         f"{FILE}: wanted option go_package = kvintet_api/v1;kvintetv1, found none")
        self.assert_edit('"Kvintet.V1"', '"Other"', "csharp_namespace = Kvintet.V1, found Other")

    def test_wants_proto3(self):
        schema = f'// old: it.\nsyntax = "proto2";\npackage kvintet.v1;\n{OPTIONS}'
        self.assert_one(self.problems(schema), "wanted syntax proto3, found proto2")

    def test_wants_a_file_name_in_snake_case(self):
        found = self.problems(SCHEMA, file="proto/kvintet_api/v1/frontDoor.proto")
        self.assert_one(found, "frontDoor.proto: wanted a file name")

    def test_an_exemption_counts_for_one_rule_and_one_name(self):
        schema = self.edit("STATE_UNSPECIFIED", "STATE_SHUT")
        name = "kvintet.v1.State.STATE_SHUT"
        self.assertEqual(self.problems(schema, {("zero value", name): "so it is"}), [])
        other = self.problems(schema, {("case", name): "so it is"})
        self.assertEqual(len(other), 2, other)
        self.assertIn("does not break the rule 'case'", other[1])


class ProtocTest(CheckProtoTest):
    def test_wants_what_protoc_accepts_without_a_warning(self):
        with tree(SCHEMA + "message {") as root:
            self.assertIn(f"{FILE}:{NEXT}:", check(root)[0])
        imports = self.edit("package kvintet.v1;",
                            'package kvintet.v1;\nimport "google/protobuf/any.proto";')
        with tree(imports) as root:
            self.assertIn("any.proto is unused", "".join(check(root)))


class ChangesTest(CheckProtoTest):
    @classmethod
    def setUpClass(cls):
        with tree() as root:
            cls.stored = proto_set.compile_set(root, [FILE])

    def after(self, schema, **more):
        """The problems of a schema if the usual one is stored."""
        with tree(schema, **more) as root:
            check_proto.store(root, self.stored)
            return check(root)

    def assert_breaks(self, old, new, *parts):
        self.assert_one(self.after(self.edit(old, new)), *parts)

    def test_wants_a_stored_api(self):
        with tree() as root:
            self.assert_one(check(root), "api.binpb", "found no file", "--accept")

    def test_a_comment_changes_nothing(self):
        self.assertEqual(self.after(self.edit("// Its name.", "\n  // The name it has.")), [])

    def test_a_field_that_is_gone(self):
        self.assert_breaks(
            "  // Its name.\n  string name = 1;\n", "",
            f"{FILE}: wanted field kvintet.v1.OpenRequest.name = 1, found none",
        )

    def test_a_field_that_is_gone_and_reserved(self):
        self.assert_breaks("  // Its name.\n  string name = 1;\n", "  reserved 1;\n", "found none")

    def test_a_field_of_another_number(self):
        self.assert_breaks(
            "width = 2", "width = 7", f"{FILE}:22:", "width: wanted number 2, found 7"
        )

    def test_a_field_of_another_name(self):
        self.assert_breaks("int32 width", "int32 breadth", "wanted name width, found breadth")

    def test_a_field_of_another_type(self):
        self.assert_breaks("int32 width", "int64 width", "wanted type int32, found int64")
        self.assert_breaks("  State state", "  string state", "wanted type kvintet.v1.State")
        old, new = "map<string, int32>", "map<string, int64>"
        self.assert_breaks(old, new, f"parts: wanted type {old}, found {new}")

    def test_a_field_of_another_label(self):
        self.assert_breaks("int32 width", "repeated int32 width", "wanted label singular")
        self.assert_breaks(
            "optional int32 times", "int32 times", "wanted label optional, found singular"
        )

    def test_a_field_of_another_oneof(self):
        inside = "  string key = 3;\n    // By force.\n    bool force = 4;\n  }\n"
        outside = "  string key = 3;\n  }\n  // By force.\n  bool force = 4;\n"
        self.assert_breaks(inside, outside, "force: wanted oneof how, found none")
        found = self.after(self.edit("oneof how", "oneof manner"))
        self.assertEqual(len(found), 2, found)

    def test_a_field_packed_otherwise(self):
        plain = self.edit("int32 width", "repeated int32 width")
        with tree(plain) as root:
            check_proto.accept(root, False)
            with open(os.path.join(root, FILE), "w", encoding="utf-8") as file:
                file.write(plain.replace("width = 2", "width = 2 [packed = false]"))
            self.assert_one(check(root), "wanted packing usual, found False")

    def test_a_field_of_another_json_name(self):
        self.assert_breaks("width = 2", 'width = 2 [json_name = "w"]', "wanted JSON name width")

    def test_a_message_that_is_gone_is_one_problem(self):
        found = self.after(SCHEMA.replace("Open(", "Open2(").replace("OpenRe", "Open2Re"))
        gone = ("rpc kvintet.v1.DoorService.Open", "message kvintet.v1.OpenRequest",
                "message kvintet.v1.OpenResponse")
        wanted = {f"{FILE}: wanted {name}, found none" for name in gone}
        self.assertEqual(set(found), wanted)

    def test_a_message_that_moved_to_another_file(self):
        watch = "// Answers.\nmessage WatchResponse {}\n"
        schema = self.edit(watch, "").replace(
            "package kvintet.v1;", 'package kvintet.v1;\nimport "kvintet_api/v1/bell.proto";'
        )
        bell = f'// bell: rings.\nsyntax = "proto3";\npackage kvintet.v1;\n{OPTIONS}{watch}'
        found = self.after(schema, **{"proto/kvintet_api/v1/bell.proto": bell})
        self.assert_one(found, f"wanted file {FILE}, found proto/kvintet_api/v1/bell.proto")

    def test_a_number_or_name_that_is_reserved_no_more(self):
        self.assert_breaks("  reserved 9;\n", "", "wanted 9 reserved, found it free")
        self.assert_breaks('  reserved "speed";\n', "", "wanted speed reserved, found it free")

    def test_more_that_is_reserved_breaks_nobody(self):
        found = self.after(self.edit("reserved 9;", "reserved 8 to 20;"))
        self.assert_one(found, "--accept")

    def test_a_value_that_is_gone(self):
        self.assert_breaks(
            "  // One may go through.\n  STATE_OPEN = 1;\n", "",
            "wanted value kvintet.v1.State.STATE_OPEN = 1, found none",
        )

    def test_a_value_of_another_number_or_name(self):
        self.assert_breaks("STATE_OPEN = 1", "STATE_OPEN = 2", "wanted number 1, found 2")
        self.assert_breaks("STATE_OPEN", "STATE_AJAR", "wanted name STATE_OPEN, found STATE_AJAR")

    def test_an_rpc_that_is_gone(self):
        self.assert_breaks(
            "  // Opens one.\n  rpc Open(OpenRequest) returns (OpenResponse);\n", "",
            "wanted rpc kvintet.v1.DoorService.Open, found none",
        )

    def test_an_rpc_of_other_streaming(self):
        self.assert_breaks(
            "(stream WatchResponse)", "(WatchResponse)",
            "Watch: wanted streaming of responses a stream, found one",
        )
        self.assert_breaks(
            "(OpenRequest)", "(stream OpenRequest)",
            "Open: wanted streaming of requests one, found a stream",
        )

    def test_an_rpc_of_other_messages(self):
        found = "\n".join(self.after(self.edit("Watch(WatchRequest)", "Watch(OpenRequest)")))
        self.assertIn("wanted request kvintet.v1.WatchRequest, found kvintet.v1.Open", found)

    def test_a_service_that_is_gone(self):
        start, end = SCHEMA.index("// Opens doors."), SCHEMA.index("// Asks.")
        found = self.after(SCHEMA[:start] + SCHEMA[end:])
        self.assert_one(found, "wanted service kvintet.v1.DoorService, found none")

    def test_what_is_added_is_to_be_accepted(self):
        more = "  // Why.\n  string why = 6;\n  reserved 9;"
        found = self.after(self.edit("  reserved 9;", more))
        self.assert_one(found, "without kvintet.v1.OpenRequest.why", "--accept")

    def test_schemas_of_configuration_are_no_api(self):
        path = "proto/serve_config.proto"
        with tree(**{path: "// It.\nsyntax = \"proto2\";\n"}) as root:
            self.assertEqual(check_proto.schemas(root), [FILE])


class SettingsTest(CheckProtoTest):
    def tree(self):
        """A tree with the schemas of settings, and with what is made from them."""
        schemas = [settings_files.schema_of(name) for name in settings_files.SCHEMAS]
        files = {path: source_tree.read(seeded_tree.ROOT, path)
                 for path in [*schemas, "proto/options.proto"]}
        return seeded_tree.make({**files, **settings_files.make(seeded_tree.ROOT)})

    def change(self, root, path, old, new):
        text = source_tree.read(root, path)
        self.assertIn(old, text)
        with open(os.path.join(root, path), "w", encoding="utf-8") as file:
            file.write(text.replace(old, new, 1))

    def test_settings_are_as_their_schemas_make_them(self):
        with self.tree() as root:
            self.assertEqual(settings_files.stale(root), [])

    def test_another_default_makes_the_struct_and_what_is_known_of_it_stale(self):
        with self.tree() as root:
            self.change(root, "proto/storage_config.proto", "default = 10,", "default = 20,")
            problems = settings_files.stale(root)
            self.assertEqual(len(problems), 2, problems)
            self.assertIn("selfplay/settings/storage_settings.h", problems[0])
            self.assertIn("tools/generate_settings", problems[0])
            self.assertIn("selfplay/settings/storage_fields.cc", problems[1])

    def test_a_changed_or_missing_file_is_stale(self):
        with self.tree() as root:
            path = "selfplay/settings/search_settings.h"
            self.change(root, path, "max_considered = 16", "max_considered = 17")
            self.assert_one(settings_files.stale(root), path)
            os.remove(os.path.join(root, path))
            self.assert_one(settings_files.stale(root), path)


class AcceptTest(CheckProtoTest):
    def accept(self, schema, may_break):
        """The output of accepting a schema over the usual one, and the problems that remain."""
        with tree(schema) as root:
            check_proto.store(root, ChangesTest.stored)
            return check_proto.accept(root, may_break), check(root)

    @classmethod
    def setUpClass(cls):
        ChangesTest.setUpClass()

    def test_stores_an_addition(self):
        more = self.edit("  reserved 9;", "  // Why.\n  string why = 6;\n  reserved 9;")
        self.assertEqual(self.accept(more, False), ([], []))

    def test_stores_nothing_that_breaks_a_client_unless_told_to(self):
        schema = self.edit("int32 width", "int64 width")
        refused, left = self.accept(schema, False)
        self.assertIn("wanted type int32, found int64", refused[0])
        self.assertIn("--break", refused[1])
        self.assertEqual(left, refused[:1])
        self.assertEqual(self.accept(schema, True), ([], []))

    def test_stores_nothing_that_protoc_refuses(self):
        refused, _ = self.accept(SCHEMA + "message {", True)
        self.assertIn(FILE, refused[0])


class CommandTest(unittest.TestCase):
    def test_break_goes_with_accept(self):
        tool = os.path.join(seeded_tree.ROOT, "tools", "check_proto.py")
        done = subprocess.run([tool, "--break"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--accept", done.stderr)


if __name__ == "__main__":
    unittest.main()
