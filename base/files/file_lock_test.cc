// Tests of FileLock: one holder at a time, and an error that names it.
#include "base/files/file_lock.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet {
namespace {

using testing::IsOk;
using testing::StatusIs;
using testing::TempDir;

TEST(FileLockTest, SecondIsRefusedByTheHoldersName) {
  const TempDir folder;
  ASSERT_OK_AND_ASSIGN(const FileLock lock, FileLock::Acquire(folder.Path() + "/lock"));
  EXPECT_THAT(FileLock::Acquire(folder.Path() + "/lock"),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "in use by process " + std::to_string(getpid())));
}

TEST(FileLockTest, IsFreeAgainAfterwards) {
  const TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(FileLock lock, FileLock::Acquire(folder.Path() + "/lock"));
    const FileLock moved = std::move(lock);
    EXPECT_FALSE(FileLock::Acquire(folder.Path() + "/lock").ok());
  }
  EXPECT_THAT(FileLock::Acquire(folder.Path() + "/lock"), IsOk());
}

TEST(FileLockTest, OthersSeeWhetherItIsHeld) {
  const TempDir folder;
  EXPECT_FALSE(FileLock::IsHeld(folder.Path("lock")));
  {
    ASSERT_OK_AND_ASSIGN(const FileLock lock, FileLock::Acquire(folder.Path("lock")));
    EXPECT_TRUE(FileLock::IsHeld(folder.Path("lock")));
  }
  EXPECT_FALSE(FileLock::IsHeld(folder.Path("lock")));
}

TEST(FileLockTest, WhereNoFileCanBeItSaysWhere) {
  EXPECT_THAT(FileLock::Acquire("/nowhere/at/all"),
              StatusIs(absl::StatusCode::kNotFound, "/nowhere/at/all"));
}

}  // namespace
}  // namespace kvintet
