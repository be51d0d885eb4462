# Tests of check_docs: each kind of stale name is reported.
import unittest

import seeded_tree

import check_docs


class CheckDocsTest(unittest.TestCase):
    def problems(self, text, **files):
        with seeded_tree.make({"README.md": text, **files}) as root:
            return check_docs.check(root)[0]

    def assert_one(self, problems, part):
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(part, problems[0])

    def test_accepts_what_exists(self):
        text = "`base/a.h`, `base/`, `a.h`, `base/*.h`: `BigName::Make`, see [it](base/a.h).\n"
        self.assertEqual(self.problems(text, **{"base/a.h": "class BigName { Make };"}), [])

    def test_reports_wide_lines_of_prose_alone(self):
        wide = "word " * 21 + "\n"
        self.assert_one(self.problems("Text.\n\n- " + wide), "README.md:3: the limit is 100")
        self.assertEqual(self.problems(f"| {wide}# {wide}```\n{wide}```\n"), [])

    def test_reports_a_path_that_is_gone(self):
        self.assert_one(self.problems("`base/b.h`", **{"base/a.h": ""}), "base/b.h")

    def test_reports_a_file_name_that_is_gone(self):
        self.assert_one(self.problems("see `b.h`"), "b.h")

    def test_finds_paths_from_the_folder_of_the_document(self):
        files = {"base/README.md": "`sub/a.h`", "base/sub/a.h": ""}
        self.assertEqual(self.problems("", **files), [])

    def test_leaves_placeholders_and_outputs_alone(self):
        text = "`envs/games/NAME/NAME.h` `runs/first/model.ckpt` `text/event-stream` `.cc`\n"
        self.assertEqual(self.problems(text, **{"envs/games/a.h": ""}), [])

    def test_reports_a_type_that_is_gone(self):
        self.assert_one(self.problems("`OldName` and `std::vector`"), "OldName")

    def test_reports_a_member_that_is_gone(self):
        self.assert_one(
            self.problems("`BigName::Old`", **{"base/a.h": "class BigName {};"}), "BigName::Old"
        )

    def test_reports_an_option_that_is_gone(self):
        self.assert_one(self.problems("`-DKVINTET_OLD=ON`"), "KVINTET_OLD")

    def test_reports_a_flag_the_program_does_not_have(self):
        text = "```sh\nbuild/release/cli/kvintet arena --old 3 --new 4\n```\n"
        self.assert_one(self.problems(text, **{"cli/arena.cc": 'Option("--new")'}), "--old")

    def test_reports_a_command_that_is_gone(self):
        self.assert_one(self.problems("```sh\ntools/old --now\n```\n"), "tools/old")

    def test_reports_a_document_that_a_source_names_and_that_is_gone(self):
        files = {"docs/rules.md": "", "base/README.md": ""}
        source = "// docs/rules.md, README.md and rules.md; old/rules.md\n"
        self.assert_one(self.problems("", **files, **{"base/a.h": source}), "old/rules.md")

    def test_reports_a_link_to_nowhere(self):
        self.assert_one(self.problems("[x](docs/x.md)"), "docs/x.md")

    def test_reports_an_anchor_to_nowhere(self):
        text = "# The rooms\n[x](#the-rooms) [y](#the-doors)\n"
        self.assert_one(self.problems(text), "#the-doors")

    def test_accepts_a_listing_that_is_part_of_its_file(self):
        text = "```cpp base/a.h\nint b;\nint c;\n```\n"
        self.assertEqual(self.problems(text, **{"base/a.h": "int a;\nint b;\nint c;\n"}), [])

    def test_reports_a_listing_that_has_changed(self):
        text = "```cpp base/a.h\nint b;\nint d;\n```\n"
        files = {"base/a.h": "int b;\nint c;\n"}
        self.assert_one(self.problems(text, **files), "listing of base/a.h")

    def test_reports_a_row_of_levels_that_differs_from_its_file(self):
        level = "level {\n  simulations: 4\n  elo: 99.6\n  low: 90\n  high: 110\n  p50_ms: 1.2\n"
        files = {
            "models/punct.levels.textproto": f'game: "punct"\n{level}  p95_ms: 2.4\n}}\n',
            "docs/levels.md": "| PÜNCT | 100 | 10 | 4 | 1, 2 |\n",
        }
        self.assertEqual(self.problems("", **files), [])
        files["docs/levels.md"] = "| PÜNCT | 120 | 10 | 4 | 1, 2 |\n"
        self.assert_one(self.problems("", **files), "wanted | PÜNCT | 100 | 10 | 4 | 1, 2 |, found")
        files["docs/levels.md"] = "No table.\n"
        self.assert_one(self.problems("", **files), "no row of punct")

    def test_reports_a_listing_of_a_file_that_is_gone(self):
        self.assert_one(self.problems("```cpp base/b.h\nint b;\n```\n"), "listing of base/b.h")


if __name__ == "__main__":
    unittest.main()
