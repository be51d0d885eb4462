// Tests of PublishedModels.
#include "training/run/published_models.h"

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::training {
namespace {

std::string Commit(const std::string& model, int steps) {
  return "{\"kind\":\"commit\",\"model\":\"" + model +
         "\",\"learner\":\"l\",\"steps\":" + std::to_string(steps) +
         ",\"credit\":0,\"next_game\":1,\"seconds\":2.5}\n";
}

class PublishedModelsTest : public ::testing::Test {
 protected:
  void Write(const std::string& manifest) {
    ASSERT_OK(WriteFileAtomically(folder_.Path("manifest.jsonl"), manifest));
    ASSERT_OK(MakeDirectories(folder_.Path("models")));
    for (const char* name : {"a", "b"}) {
      ASSERT_OK(WriteFileAtomically(folder_.Path("models/") + name, "x"));
    }
  }
  std::string Path() const { return folder_.Path("."); }

  const testing::TempDir folder_;
};

TEST_F(PublishedModelsTest, AreThoseOfCommitsInOrder) {
  Write("{\"kind\":\"shard\",\"name\":\"s\"}\n" + Commit("b", 1) + Commit("gone", 2) +
        Commit("a", 3) + Commit("b", 4) + "{\"kind\":\"com");
  ASSERT_OK_AND_ASSIGN(const std::vector<PublishedModel> models, PublishedModels(Path()));
  ASSERT_EQ(models.size(), 2u);
  EXPECT_EQ(models[0].name, "b");
  EXPECT_EQ(models[0].steps, 1);
  EXPECT_EQ(models[1].name, "a");
  EXPECT_EQ(models[1].seconds, 2.5);
}

TEST_F(PublishedModelsTest, NoRunAndABrokenManifestAreRefused) {
  EXPECT_EQ(PublishedModels(Path()).status().code(), absl::StatusCode::kNotFound);
  Write(Commit("a", 1) + "{}\n");
  const absl::Status status = PublishedModels(Path()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(std::string(status.message()).find("manifest.jsonl:2"), std::string::npos) << status;
}

}  // namespace
}  // namespace kvintet::training
