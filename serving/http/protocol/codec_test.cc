// Tests of Codec: messages in both forms, and envelopes.
#include "serving/http/protocol/codec.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/status_macros.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

const google::protobuf::Descriptor& ListMoves() { return *v1::ListMovesRequest::descriptor(); }

absl::StatusOr<v1::ListMovesRequest> FromJson(const std::string& json) {
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, ReadMessage(Codec::kJson, ListMoves(), json));
  v1::ListMovesRequest request;
  KVINTET_CHECK(request.ParseFromString(bytes));
  return request;
}

TEST(CodecTest, ReadsTheNamesOfJsonAndThoseOfTheSchema) {
  for (const char* name : {"pageSize", "page_size"}) {
    const std::string json =
        std::string(R"({"state": {"game": "hex", "seat": "SEAT_1"}, ")") + name + R"(": 7})";
    ASSERT_OK_AND_ASSIGN(const v1::ListMovesRequest request, FromJson(json));
    EXPECT_EQ(request.page_size(), 7);
    EXPECT_EQ(request.state().game(), "hex");
    EXPECT_EQ(request.state().seat(), v1::SEAT_1);
  }
}

TEST(CodecTest, ReadsBytesAsTheyAre) {
  v1::ListMovesRequest request;
  request.set_prefix("a");
  EXPECT_EQ(*ReadMessage(Codec::kProto, ListMoves(), request.SerializeAsString()),
            request.SerializeAsString());
  EXPECT_EQ(*ReadMessage(Codec::kProto, ListMoves(), ""), "");
}

TEST(CodecTest, RefusesWhatIsNoSuchMessage) {
  for (const char* json :
       {"", "null", "[]", "{", "{}{}", R"({"pageSize": "many"})", R"({"page": 7})", "\xff",
        R"({"prefix": "\ud800"})", R"({"pageSize": 1e99})", R"({"state": {"seat": "SEAT_9"}})"}) {
    EXPECT_THAT(FromJson(json), StatusIs(absl::StatusCode::kInvalidArgument, "ListMovesRequest"))
        << json;
  }
  EXPECT_THAT(FromJson(R"({"page": 7})"), StatusIs(absl::StatusCode::kInvalidArgument, "page"));
  EXPECT_THAT(ReadMessage(Codec::kProto, ListMoves(), "\xff"),
              StatusIs(absl::StatusCode::kInvalidArgument, "found 1 bytes"));
}

TEST(CodecTest, RefusesJsonOfManyLevels) {
  std::string json;
  for (int i = 0; i < 10000; ++i) {
    json += R"({"state":)";
  }
  EXPECT_FALSE(FromJson(json).ok());
  EXPECT_FALSE(FromJson(std::string(100000, '[')).ok());
}

TEST(CodecTest, WritesLongIntegersAsText) {
  v1::AnalyzeResponse response;
  response.set_seed(9007199254740993);
  ASSERT_OK_AND_ASSIGN(
      const std::string json,
      WriteMessage(Codec::kJson, *v1::AnalyzeResponse::descriptor(), response.SerializeAsString()));
  EXPECT_EQ(json, R"({"seed":"9007199254740993"})");
  EXPECT_EQ(*WriteMessage(Codec::kProto, *v1::AnalyzeResponse::descriptor(), "any"), "any");
}

TEST(EnvelopeTest, ComesBackAsItWas) {
  for (const size_t size : {0u, 1u, 255u, 256u, 70000u}) {
    const std::string content(size, 'x');
    EXPECT_EQ(*OpenEnvelope(Envelope(EnvelopeKind::kMessage, content)), content);
  }
  EXPECT_EQ(Envelope(EnvelopeKind::kEnd, "{}"), std::string("\2\0\0\0\2{}", 7));
}

TEST(EnvelopeTest, MustBeOneAndWhole) {
  const std::string whole = Envelope(EnvelopeKind::kMessage, "abc");
  EXPECT_THAT(OpenEnvelope(""), StatusIs(absl::StatusCode::kUnimplemented, "found none"));
  EXPECT_THAT(OpenEnvelope(whole + whole),
              StatusIs(absl::StatusCode::kUnimplemented, "found more"));
  for (size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THAT(OpenEnvelope(whole.substr(0, size)),
                StatusIs(absl::StatusCode::kInvalidArgument, "found a part"));
  }
  EXPECT_THAT(OpenEnvelope(std::string("\0\xff\xff\xff\xff"
                                       "abc",
                                       8)),
              StatusIs(absl::StatusCode::kInvalidArgument, "found a part"));
  EXPECT_THAT(OpenEnvelope(std::string("\1\0\0\0\0", 5)),
              StatusIs(absl::StatusCode::kUnimplemented, "not compressed"));
  EXPECT_THAT(OpenEnvelope(Envelope(EnvelopeKind::kEnd, "{}")),
              StatusIs(absl::StatusCode::kInvalidArgument, "flags"));
}

}  // namespace
}  // namespace kvintet::serving
