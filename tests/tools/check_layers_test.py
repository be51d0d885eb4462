# Tests of check_layers: each rule fails on a tree that breaks it.
import unittest

import seeded_tree

import check_layers


class CheckLayersTest(unittest.TestCase):
    def problems(self, **files):
        with seeded_tree.make(files) as root:
            return check_layers.check(root)[0]

    def assert_one(self, problems, part):
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(part, problems[0])

    def test_accepts_a_step_down(self):
        tree = {"base/a.h": "", "envs/b.cc": '#include <vector>\n\n#include "base/a.h"\n'}
        self.assertEqual(self.problems(**tree), [])

    def test_refuses_a_step_up(self):
        tree = {"envs/a.h": "", "base/b.cc": '#include "envs/a.h"\n'}
        self.assert_one(self.problems(**tree), "base may not include envs")

    def test_refuses_a_step_sideways(self):
        tree = {"proto/a.h": "", "base/b.h": '#include "proto/a.h"\n'}
        self.assert_one(self.problems(**tree), "base may not include proto")

    def test_keeps_protobuf_out_of_rooms_that_work_without_it(self):
        include = '#include "proto/a.pb.h"\n'
        schema = {"proto/a.proto": ""}
        for path in ("selfplay/b.h", "selfplay/settings/b.cc", "envs/b.cc"):
            self.assert_one(self.problems(**schema, **{path: include}), "protobuf may not be")
        self.assert_one(self.problems(**{"selfplay/b.h": "#include <google/protobuf/any.h>\n"}),
                        "protobuf may not be")
        for path in ("selfplay/files/b.h", "selfplay/settings/settings_of.cc",
                     "selfplay/b_test.cc", "arena/b.cc"):
            self.assertEqual(self.problems(**schema, **{path: include}), [])
        tree = {"selfplay/settings/settings_of.h": "",
                "selfplay/b.cc": '#include "selfplay/settings/settings_of.h"\n'}
        self.assert_one(self.problems(**tree), "protobuf may not be included here")

    def test_lets_the_program_start_the_service_and_not_the_reverse(self):
        self.assertEqual(
            self.problems(**{"serving/a.h": "", "cli/b.cc": '#include "serving/a.h"\n'}), []
        )
        self.assert_one(
            self.problems(**{"cli/a.h": "", "serving/b.cc": '#include "cli/a.h"\n'}),
            "serving may not include cli",
        )

    def test_network_lies_below_the_arena_and_training_above(self):
        self.assertEqual(
            self.problems(
                **{"training/network/a.h": "", "arena/b.cc": '#include "training/network/a.h"\n'}
            ),
            [],
        )
        self.assert_one(
            self.problems(**{"training/a.h": "", "arena/b.cc": '#include "training/a.h"\n'}),
            "arena may not include training",
        )

    def test_refuses_a_circle(self):
        tree = {"base/a.h": '#include "base/b.h"\n', "base/b.h": '#include "base/a.h"\n'}
        self.assert_one(self.problems(**tree), "base/a.h -> base/b.h -> base/a.h")

    def test_refuses_folders_that_include_each_other(self):
        tree = {
            "serving/a/x.h": '#include "serving/b/y.h"\n',
            "serving/b/y.h": "",
            "serving/b/z.h": '#include "serving/a/x.h"\n',
        }
        self.assert_one(self.problems(**tree), "serving/a -> serving/b -> serving/a")

    def test_lets_tests_include_the_folders_above_theirs(self):
        tree = {
            "serving/a/x.h": "",
            "serving/y.h": '#include "serving/a/x.h"\n',
            "serving/a/x_test.cc": '#include "serving/y.h"\n',
        }
        self.assertEqual(self.problems(**tree), [])

    def test_refuses_a_crowded_folder_but_a_games(self):
        names = [f"{number}.h" for number in range(check_layers.MAX_FILES + 1)]
        self.assert_one(self.problems(**{f"base/{name}": "" for name in names}), "base/ holds 35")
        self.assertEqual(self.problems(**{f"envs/games/a/{name}": "" for name in names}), [])
        self.assertEqual(self.problems(**{f"base/{name}": "" for name in names[1:]}), [])

    def test_lets_only_a_games_folder_and_its_experts_know_the_game(self):
        game = {"envs/games/shogi/shogi.h": ""}
        for line in ['#include "envs/games/shogi/shogi.h"\n', 'if (name == "shogi") {}\n',
                     'Make("shogi{size=9}");\n']:
            self.assert_one(self.problems(**game, **{"matches/a.cc": line}), "in its folder")
            for path in ["envs/games/chess/a.cc", "matches/a_test.cc", "cli/renju/a.cc"]:
                self.assertEqual(self.problems(**game, **{path: line}), [], path)
        comment = '// For example "shogi".\n'
        self.assertEqual(self.problems(**game, **{"matches/a.cc": comment}), [])

    def test_draws_each_folder_above_what_it_includes(self):
        tree = {"base/a.h": "", "envs/b.h": '#include "base/a.h"\n'}
        with seeded_tree.make(tree) as root:
            self.assertEqual(
                check_layers.draw(root),
                "floor 2\n  envs/ -> base\nfloor 1\n  base/ -> nothing of ours",
            )

    def test_keeps_libtorch_in_the_network(self):
        for header in ["torch/torch.h", "ATen/ATen.h", "c10/core/Device.h"]:
            line = f"#include <{header}>\n"
            self.assertEqual(self.problems(**{"training/network/a.cc": line}), [])
            self.assert_one(self.problems(**{"training/a.cc": line}), "LibTorch")

    def test_keeps_grpc_in_sources_of_the_service(self):
        line = "#include <grpcpp/grpcpp.h>\n"
        self.assertEqual(self.problems(**{"serving/a.cc": line}), [])
        self.assert_one(self.problems(**{"serving/a.h": line}), "gRPC")
        self.assert_one(self.problems(**{"cli/a.cc": line}), "gRPC")

    def test_keeps_generated_services_with_grpc(self):
        tree = {"proto/v1/a.proto": "", "cli/a.cc": '#include "proto/v1/a.grpc.pb.h"\n'}
        self.assert_one(self.problems(**tree), "gRPC")

    def test_hides_privileged_observations_from_all_but_training(self):
        line = '#include "envs/privileged.h"\n'
        for path, count in [("training/a.cc", 0), ("tests/a.cc", 0), ("selfplay/a.cc", 1)]:
            self.assertEqual(len(self.problems(**{"envs/privileged.h": "", path: line})), count)

    def test_keeps_judges_agents_out_of_the_service(self):
        line = '#include "arena/a.h"\n'
        self.assertEqual(self.problems(**{"arena/a.h": "", "cli/a.cc": line}), [])
        self.assert_one(self.problems(**{"arena/a.h": "", "serving/a.cc": line}), "judges play")

    def test_refuses_what_is_not_named_from_the_root(self):
        tree = {"base/a.h": "", "base/b.cc": '#include "a.h"\n'}
        self.assert_one(self.problems(**tree), "no file of ours")

    def test_leaves_libraries_alone(self):
        self.assertEqual(self.problems(**{"base/a.h": '#include "absl/status/status.h"\n'}), [])

    def test_lets_only_tests_use_what_supports_tests(self):
        line = '#include "tests/support/a.h"\n'
        self.assertEqual(
            self.problems(**{"tests/support/a.h": "", "envs/b_test.cc": line}), []
        )
        self.assert_one(
            self.problems(**{"tests/support/a.h": "", "envs/b.cc": line}), "may not include tests"
        )


if __name__ == "__main__":
    unittest.main()
