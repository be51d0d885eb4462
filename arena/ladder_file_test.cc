// Tests of LadderFile: files survive writing and reading; damaged files are refused.
#include "arena/ladder_file.h"

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::arena {
namespace {

const LadderSettings kSettings = {.game = "renju", .seed = 7, .model_options = "simulations=8"};

LadderBatch SomeBatch() {
  LadderBatch batch = {.a = "random", .b = "mcts:8", .a_first = {1, 2, 3}, .b_first = {3, 2, 1}};
  batch.scores.Add(1, -1);
  return batch;
}

TEST(LadderFileTest, ReadsWhatItWrote) {
  const testing::TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(LadderFile file, LadderFile::Open(folder.Path("l"), kSettings));
    ASSERT_OK(file.Add(SomeBatch()));
  }
  ASSERT_OK_AND_ASSIGN(const LadderFile file, LadderFile::Open(folder.Path("l"), kSettings));
  ASSERT_EQ(file.Batches().size(), 1u);
  EXPECT_EQ(file.Batches()[0].a_first, SomeBatch().a_first);
  EXPECT_EQ(file.Batches()[0].b_first, SomeBatch().b_first);
  EXPECT_EQ(file.Batches()[0].scores.pairs, SomeBatch().scores.pairs);
  ASSERT_OK_AND_ASSIGN(const LadderSettings settings, LadderFile::ReadSettings(folder.Path("l")));
  EXPECT_EQ(settings, kSettings);
}

// A file as the first release wrote it, which knew fewer options.
TEST(LadderFileTest, ALadderOfAnEarlierProgramGoesOn) {
  const testing::TempDir folder;
  LadderSettings settings = kSettings;
  settings.game =
      "kontranto{black=cctt,board=7x5,colour_choice=true,moves=king,target=18,white=cctt,"
      "zones=standard}";
  {
    ASSERT_OK_AND_ASSIGN(LadderFile file, LadderFile::Open(folder.Path("l"), settings));
    ASSERT_OK(file.Add(SomeBatch()));
  }
  settings.game = "kontranto{two_step_pieces=both}";
  {
    ASSERT_OK_AND_ASSIGN(const LadderFile file, LadderFile::Open(folder.Path("l"), settings));
    EXPECT_EQ(file.Batches().size(), 1u);
  }
  settings.game = "kontranto{two_step_pieces=remaining}";
  EXPECT_EQ(LadderFile::Open(folder.Path("l"), settings).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(LadderFileTest, ATornLineNeverCounted) {
  const testing::TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(LadderFile file, LadderFile::Open(folder.Path("l"), kSettings));
    ASSERT_OK(file.Add(SomeBatch()));
  }
  const std::string text = *ReadFile(folder.Path("l"));
  ASSERT_OK(WriteFileAtomically(folder.Path("l"), text + text.substr(0, 5)));
  ASSERT_OK_AND_ASSIGN(const LadderFile file, LadderFile::Open(folder.Path("l"), kSettings));
  EXPECT_EQ(file.Batches().size(), 1u);
  EXPECT_EQ(*ReadFile(folder.Path("l")), text);
}

TEST(LadderFileTest, OtherSettingsAndASecondProcessAreRefused) {
  const testing::TempDir folder;
  ASSERT_OK_AND_ASSIGN(const LadderFile file, LadderFile::Open(folder.Path("l"), kSettings));
  EXPECT_EQ(LadderFile::Open(folder.Path("l"), kSettings).status().code(),
            absl::StatusCode::kFailedPrecondition);
  { ASSERT_OK(LadderFile::Open(folder.Path("m"), kSettings)); }
  LadderSettings other = kSettings;
  other.seed = 8;
  EXPECT_EQ(LadderFile::Open(folder.Path("m"), other).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(LadderFile::ReadSettings(folder.Path("none")).status().code(),
            absl::StatusCode::kNotFound);
}

TEST(LadderFileTest, DamageIsNamedByItsLine) {
  const testing::TempDir folder;
  for (const std::string bad :
       {"x", "{}", "[]", "{\"kind\":\"ladder\"}", "{\"kind\":\"pairs\",\"a\":1}",
        "{\"kind\":\"pairs\",\"a\":\"x\",\"b\":\"y\",\"batch\":0,\"a_first\":[1,2],"
        "\"b_first\":[1,2,3],\"pairs\":[0,0,0,0,0]}",
        "{\"kind\":\"pairs\",\"a\":\"x\",\"b\":\"x\",\"batch\":0,\"a_first\":[1,2,3],"
        "\"b_first\":[1,2,3],\"pairs\":[0,0,0,0,0]}",
        "{\"kind\":\"pairs\",\"a\":\"x\",\"b\":\"y\",\"batch\":0,\"a_first\":[1,2,-3],"
        "\"b_first\":[1,2,3],\"pairs\":[0,0,0,0,0]}"}) {
    { ASSERT_OK(LadderFile::Open(folder.Path("d"), kSettings)); }
    ASSERT_OK(AppendLine(folder.Path("d"), bad));
    const absl::Status status = LadderFile::Open(folder.Path("d"), kSettings).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << bad;
    EXPECT_NE(std::string(status.message()).find(":2"), std::string::npos) << status;
    std::remove(folder.Path("d").c_str());
  }
}

}  // namespace
}  // namespace kvintet::arena
