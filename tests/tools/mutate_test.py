# Tests of mutate: which lines it changes and how, and that a sample is repeatable.
import importlib.machinery
import importlib.util
import os
import unittest

import seeded_tree


def load():
    path = os.path.join(seeded_tree.ROOT, "tools", "mutate")
    loader = importlib.machinery.SourceFileLoader("mutate", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutate", loader))
    loader.exec_module(module)
    return module


mutate = load()


def changed(line):
    return [text for text, _ in mutate.mutations(line)]


def written(line, text, number=3):
    return dict(mutate.mutations(line))[text](number)


class MutateTest(unittest.TestCase):
    def test_changes_a_condition_and_keeps_it_for_other_mutants(self):
        line = "  if (size < 4) {"
        self.assertEqual(changed(line), ["size <= 4", "size < 5", "!(size < 4)"])
        self.assertEqual(
            written(line, "size <= 4"),
            "  if (kvintet::Mutated(3) ? (size <= 4) : (size < 4)) {",
        )

    def test_changes_a_returned_value(self):
        line = "  return true;"
        self.assertEqual(
            written(line, "false"), "  if (kvintet::Mutated(3)) { return false; } return true;"
        )

    def test_removes_a_statement(self):
        line = "  Finish(p);"
        self.assertEqual(changed(line), ["// removed"])
        self.assertEqual(
            written(line, "// removed"), "  if (!kvintet::Mutated(3)) { Finish(p); }"
        )

    def test_leaves_declarations_and_unfinished_lines_alone(self):
        for line in ["  const int size = 4;", "  if (a <", "  return Call(a,", "  break;", ""]:
            self.assertEqual(changed(line), [], line)

    def test_every_group_names_files_that_can_be_mutated(self):
        for name, (files, tests) in mutate.GROUPS.items():
            self.assertTrue(tests, name)
            for path in files:
                self.assertTrue(mutate.candidates(path), f"{name}: {path}")

    def test_a_sample_is_repeatable_and_has_one_mutant_a_line(self):
        files, _ = mutate.GROUPS["punct_rules"]
        drawn = [mutant[:3] for mutant in mutate.draw(files, 30, seed=5)]
        self.assertEqual(drawn, [mutant[:3] for mutant in mutate.draw(files, 30, seed=5)])
        self.assertNotEqual(drawn, [mutant[:3] for mutant in mutate.draw(files, 30, seed=6)])
        self.assertEqual(len({mutant[:2] for mutant in drawn}), 30)


if __name__ == "__main__":
    unittest.main()
