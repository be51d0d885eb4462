// Tests of Refusal: reasons, their table, their documentation, and their wire form.
#include "serving/errors/refusal.h"

#include <grpcpp/support/status.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "absl/strings/match.h"

#include "base/files/file.h"
#include "serving/errors/grpc_status.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using testing::StatusIs;

std::set<v1::Reason> AllReasons() {
  std::set<v1::Reason> reasons;
  for (int i = 0; i < v1::Reason_descriptor()->value_count(); ++i) {
    reasons.insert(static_cast<v1::Reason>(v1::Reason_descriptor()->value(i)->number()));
  }
  reasons.erase(v1::REASON_UNSPECIFIED);
  return reasons;
}

// The protocol's name of the code, e.g. "RESOURCE_EXHAUSTED".
std::string CodeName(absl::StatusCode code) { return absl::StatusCodeToString(code); }

TEST(RefusalTest, HasOneRowForEachReason) {
  std::set<v1::Reason> rows;
  for (const ReasonRow& row : ReasonRows()) {
    EXPECT_TRUE(rows.insert(row.reason).second) << ReasonName(row.reason);
    EXPECT_NE(row.code, absl::StatusCode::kOk);
  }
  EXPECT_EQ(rows, AllReasons());
}

// docs/errors.md has one row for each reason, with its code, and no other rows.
TEST(RefusalTest, IsDocumentedRowByRow) {
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadFile("docs/errors.md"));
  std::map<std::string, std::string> documented;
  std::istringstream lines(text);
  const std::regex row("^\\| `([A-Z_]+)` \\| ([A-Z_]+) \\|.*");
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch match; std::regex_match(line, match, row)) {
      documented[match[1]] = match[2];
    }
  }
  std::map<std::string, std::string> wanted;
  for (const ReasonRow& one : ReasonRows()) {
    wanted[ReasonName(one.reason)] = CodeName(one.code);
  }
  EXPECT_EQ(documented, wanted);
}

TEST(RefusalTest, ComesBackFromTheWireAsItWas) {
  for (const ReasonRow& row : ReasonRows()) {
    const absl::Status sent = Refusal(row.reason, "wanted b, found a", "state.game");
    EXPECT_THAT(sent, StatusIs(row.code, "wanted b, found a"));
    EXPECT_EQ(FromGrpcStatus(ToGrpcStatus(sent)), sent) << ReasonName(row.reason);
    EXPECT_EQ(ReasonOf(sent), row.reason);
    EXPECT_EQ(FieldOf(sent), "state.game");
  }
}

TEST(RefusalTest, HasTheFormThatToolsKnow) {
  const grpc::Status sent = ToGrpcStatus(Refusal(v1::REASON_OVERLOADED, "full"));
  v1::ErrorStatus wire;
  ASSERT_TRUE(wire.ParseFromString(sent.error_details()));
  EXPECT_EQ(wire.code(), 8);
  EXPECT_EQ(wire.message(), "full");
  std::set<std::string> types;
  for (const google::protobuf::Any& any : wire.details()) {
    types.insert(any.type_url());
  }
  const std::set<std::string> wanted = {"type.googleapis.com/google.rpc.ErrorInfo",
                                        "type.googleapis.com/google.rpc.RetryInfo"};
  EXPECT_EQ(types, wanted);
}

// A longer text would not fit into the response headers.
TEST(RefusalTest, LeavesTheMiddleOfALongTextOut) {
  const std::string word = "\xc3\x9c";
  std::string name;
  for (int i = 0; i < 10000; ++i) {
    name += word;
  }
  for (const std::string& text : {"no '" + name + "' here", "none: '" + name + "' here!"}) {
    const absl::Status refused = Refusal(v1::REASON_UNKNOWN_GAME, text, "game");
    const grpc::Status wire = ToGrpcStatus(refused);
    EXPECT_LT(3 * wire.error_message().size() + wire.error_details().size() * 4 / 3, 7000u);
    EXPECT_EQ(FromGrpcStatus(wire), refused);
    EXPECT_TRUE(absl::StartsWith(refused.message(), text.substr(0, 100)));
    EXPECT_TRUE(absl::EndsWith(refused.message(), text.substr(text.size() - 100)));
    // No character is cut in two.
    size_t letters = 0;
    for (size_t at = refused.message().find(word); at != absl::string_view::npos;
         at = refused.message().find(word, at + 2)) {
      ++letters;
    }
    const auto odd = std::ranges::count_if(
        refused.message(), [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
    EXPECT_EQ(2 * letters, static_cast<size_t>(odd));
  }
  EXPECT_LT(ToGrpcStatus(absl::NotFoundError(name)).error_message().size(), 1100u);
  EXPECT_EQ(Refusal(v1::REASON_BAD_FIELD, std::string(1000, 'x')).message(),
            std::string(1000, 'x'));
}

TEST(RefusalTest, SaysWhenAnotherTryIsWorthIt) {
  using std::chrono::milliseconds;
  const absl::Status full = Refusal(v1::REASON_OVERLOADED, "full");
  EXPECT_EQ(RetryOf(full), milliseconds(100));
  EXPECT_EQ(RetryOf(WithRetry(full, milliseconds(61'001))), milliseconds(61'001));
  EXPECT_EQ(RetryOf(Refusal(v1::REASON_BUG, "none")), std::nullopt);
}

TEST(RefusalTest, IsGivenToAnErrorThatHasNone) {
  for (int code = 1; code <= 16; ++code) {
    const absl::Status bare(static_cast<absl::StatusCode>(code), "why");
    const absl::Status received = FromGrpcStatus(ToGrpcStatus(bare));
    EXPECT_EQ(received.code(), bare.code());
    EXPECT_NE(ReasonOf(received), v1::REASON_UNSPECIFIED) << code;
  }
}

TEST(RefusalTest, KeepsTheFirstReasonOfAnError) {
  const absl::Status first = Refusal(v1::REASON_GAME_OVER, "ended");
  EXPECT_EQ(ReasonOf(WithReason(first, v1::REASON_BAD_FIELD, "seat")), v1::REASON_GAME_OVER);
  EXPECT_TRUE(WithReason(absl::OkStatus(), v1::REASON_BUG).ok());
  const absl::Status second = WithReason(absl::NotFoundError("no"), v1::REASON_BAD_NOTATION, "a");
  EXPECT_THAT(second, StatusIs(absl::StatusCode::kInvalidArgument, "no"));
  EXPECT_EQ(FieldOf(Within(second, "states[3]")), "states[3].a");
}

TEST(RefusalTest, OfAnotherDomainIsNoneOfOurs) {
  absl::Status status = absl::InternalError("x");
  v1::ErrorInfo info;
  info.set_reason("BUG");
  info.set_domain("another");
  status.SetPayload("type.googleapis.com/google.rpc.ErrorInfo",
                    absl::Cord(info.SerializeAsString()));
  EXPECT_EQ(ReasonOf(status), v1::REASON_UNSPECIFIED);
}

}  // namespace
}  // namespace kvintet::serving
