// Tests of CheckSafeToServe: what is refused before the server starts.
#include "serving/models/safety.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::StatusIs;

class SafetyTest : public ::testing::Test {
 protected:
  SafetyTest() {
    config_.set_allow_root(true);
    std::ofstream(model_) << "model";
    chmod(folder_.Path().c_str(), 0755);
    chmod(model_.c_str(), 0644);
  }

  const testing::TempDir folder_;
  const std::string model_ = folder_.Path("model");
  ServeConfig config_;
};

TEST_F(SafetyTest, AllowsWhatOnlyItsOwnerChanges) {
  EXPECT_THAT(CheckSafeToServe(config_, {folder_.Path(), model_}), IsOk());
}

TEST_F(SafetyTest, RefusesAllRightsUnlessAsked) {
  config_.set_allow_root(false);
  if (geteuid() == 0) {
    EXPECT_THAT(CheckSafeToServe(config_, {}),
                StatusIs(absl::StatusCode::kFailedPrecondition, "allow"));
  } else {
    EXPECT_THAT(CheckSafeToServe(config_, {}), IsOk());
  }
}

TEST_F(SafetyTest, RefusesAFolderWhereEverybodyMayWrite) {
  chmod(folder_.Path().c_str(), 0777);
  EXPECT_THAT(CheckSafeToServe(config_, {folder_.Path()}),
              StatusIs(absl::StatusCode::kFailedPrecondition, "everybody may write"));
  EXPECT_THAT(CheckSafeToServe(config_, {model_}),
              StatusIs(absl::StatusCode::kFailedPrecondition, "everybody may write"));
}

TEST_F(SafetyTest, RefusesAModelThatEverybodyMayChange) {
  chmod(model_.c_str(), 0646);
  EXPECT_THAT(CheckSafeToServe(config_, {model_}),
              StatusIs(absl::StatusCode::kFailedPrecondition, "everybody may write"));
}

TEST_F(SafetyTest, RefusesTokensThatOthersMayChange) {
  config_.set_tokens(model_);
  EXPECT_THAT(CheckSafeToServe(config_, {}), IsOk());
  chmod(model_.c_str(), 0664);
  EXPECT_THAT(CheckSafeToServe(config_, {}),
              StatusIs(absl::StatusCode::kFailedPrecondition, "others may change"));
}

}  // namespace
}  // namespace kvintet::serving
