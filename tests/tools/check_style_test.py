# Tests of check_style: each rule fails on a file that breaks it.
import unittest

import seeded_tree

import check_style

HEADER = "// Box: holds one thing.\n#pragma once\n"


class CheckStyleTest(unittest.TestCase):
    def problems(self, **files):
        with seeded_tree.make(files) as root:
            return check_style.check(root)[0]

    def assert_one(self, problems, part):
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(part, problems[0])

    def test_accepts_a_tidy_header(self):
        text = HEADER + "class A;\nstruct B;\n// A box.\ntemplate <typename T>\nclass Box {\n};\n"
        self.assertEqual(self.problems(**{"base/box.h": text}), [])

    def test_wants_a_purpose_comment(self):
        for text in ["int a;\n", "\n// Late.\n", "// ====\n", "// Copyright someone\n", ""]:
            self.assertIn("first line", self.problems(**{"base/a.cc": text})[0])

    def test_looks_behind_the_interpreter_line(self):
        text = "#!/usr/bin/env bash\n# setup: says what it is.\n"
        self.assertEqual(self.problems(**{"tools/setup": text}), [])
        self.assert_one(self.problems(**{"tools/setup": "#!/bin/sh\necho\n"}), "first line")

    def test_wants_a_name_that_says_something(self):
        self.assert_one(self.problems(**{"base/string_util.cc": "// A: it.\n"}), "'util'")

    def test_limits_length(self):
        text = "// A: it.\n" + "int a;\n" * 400
        self.assert_one(self.problems(**{"base/a.cc": text}), "401:")
        self.assertEqual(self.problems(**{"base/a_test.cc": text}), [])
        long_header = {"base/a.h": HEADER + "int a;\n" * 199}
        self.assert_one(self.problems(**long_header), "201:")

    def test_wants_a_comment_above_each_class(self):
        for kind in ["class", "struct", "enum class"]:
            text = HEADER + f"\n{kind} Lid {{\n}};\n"
            self.assert_one(self.problems(**{"base/box.h": text}), "Lid has no comment")

    def test_the_first_line_may_be_the_comment_of_the_class(self):
        self.assertEqual(self.problems(**{"base/box.h": HEADER + "class Box {\n};\n"}), [])

    def test_refuses_a_type_that_hides_one_of_a_namespace_around_it(self):
        def tree(inner):
            text = HEADER.replace("Box", "Lid") + "\nnamespace %s {\n\nstruct Lid {\n};\n"
            return {"base/lid.h": text % "kvintet", "envs/lid.h": text % inner}

        found = self.problems(**tree("kvintet::envs"))
        self.assert_one(found, "envs/lid.h:6: kvintet::envs::Lid hides kvintet::Lid")
        self.assertEqual(self.problems(**tree("other")), [])

    def test_limits_the_members_of_a_class(self):
        def text(count):
            members = "".join(f"  std::vector<int> m{i}_ = {{}};\n" for i in range(count))
            return f"// A: a class.\n#pragma once\n\nclass A {{\n private:\n{members}}};\n"

        self.assert_one(self.problems(**{"base/a.h": text(25)}), "A has 25 data members")
        self.assertEqual(self.problems(**{"base/a.h": text(24)}), [])

    def test_wants_headers_to_guard_themselves(self):
        self.assert_one(self.problems(**{"base/box.h": "// Box: it.\n"}), "#pragma once")

    def test_wants_an_issue_for_what_is_left_open(self):
        mark = "TO" "DO"
        self.assert_one(self.problems(**{"a.cc": f"// A: it.\n// {mark}: more\n"}), "issue")
        self.assertEqual(self.problems(**{"a.cc": f"// A: it.\n// {mark}(issue-3): more\n"}), [])

    def test_refuses_banners(self):
        banner = "//" + "-" * 20
        self.assert_one(self.problems(**{"a.cc": f"// A: it.\n{banner}\n"}), "banner")

    def test_refuses_long_lines(self):
        line = "x" * 101
        self.assert_one(self.problems(**{"a.py": f"# A: it.\n{line}\n"}), "columns")

    def test_refuses_what_differs_between_machines(self):
        text = "// A: it.\ndouble a = std::log(2.0);\n"
        for path in ("selfplay/search/a.cc", "envs/games/hex/a.h"):
            found = [each for each in self.problems(**{path: text}) if "std::log" in each]
            self.assert_one(found, ":2: std::log differs between machines")
        for path in ("selfplay/rows/a.cc", "training/a.cc", "selfplay/search/a_test.cc"):
            self.assertEqual(self.problems(**{path: text}), [])

    def test_reports_configuration_that_nobody_reads(self):
        schema = (
            "// config: the schema.\nmessage SearchConfig {\n"
            "  optional int32 num_simulations = 1 [default = 200];\n"
            "  optional float c_puct = 2;\n}\n"
        )
        source = "// A: it.\nint n = config.num_simulations();\n"
        for name in ("proto/config.proto", "proto/serve_config.proto"):
            tree = {name: schema, "cli/verbs/train_verb.cc": source}
            self.assert_one(self.problems(**tree), "no source reads c_puct")

    def test_settings_are_read_as_members_and_by_their_types(self):
        schema = ("// search: the schema.\nmessage SearchConfig {\n  optional int32 width = 1;\n"
                  "  oneof algorithm {\n    MyRuleConfig my_rule = 2;\n  }\n}\n")
        tree = {"proto/search_config.proto": schema, "cli/verbs/train_verb.cc": "// A: it.\n"}
        made = "// Made: of the schema.\nint n = settings.width;\nMyRuleSettings own;\n"
        found = self.problems(**tree, **{"selfplay/settings/search_fields.cc": made})
        self.assertEqual(len(found), 2, found)
        read = "// A: it.\nMyRuleSettings own;  // s.depth\nint n = settings->width + own.x;\n"
        self.assertEqual(self.problems(**tree, **{"selfplay/search/a.cc": read}), [])

    def test_reading_in_a_test_is_no_reading(self):
        schema = "// config: the schema.\nmessage A {\n  optional int32 b = 1;\n}\n"
        tree = {"proto/config.proto": schema, "cli/verbs/train_verb.cc": "// A: it.\n",
                "cli/a_test.cc": "// A: it.\nint n = c.b();\n"}
        self.assert_one(self.problems(**tree), "no source reads b")


if __name__ == "__main__":
    unittest.main()
