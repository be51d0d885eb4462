// Tests of ModelSandbox: what a check may and may not do, and what happens if it dies.
#include "serving/models/model_sandbox.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/files/file.h"
#include "base/own_new.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::StatusIs;

// Starts a sandbox with this check and checks one file.
absl::StatusOr<std::string> CheckBy(FileCheck check, const std::string& path = "file") {
  auto checker = ModelSandbox::Start(std::move(check), {.memory_mib = 256, .seconds = 5});
  KVINTET_CHECK(checker.ok());
  return (*checker)->Check(path);
}

// The result of a system call in the sandbox.
absl::StatusOr<std::string> ErrorOf(const std::function<int()>& call) {
  return CheckBy([call](const std::string&) -> absl::StatusOr<std::string> {
    return std::string(call() < 0 ? std::strerror(errno) : "done");
  });
}

TEST(ModelSandboxTest, TellsWhatTheCheckReturned) {
  const testing::TempDir folder;
  ASSERT_THAT(WriteFileAtomically(folder.Path("a"), "content"), IsOk());
  ASSERT_OK_AND_ASSIGN(const auto checker, ModelSandbox::Start(&ReadFile, CheckerLimits()));
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK_AND_ASSIGN(const std::string content, checker->Check(folder.Path("a")));
    EXPECT_EQ(content, "content");
  }
  EXPECT_THAT(checker->Check(folder.Path("b")), StatusIs(absl::StatusCode::kNotFound, "b"));
}

TEST(ModelSandboxTest, OutlivesACheckThatDies) {
  ASSERT_OK_AND_ASSIGN(const auto checker,
                       ModelSandbox::Start(
                           [](const std::string& path) -> absl::StatusOr<std::string> {
                             if (path == "bad") {
                               __builtin_trap();
                             }
                             return path;
                           },
                           CheckerLimits()));
  EXPECT_THAT(checker->Check("bad"), StatusIs(absl::StatusCode::kDataLoss, "signal"));
  EXPECT_THAT(checker->Check("good"), IsOk());
}

TEST(ModelSandboxTest, EndsACheckThatGoesOnForEver) {
  auto checker = ModelSandbox::Start(
      [](const std::string&) -> absl::StatusOr<std::string> {
        for (volatile bool forever = true; forever;) {
        }
        return "never";
      },
      {.memory_mib = 256, .seconds = 1});
  ASSERT_THAT(checker, IsOk());
  EXPECT_THAT((*checker)->Check("file"), StatusIs(absl::StatusCode::kDataLoss, "signal"));
}

TEST(ModelSandboxTest, EndsACheckThatWaitsForEver) {
  auto checker = ModelSandbox::Start(
      [](const std::string&) -> absl::StatusOr<std::string> {
        pause();
        return "never";
      },
      {.memory_mib = 256, .seconds = 1});
  ASSERT_THAT(checker, IsOk());
  EXPECT_THAT((*checker)->Check("file"), StatusIs(absl::StatusCode::kDataLoss, "signal"));
}

// A sanitizer alone reserves more address space than that.
#if KVINTET_OWN_NEW && !defined(__SANITIZE_ADDRESS__)
TEST(ModelSandboxTest, GivesACheckLittleMemory) {
  const auto result = CheckBy([](const std::string&) -> absl::StatusOr<std::string> {
    void* volatile much = std::malloc(size_t{1} << 30);
    const bool got = much != nullptr;
    std::free(much);
    return std::string(got ? "got it" : "none");
  });
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(*result, "none");
}
#endif

TEST(ModelSandboxTest, LetsACheckReachNobodyAndChangeNothing) {
  const testing::TempDir folder;
  const std::string path = folder.Path("new");
  const std::vector<std::function<int()>> harmful = {
      [] { return socket(AF_INET, SOCK_STREAM, 0); },
      [] { return socket(AF_UNIX, SOCK_STREAM, 0); },
      [path] { return open(path.c_str(), O_WRONLY | O_CREAT, 0600); },
      [path] { return open(path.c_str(), O_RDWR); },
      [path] { return mkdir(path.c_str(), 0700); },
      [] { return kill(getppid(), SIGKILL); },
      [] { return execl("/bin/true", "true", nullptr); },
      [&folder] { return rename(folder.Path(".").c_str(), folder.Path("x").c_str()); }};
  for (size_t i = 0; i < harmful.size(); ++i) {
    ASSERT_OK_AND_ASSIGN(const std::string error, ErrorOf(harmful[i]));
    EXPECT_EQ(error, std::strerror(EPERM)) << i;
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_OK_AND_ASSIGN(const std::string reads,
                       ErrorOf([] { return open("/proc/self/status", O_RDONLY); }));
  EXPECT_EQ(reads, "done");
}

}  // namespace
}  // namespace kvintet::serving
