// Temporary folders: new, private, gone with what they hold; refusals.
#include "base/files/temporary_folder.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolderTest, IsNewAndPrivate) {
  const auto one = TemporaryFolder::Create("kvintet_test_");
  const auto other = TemporaryFolder::Create("kvintet_test_");
  ASSERT_TRUE(one.ok()) << one.status();
  ASSERT_TRUE(other.ok()) << other.status();
  EXPECT_NE((*one)->Path(), (*other)->Path());
  EXPECT_TRUE(fs::is_empty((*one)->Path()));
  struct stat info = {};
  ASSERT_EQ(stat((*one)->Path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
}

TEST(TemporaryFolderTest, GoesWithWhatItHolds) {
  auto folder = TemporaryFolder::Create("kvintet_test_");
  ASSERT_TRUE(folder.ok()) << folder.status();
  const fs::path path = (*folder)->Path();
  fs::create_directory(path / "inner");
  std::ofstream(path / "inner" / "file") << "text";
  ASSERT_TRUE(fs::exists(path / "inner" / "file"));
  folder->reset();
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolderTest, SaysWhereItCannotBe) {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", "/there/is/no/such/folder", 1);
  const auto folder = TemporaryFolder::Create("kvintet_test_");
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
  EXPECT_THAT(std::string(folder.status().message()), ::testing::HasSubstr("TMPDIR"));
}

}  // namespace
}  // namespace kvintet
