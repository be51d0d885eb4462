// Tests of files: round trips, atomic replacement, and the errors and leftovers of failures.
#include "base/files/file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <gtest/gtest.h>

#include "tests/support/run_threads.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet {
namespace {

using ::kvintet::testing::IsOkAndHolds;
using ::kvintet::testing::RunThreads;
using ::kvintet::testing::StatusIs;
using ::kvintet::testing::TempDir;
using Names = std::vector<std::string>;

// While it lives, no file can grow above `bytes`, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_action_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit = {.rlim_cur = bytes, .rlim_max = old_limit_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_action_);
  }

 private:
  void (*old_action_)(int);
  rlimit old_limit_ = {};
};

TEST(FileTest, ReadsBackWhatWasWritten) {
  const TempDir dir;
  std::string bytes("a\0b\n", 4);
  for (int i = 0; i < 100000; ++i) {
    bytes += static_cast<char>(i);
  }
  ASSERT_OK(WriteFileAtomically(dir.Path("f"), bytes));
  EXPECT_THAT(ReadFile(dir.Path("f")), IsOkAndHolds(bytes));
  EXPECT_THAT(ListDirectory(dir.Path()), IsOkAndHolds(Names{"f"}));
}

TEST(FileTest, ReadsEmptyFilesAndFilesWithoutASize) {
  const TempDir dir;
  ASSERT_OK(WriteFileAtomically(dir.Path("f"), ""));
  EXPECT_THAT(ReadFile(dir.Path("f")), IsOkAndHolds(std::string()));
  ASSERT_OK_AND_ASSIGN(const std::string status, ReadFile("/proc/self/status"));
  EXPECT_NE(status.find("Pid:"), std::string::npos);
}

TEST(FileTest, ReplacesAnOldFile) {
  const TempDir dir;
  ASSERT_OK(WriteFileAtomically(dir.Path("f"), "old"));
  ASSERT_OK(WriteFileAtomically(dir.Path("f"), "new"));
  EXPECT_THAT(ReadFile(dir.Path("f")), IsOkAndHolds(std::string("new")));
}

TEST(FileTest, ReadingTellsPathAndReason) {
  const TempDir dir;
  EXPECT_THAT(ReadFile(dir.Path("none")),
              StatusIs(absl::StatusCode::kNotFound, dir.Path("none") + ": No such file"));
  EXPECT_THAT(ReadFile(dir.Path()), StatusIs(absl::StatusCode::kFailedPrecondition, "directory"));
}

TEST(FileTest, AMissingFileIsEmptyIfThatIsAllowed) {
  const TempDir dir;
  EXPECT_THAT(ReadFileIfAny(dir.Path("none")), IsOkAndHolds(""));
  ASSERT_OK(WriteFileAtomically(dir.Path("some"), "x"));
  EXPECT_THAT(ReadFileIfAny(dir.Path("some")), IsOkAndHolds("x"));
  EXPECT_FALSE(ReadFileIfAny(dir.Path()).ok());
}

TEST(FileTest, WritingIntoAMissingFolderFails) {
  const TempDir dir;
  EXPECT_THAT(WriteFileAtomically(dir.Path("none/f"), "x"),
              StatusIs(absl::StatusCode::kNotFound, dir.Path("none/f")));
}

TEST(FileTest, AFullDiskLeavesTheOldFileAndNoOther) {
  const TempDir dir;
  ASSERT_OK(WriteFileAtomically(dir.Path("f"), "old"));
  {
    const FileSizeLimit limit(1000);
    EXPECT_THAT(WriteFileAtomically(dir.Path("f"), std::string(5000, 'x')),
                StatusIs(absl::StatusCode::kResourceExhausted, dir.Path("f") + ": File too large"));
  }
  EXPECT_THAT(ReadFile(dir.Path("f")), IsOkAndHolds(std::string("old")));
  EXPECT_THAT(ListDirectory(dir.Path()), IsOkAndHolds(Names{"f"}));
}

TEST(FileTest, DiskFullAndReadOnlyHaveTheirCodes) {
  EXPECT_THAT(AppendLine("/dev/full", "x"),
              StatusIs(absl::StatusCode::kResourceExhausted, "/dev/full: No space left"));
  EXPECT_THAT(WriteFileAtomically("/proc/kvintet", "x").code(),
              ::testing::AnyOf(absl::StatusCode::kNotFound, absl::StatusCode::kPermissionDenied));
}

TEST(FileTest, AReadOnlyFolderIsPermissionDenied) {
  if (::geteuid() == 0) {
    GTEST_SKIP() << "the superuser may write everywhere";
  }
  const TempDir dir;
  ASSERT_OK(MakeDirectories(dir.Path("locked")));
  ASSERT_EQ(::chmod(dir.Path("locked").c_str(), 0555), 0);
  EXPECT_THAT(WriteFileAtomically(dir.Path("locked/f"), "x"),
              StatusIs(absl::StatusCode::kPermissionDenied, dir.Path("locked/f")));
}

TEST(FileTest, AFolderInTheWayLeavesNothingBehind) {
  const TempDir dir;
  ASSERT_OK(MakeDirectories(dir.Path("f")));
  EXPECT_FALSE(WriteFileAtomically(dir.Path("f"), "x").ok());
  EXPECT_THAT(ListDirectory(dir.Path()), IsOkAndHolds(Names{"f"}));
}

TEST(FileTest, APipeTakesTheBytesAndStays) {
  TempDir dir;
  const std::string path = dir.Path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  // Open for both ends, so that nobody waits for the other.
  const int pipe = ::open(path.c_str(), O_RDWR | O_NONBLOCK);
  ASSERT_GE(pipe, 0);
  EXPECT_OK(WriteFileAtomically(path, "all of it"));
  std::string read(20, '\0');
  read.resize(static_cast<size_t>(std::max<ssize_t>(0, ::read(pipe, read.data(), read.size()))));
  ::close(pipe);
  EXPECT_EQ(read, "all of it");
  struct stat status = {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_TRUE(S_ISFIFO(status.st_mode));
}

TEST(FileTest, ALinkToADeviceStays) {
  TempDir dir;
  const std::string path = dir.Path("link");
  ASSERT_EQ(::symlink("/dev/null", path.c_str()), 0);
  EXPECT_OK(WriteFileAtomically(path, "nothing"));
  EXPECT_THAT(ReadFile(path), IsOkAndHolds(""));
}

// As `kvintet show RECORD --html /dev/stdout > FILE`.
TEST(FileTest, WhatIsOpenStaysOpenUnderItsName) {
  TempDir dir;
  const int file = ::open(dir.Path("f").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  const std::string link = dir.Path("link");
  ASSERT_EQ(::symlink(("/proc/self/fd/" + std::to_string(file)).c_str(), link.c_str()), 0);
  EXPECT_OK(WriteFileAtomically(link, "one,"));
  EXPECT_EQ(::write(file, "two,", 4), 4);
  EXPECT_OK(WriteFileAtomically("/dev/fd/" + std::to_string(file), "three"));
  ::close(file);
  struct stat status = {};
  ASSERT_EQ(::lstat(link.c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
  EXPECT_THAT(ReadFile(dir.Path("f")), IsOkAndHolds("one,two,three"));
}

TEST(FileTest, ManyWritersLeaveOneWholeFile) {
  const TempDir dir;
  RunThreads(4, [&dir](size_t writer) {
    const std::string mine(3000, static_cast<char>('a' + writer));
    for (int i = 0; i < 20; ++i) {
      EXPECT_OK(WriteFileAtomically(dir.Path("f"), mine));
    }
  });
  ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(dir.Path("f")));
  EXPECT_EQ(bytes, std::string(3000, bytes[0]));
  EXPECT_THAT(ListDirectory(dir.Path()), IsOkAndHolds(Names{"f"}));
}

TEST(FileTest, AppendsLines) {
  const TempDir dir;
  ASSERT_OK(AppendLine(dir.Path("log"), "one"));
  ASSERT_OK(AppendLine(dir.Path("log"), "two", Sync::kYes));
  EXPECT_THAT(ReadFile(dir.Path("log")), IsOkAndHolds(std::string("one\ntwo\n")));
}

TEST(FileTest, MakesFoldersAndTheirParents) {
  const TempDir dir;
  ASSERT_OK(MakeDirectories(dir.Path("a/b/c")));
  ASSERT_OK(MakeDirectories(dir.Path("a/b/c")));
  EXPECT_THAT(ListDirectory(dir.Path("a/b")), IsOkAndHolds(Names{"c"}));
}

TEST(FileTest, MakingAFolderWhereAFileIsFails) {
  const TempDir dir;
  ASSERT_OK(WriteFileAtomically(dir.Path("f"), "x"));
  EXPECT_FALSE(MakeDirectories(dir.Path("f")).ok());
  EXPECT_FALSE(MakeDirectories(dir.Path("f/g")).ok());
}

TEST(FileTest, SyncsFoldersAlone) {
  const TempDir dir;
  EXPECT_OK(SyncFolder(dir.Path()));
  EXPECT_THAT(SyncFolder(dir.Path("none")),
              StatusIs(absl::StatusCode::kNotFound, dir.Path("none")));
  ASSERT_OK(WriteFileAtomically(dir.Path("file"), "x"));
  EXPECT_FALSE(SyncFolder(dir.Path("file")).ok());
}

TEST(FileTest, ListsSortedNames) {
  const TempDir dir;
  for (const char* name : {"b", "a", ".c", "B"}) {
    ASSERT_OK(WriteFileAtomically(dir.Path(name), ""));
  }
  EXPECT_THAT(ListDirectory(dir.Path()), IsOkAndHolds(Names{".c", "B", "a", "b"}));
  EXPECT_THAT(ListDirectory(dir.Path("none")),
              StatusIs(absl::StatusCode::kNotFound, dir.Path("none")));
}

TEST(FileDeathTest, AppendLineRefusesNewlines) {
  EXPECT_DEATH(static_cast<void>(AppendLine("/dev/null", "a\nb")), "npos");
}

TEST(TornLineTest, ALastLineWithoutItsNewlineNeverCounts) {
  EXPECT_TRUE(WholeLines("").empty());
  EXPECT_TRUE(WholeLines("torn").empty());
  EXPECT_EQ(WholeLines("a\n\nb\ntorn"), (std::vector<std::string>{"a", "", "b"}));
}

TEST(TornLineTest, IsCutOff) {
  const TempDir dir;
  const std::string path = dir.Path("lines");
  EXPECT_OK(CutTornLine(path));
  for (const auto& [before, after] : std::vector<std::pair<std::string, std::string>>{
           {"", ""}, {"torn", ""}, {"a\n", "a\n"}, {"a\nb\ntorn", "a\nb\n"}}) {
    ASSERT_OK(WriteFileAtomically(path, before));
    EXPECT_OK(CutTornLine(path));
    EXPECT_THAT(ReadFile(path), IsOkAndHolds(after));
  }
}

}  // namespace
}  // namespace kvintet
