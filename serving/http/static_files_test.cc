// Tests of StaticFiles: what is sent, in which form, and for how long it may be kept.
#include "serving/http/static_files.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

const std::string kLong(5000, 'a');

std::string Field(const HttpResponse& response, const std::string& name) {
  return std::string(HttpRequest{.fields = response.fields}.Field(name));
}

HttpRequest Get(const HttpFields& fields = {}) { return {.method = "GET", .fields = fields}; }

StaticFiles Files() {
  const EmbeddedFile files[] = {{"/index.html", "<p>"},
                                {"/long.txt", kLong},
                                {"/assets/app-B7f_3kXq.js", "1"},
                                {"/assets/plain.js", "2"}};
  return StaticFiles(files);
}

std::string Unpacked(const std::string& packed) {
  std::string bytes(2 * kLong.size(), '\0');
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  inflateEnd(&stream);
  return bytes;
}

TEST(StaticFilesTest, SendsAFileWithItsType) {
  const HttpResponse response = Files().Answer("/assets/plain.js", Get());
  EXPECT_EQ(response.code, 200);
  EXPECT_EQ(response.body, "2");
  EXPECT_EQ(Field(response, "content-type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(Field(response, "cache-control"), "no-cache");
}

TEST(StaticFilesTest, LetsBrowsersLoadNothingFromElsewhere) {
  const HttpResponse response = Files().Answer("/", Get());
  EXPECT_EQ(response.body, "<p>");
  EXPECT_THAT(Field(response, "content-security-policy"), HasSubstr("default-src 'self'"));
  EXPECT_EQ(Field(response, "referrer-policy"), "no-referrer");
  EXPECT_EQ(Field(response, "set-cookie"), "");
}

TEST(StaticFilesTest, SendsTheIndexForPathsOfThePageOnly) {
  const StaticFiles files = Files();
  for (const char* path : {"/", "/match", "/match/7", "/a.b/c"}) {
    EXPECT_EQ(files.Answer(path, Get()).body, "<p>") << path;
  }
  for (const char* path : {"/none.js", "/assets/none.css", "/../index.htm", "/%2e%2e/x.y", "."}) {
    EXPECT_EQ(files.Answer(path, Get()).code, 404) << path;
  }
}

TEST(StaticFilesTest, CompressesForThoseWhoAcceptIt) {
  const StaticFiles files = Files();
  for (const char* accepted : {"gzip", "br, GZIP;q=0.5", "deflate, gzip , br"}) {
    const HttpResponse response = files.Answer("/long.txt", Get({{"accept-encoding", accepted}}));
    EXPECT_EQ(Field(response, "content-encoding"), "gzip") << accepted;
    EXPECT_EQ(Field(response, "vary"), "accept-encoding");
    EXPECT_LT(response.body.size(), kLong.size() / 10);
    EXPECT_EQ(Unpacked(response.body), kLong);
  }
  for (const char* accepted : {"", "br", "gzip;q=0", "gzip;q=x", "x-gzip", "gzip2"}) {
    const HttpResponse response = files.Answer("/long.txt", Get({{"accept-encoding", accepted}}));
    EXPECT_EQ(Field(response, "content-encoding"), "") << accepted;
    EXPECT_EQ(response.body, kLong);
  }
  // The form would be longer.
  EXPECT_EQ(Field(files.Answer("/", Get({{"accept-encoding", "gzip"}})), "content-encoding"), "");
}

TEST(StaticFilesTest, SendsNothingToThoseWhoHaveIt) {
  const StaticFiles files = Files();
  const HttpResponse first = files.Answer("/long.txt", Get());
  const std::string tag = Field(first, "etag");
  for (const std::string& known : {tag, "W/" + tag, "\"other\", " + tag, std::string("*")}) {
    const HttpResponse again = files.Answer("/long.txt", Get({{"if-none-match", known}}));
    EXPECT_EQ(again.code, 304) << known;
    EXPECT_EQ(again.body, "");
    EXPECT_EQ(Field(again, "etag"), tag);
  }
  const HttpFields packed = {{"if-none-match", tag}, {"accept-encoding", "gzip"}};
  EXPECT_EQ(files.Answer("/long.txt", Get(packed)).code, 200);
  EXPECT_EQ(files.Answer("/long.txt", Get({{"if-none-match", "\"other\""}})).code, 200);
}

TEST(StaticFilesTest, MayBeKeptForEverIfItsNameHoldsItsHash) {
  const StaticFiles files = Files();
  EXPECT_THAT(Field(files.Answer("/assets/app-B7f_3kXq.js", Get()), "cache-control"),
              HasSubstr("immutable"));
  EXPECT_EQ(Field(files.Answer("/index.html", Get()), "cache-control"), "no-cache");
}

TEST(StaticFilesTest, ReadsAFolderOnce) {
  const testing::TempDir folder;
  std::filesystem::create_directory(folder.Path("assets"));
  EXPECT_THAT(StaticFiles::ReadFolder(folder.Path("")).status(),
              StatusIs(absl::StatusCode::kNotFound, "index.html"));
  EXPECT_THAT(StaticFiles::ReadFolder(folder.Path("none")).status(),
              StatusIs(absl::StatusCode::kNotFound, "page_folder"));
  std::ofstream(folder.Path("index.html")) << "own";
  std::ofstream(folder.Path("assets/a.css")) << "style";
  const auto files = StaticFiles::ReadFolder(folder.Path(""));
  ASSERT_THAT(files, IsOk());
  std::ofstream(folder.Path("index.html")) << "changed";
  EXPECT_EQ(files->Answer("/", Get()).body, "own");
  EXPECT_EQ(files->Answer("/assets/a.css", Get()).body, "style");
  EXPECT_THAT(files->Answer("/openapi.json", Get()).body, HasSubstr("RulesService/Describe"));
}

TEST(StaticFilesTest, HasThePageOfTheProgram) {
  const StaticFiles files(EmbeddedPage());
  EXPECT_THAT(files.Answer("/", Get()).body, HasSubstr("<!doctype html>"));
  EXPECT_EQ(Field(files.Answer("/openapi.json", Get()), "content-type"), "application/json");
}

}  // namespace
}  // namespace kvintet::serving
