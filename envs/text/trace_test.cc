// Tests of TraceGame.
#include "envs/text/trace.h"

#include <gtest/gtest.h>

#include "base/reports/json.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs {
namespace {

TEST(TraceTest, LinesHaveTheDocumentedForm) {
  const std::unique_ptr<Game> game = *MakeGame("kuhn");
  const std::vector<std::string> lines = TraceGame(*game, 3, {.seed = 1});
  EXPECT_EQ(lines[0], R"({"game": 3, "rules": "kuhn", "seats": 2})");
  EXPECT_TRUE(lines[1].starts_with(
      R"({"ply": 0, "actor": "chance", "legal": ["deal J", "deal K", "deal Q"], "move": "deal )"))
      << lines[1];
  EXPECT_TRUE(
      lines[3].starts_with(R"({"ply": 2, "actor": 0, "legal": ["bet", "pass"], "move": ")"));
  EXPECT_TRUE(lines.back().starts_with(R"({"result": [)"));
}

TEST(TraceTest, LegalMovesCanBeLeftOut) {
  const std::unique_ptr<Game> game = *MakeGame("tic_tac_toe");
  const std::vector<std::string> lines = TraceGame(*game, 0, {.seed = 1, .legal = false});
  EXPECT_TRUE(lines[1].starts_with(R"({"ply": 0, "actor": 0, "move": ")")) << lines[1];
}

// The moves of a trace, read as a record, give the same result.
TEST(TraceTest, MovesReplay) {
  const std::unique_ptr<Game> game = *MakeGame("tic_tac_toe");
  const std::vector<std::string> lines = TraceGame(*game, 0, {.seed = 5});
  std::string record = game->Spec().text;
  for (size_t i = 1; i + 1 < lines.size(); ++i) {
    const Json line = *ParseJson(lines[i], "trace");
    record += "; " + line["actor"].dump() + " " + line["move"].get<std::string>();
  }
  const auto play = Playthrough::FromRecord(*game, record);
  ASSERT_TRUE(play.ok()) << play.status().ToString();
  ASSERT_TRUE(play->Ended());
  const Json last = *ParseJson(lines.back(), "trace");
  EXPECT_EQ(last["result"][0].get<float>(), play->Result().returns[0]);
  EXPECT_EQ(last["reason"].get<std::string>(), play->Result().reason);
}

TEST(TraceTest, SeedAndNumberChooseTheGame) {
  const std::unique_ptr<Game> game = *MakeGame("tic_tac_toe");
  EXPECT_EQ(TraceGame(*game, 1, {.seed = 7}), TraceGame(*game, 1, {.seed = 7}));
  EXPECT_NE(TraceGame(*game, 1, {.seed = 7})[1] + TraceGame(*game, 1, {.seed = 7})[2],
            TraceGame(*game, 1, {.seed = 8})[1] + TraceGame(*game, 1, {.seed = 8})[2]);
  EXPECT_NE(TraceGame(*game, 1, {.seed = 7}), TraceGame(*game, 2, {.seed = 7}));
}

}  // namespace
}  // namespace kvintet::envs
