// Tests of ReportFolder: what is listed, and which names are refused.
#include "serving/reports/report_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/files/file.h"
#include "serving/errors/refusal.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using ::testing::Not;

const ReportKind kRun = {.noun = "run", .mark = "mark", .files = {"mark", "news"}};

class ReportFolderTest : public ::testing::Test {
 protected:
  void Write(const std::string& path, const std::string& text = "x") const {
    const std::string whole = folder_.Path(path);
    ASSERT_THAT(MakeDirectories(std::filesystem::path(whole).parent_path().string()), IsOk());
    ASSERT_THAT(WriteFileAtomically(whole, text), IsOk());
  }
  // Sets when a file was written: seconds after some instant.
  void SetTime(const std::string& path, int seconds) const {
    const auto base = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
    std::filesystem::last_write_time(folder_.Path(path), base + std::chrono::seconds(seconds));
  }
  static std::vector<std::string> NamesIn(const std::string& root) {
    std::vector<std::string> names;
    const auto places = ReportFolder(root, kRun).List();
    EXPECT_THAT(places, IsOk());
    for (const ReportPlace& place : *places) {
      names.push_back(place.name);
    }
    return names;
  }
  const testing::TempDir folder_;
};

TEST_F(ReportFolderTest, ListsWhatHasTheMarkTheLatestChangeFirst) {
  Write("runs/old/mark");
  Write("runs/new/mark");
  Write("runs/worked on/mark");
  Write("runs/worked on/news");
  Write("runs/other/file");
  Write("runs/.hidden/mark");
  // No text for a message of protobuf, which would not be readable then.
  Write("runs/caf\xe9/mark");
  SetTime("runs/old/mark", 1);
  SetTime("runs/new/mark", 2);
  SetTime("runs/worked on/mark", 0);
  SetTime("runs/worked on/news", 3);
  EXPECT_THAT(NamesIn(folder_.Path("runs")), ElementsAre("worked on", "new", "old"));
}

TEST_F(ReportFolderTest, AFolderWithTheMarkIsTheOnlyOne) {
  Write("runs/one/mark");
  Write("runs/one/inner/mark");
  EXPECT_THAT(NamesIn(folder_.Path("runs/one")), ElementsAre("one"));
  EXPECT_THAT(NamesIn(folder_.Path("runs/one/")), ElementsAre("one"));
  Write("caf\xe9/mark");
  EXPECT_THAT(NamesIn(folder_.Path("caf\xe9")), IsEmpty());
  const ReportFolder one(folder_.Path("runs/one"), kRun);
  EXPECT_THAT(one.Find("one"), IsOk());
  EXPECT_EQ(ReasonOf(one.Find("inner").status()), v1::REASON_NO_SUCH_RESOURCE);
}

TEST_F(ReportFolderTest, WithoutARootThereAreNone) {
  EXPECT_THAT(NamesIn(""), IsEmpty());
  EXPECT_EQ(ReasonOf(ReportFolder("", kRun).Find("etc").status()), v1::REASON_NO_SUCH_RESOURCE);
}

TEST_F(ReportFolderTest, ARootThatIsGoneIsAnErrorWithoutItsPath) {
  const ReportFolder gone(folder_.Path("gone"), kRun);
  const absl::Status status = gone.List().status();
  EXPECT_EQ(ReasonOf(status), v1::REASON_NO_SUCH_RESOURCE);
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr(folder_.Path())));
  EXPECT_EQ(ReasonOf(gone.Find("one").status()), v1::REASON_NO_SUCH_RESOURCE);
}

TEST_F(ReportFolderTest, ANameIsNeverAPath) {
  Write("runs/one/mark");
  Write("runs/one/inner/mark");
  Write("secret/mark");
  const ReportFolder runs(folder_.Path("runs"), kRun);
  EXPECT_THAT(runs.Find("one"), IsOk());
  for (const std::string& name :
       {std::string(), std::string("."), std::string(".."), std::string("../secret"),
        std::string("one/inner"), std::string("one/"), folder_.Path("secret"), std::string(".one"),
        std::string("one\0", 4), std::string("a\nb"), std::string("caf\xe9"),
        std::string(256, 'a')}) {
    const absl::Status status = runs.Find(name).status();
    EXPECT_EQ(ReasonOf(status), v1::REASON_BAD_FIELD) << name;
    EXPECT_EQ(FieldOf(status), "run") << name;
  }
  const absl::Status unknown = runs.Find("two").status();
  EXPECT_EQ(ReasonOf(unknown), v1::REASON_NO_SUCH_RESOURCE);
  EXPECT_EQ(FieldOf(unknown), "run");
}

TEST_F(ReportFolderTest, TheStampChangesWithTheFiles) {
  Write("runs/one/mark");
  const ReportFolder runs(folder_.Path("runs"), kRun);
  ASSERT_OK_AND_ASSIGN(const ReportPlace before, runs.Find("one"));
  ASSERT_OK_AND_ASSIGN(const ReportPlace same, runs.Find("one"));
  EXPECT_EQ(same.stamp, before.stamp);
  Write("runs/one/news", "a");
  ASSERT_OK_AND_ASSIGN(const ReportPlace created, runs.Find("one"));
  EXPECT_NE(created.stamp, before.stamp);
  ASSERT_THAT(AppendLine(folder_.Path("runs/one/news"), "b"), IsOk());
  ASSERT_OK_AND_ASSIGN(const ReportPlace grown, runs.Find("one"));
  EXPECT_NE(grown.stamp, created.stamp);
}

TEST_F(ReportFolderTest, ProblemsNameFilesBelowTheName) {
  Write("runs/one/mark");
  const ReportFolder runs(folder_.Path("runs"), kRun);
  ASSERT_OK_AND_ASSIGN(const ReportPlace place, runs.Find("one"));
  const absl::Status problem =
      runs.Problem(place, absl::DataLossError(place.folder + "/news:3: wanted a number"));
  EXPECT_EQ(ReasonOf(problem), v1::REASON_CORRUPT);
  EXPECT_EQ(problem.message(), "one/news:3: wanted a number");
}

}  // namespace
}  // namespace kvintet::serving
