// Tests of OpenLink: which texts name a link.
#include "training/link/open_link.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/link/folder_link.h"
#include "training/link/redis_link.h"

namespace kvintet::training {
namespace {

using ::kvintet::testing::IsOk;
using ::kvintet::testing::StatusIs;
using ::kvintet::testing::TempDir;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(OpenLinkTest, OpensAFolder) {
  const TempDir folder;
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunLink> link, OpenLink("dir:" + folder.Path("a/b")));
  EXPECT_NE(dynamic_cast<FolderLink*>(link.get()), nullptr);
}

TEST(OpenLinkTest, FindsAFolderThatALearnerHasMadeAndMakesNone) {
  const TempDir folder;
  const std::string url = "dir:" + folder.Path("run");
  EXPECT_THAT(FindLink(url), StatusIs(absl::StatusCode::kNotFound,
                                      "kvintet train --link), found no " + folder.Path("run")));
  EXPECT_FALSE(std::filesystem::exists(folder.Path("run")));
  std::filesystem::create_directory(folder.Path("run"));
  EXPECT_THAT(FindLink(url),
              StatusIs(absl::StatusCode::kNotFound, "found no " + folder.Path("run/blobs")));
  EXPECT_TRUE(std::filesystem::is_empty(folder.Path("run")));
  ASSERT_OK(OpenLink(url));
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunLink> link, FindLink(url));
  EXPECT_NE(dynamic_cast<FolderLink*>(link.get()), nullptr);
  EXPECT_THAT(FindLink("redis://host/run"), IsOk());
  EXPECT_THAT(FindLink("s3://bucket"), StatusIs(kInvalid, "wanted a link"));
}

TEST(OpenLinkTest, NamesARunOnAServer) {
  for (const char* url : {"redis://host/run", "redis://host:7000/run-1_a.b",
                          "redis://secret@host/run", "redis://ann:se:cr@et@host:1/run"}) {
    ASSERT_OK_AND_ASSIGN(const std::unique_ptr<RunLink> link, OpenLink(url));
    EXPECT_NE(dynamic_cast<RedisLink*>(link.get()), nullptr) << url;
  }
}

TEST(OpenLinkTest, SaysWhatItWants) {
  EXPECT_THAT(OpenLink(""), StatusIs(kInvalid, "wanted a link"));
  EXPECT_THAT(OpenLink("dir:"), StatusIs(kInvalid, "wanted a link"));
  EXPECT_THAT(OpenLink("s3://bucket"), StatusIs(kInvalid, "wanted a link"));
  EXPECT_THAT(OpenLink("redis://host"), StatusIs(kInvalid, "RUN is 1 to 64"));
  EXPECT_THAT(OpenLink("redis://host/a b"), StatusIs(kInvalid, "RUN is 1 to 64"));
  EXPECT_THAT(OpenLink("redis://host/" + std::string(65, 'a')), StatusIs(kInvalid));
  EXPECT_THAT(OpenLink("redis:///run"), StatusIs(kInvalid, "HOST"));
  EXPECT_THAT(OpenLink("redis://host:0/run"), StatusIs(kInvalid, "PORT"));
  EXPECT_THAT(OpenLink("redis://host:70000/run"), StatusIs(kInvalid, "PORT"));
  EXPECT_THAT(OpenLink("redis://host:x/run"), StatusIs(kInvalid, "PORT"));
}

TEST(OpenLinkTest, MessagesHoldNoPassword) {
  EXPECT_EQ(ShownUrl("redis://ann:secret@host:7000/run"), "redis://host:7000/run");
  EXPECT_EQ(ShownUrl("redis://host/run"), "redis://host/run");
  EXPECT_EQ(ShownUrl("dir:/a@b"), "dir:/a@b");
  EXPECT_THAT(std::string(OpenLink("redis://ann:secret@host:0/run").status().message()),
              Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace kvintet::training
