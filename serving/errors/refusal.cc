// Refusal: see the header.
#include "serving/errors/refusal.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "base/check.h"

namespace kvintet {
namespace {

using absl::StatusCode;
using std::chrono::milliseconds;

constexpr char kDomain[] = "kvintet";
constexpr char kPrefix[] = "REASON_";
// Type URLs that tools know.
constexpr char kErrorInfo[] = "type.googleapis.com/google.rpc.ErrorInfo";
constexpr char kBadRequest[] = "type.googleapis.com/google.rpc.BadRequest";
constexpr char kRetryInfo[] = "type.googleapis.com/google.rpc.RetryInfo";

constexpr int kMillis = 1000;
constexpr int kNanosPerMilli = 1'000'000;
constexpr milliseconds kSoon(100);
constexpr milliseconds kLater(1000);

const auto kRows = std::to_array<ReasonRow>({
    {v1::REASON_BAD_FIELD, StatusCode::kInvalidArgument, {}},
    {v1::REASON_BAD_OPTIONS, StatusCode::kInvalidArgument, {}},
    {v1::REASON_BAD_NOTATION, StatusCode::kInvalidArgument, {}},
    {v1::REASON_BAD_BUDGET, StatusCode::kInvalidArgument, {}},
    {v1::REASON_ILLEGAL_MOVE, StatusCode::kInvalidArgument, {}},
    {v1::REASON_UNKNOWN_GAME, StatusCode::kNotFound, {}},
    {v1::REASON_NO_SUCH_RESOURCE, StatusCode::kNotFound, {}},
    {v1::REASON_GAME_OVER, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_NOT_YOUR_TURN, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_TELLS_MORE, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_BAD_TOKEN, StatusCode::kUnauthenticated, {}},
    {v1::REASON_ROLE, StatusCode::kPermissionDenied, {}},
    {v1::REASON_TOO_LARGE, StatusCode::kResourceExhausted, {}},
    {v1::REASON_TOO_MANY_CALLS, StatusCode::kResourceExhausted, kSoon},
    {v1::REASON_OVERLOADED, StatusCode::kResourceExhausted, kSoon},
    {v1::REASON_PREDICTED_LATE, StatusCode::kDeadlineExceeded, {}},
    {v1::REASON_LATE, StatusCode::kDeadlineExceeded, {}},
    {v1::REASON_CANCELLED, StatusCode::kCancelled, {}},
    {v1::REASON_DRAINING, StatusCode::kUnavailable, kLater},
    {v1::REASON_WRONG_STATE, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_CORRUPT, StatusCode::kDataLoss, {}},
    {v1::REASON_BUG, StatusCode::kInternal, {}},
    {v1::REASON_QUOTA, StatusCode::kResourceExhausted, kSoon},
    {v1::REASON_LIVE_MATCH, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_UNKNOWN_MATCH, StatusCode::kNotFound, {}},
    {v1::REASON_STALE_PLY, StatusCode::kAborted, {}},
    {v1::REASON_ALREADY_CHOSEN, StatusCode::kAlreadyExists, {}},
    {v1::REASON_NO_OPEN_PLACE, StatusCode::kAlreadyExists, {}},
    {v1::REASON_MATCH_WAITS, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_MATCH_PAUSED, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_AGENT_NOT_COMMITTED, StatusCode::kFailedPrecondition, kSoon},
    {v1::REASON_NO_SUCH_OFFER, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_NOT_IN_RULES, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_NOT_NOW, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_NO_MATCHES, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_TOO_MANY_MATCHES, StatusCode::kResourceExhausted, kLater},
    {v1::REASON_JOURNAL_DOWN, StatusCode::kUnavailable, kLater},
    {v1::REASON_NO_SUCH_CURSOR, StatusCode::kOutOfRange, {}},
    {v1::REASON_REQUEST_ID_USED, StatusCode::kInvalidArgument, {}},
    {v1::REASON_NOT_BUILT, StatusCode::kUnimplemented, {}},
    {v1::REASON_UNKNOWN_TOURNAMENT, StatusCode::kNotFound, {}},
    {v1::REASON_TOO_MANY_TOURNAMENTS, StatusCode::kResourceExhausted, {}},
    {v1::REASON_NO_TRAINED_MODEL, StatusCode::kFailedPrecondition, {}},
    {v1::REASON_NO_MODEL, StatusCode::kFailedPrecondition, {}},
});

const ReasonRow& RowOf(v1::Reason reason) {
  const auto row = std::ranges::find(kRows, reason, &ReasonRow::reason);
  KVINTET_CHECK(row != kRows.end());
  return *row;
}

template <typename Message>
void SetDetail(absl::Status* status, const char* type, const Message& message) {
  status->SetPayload(type, absl::Cord(message.SerializeAsString()));
}

template <typename Message>
std::optional<Message> Detail(const absl::Status& status, const char* type) {
  const absl::optional<absl::Cord> payload = status.GetPayload(type);
  Message message;
  if (!payload || !message.ParseFromString(std::string(*payload))) {
    return std::nullopt;
  }
  return message;
}

void SetField(absl::Status* status, absl::string_view field) {
  v1::BadRequest request;
  v1::BadRequest::FieldViolation* violation = request.add_field_violations();
  violation->set_field(std::string(field));
  violation->set_description(std::string(status->message()));
  SetDetail(status, kBadRequest, request);
}

// Whether a text may be cut before this byte, which must not continue a UTF-8 character.
bool BeginsLetter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

// Texts quote what the client has sent, however long it is. They are sent twice, in headers that
// are limited to 8 KiB in total; beyond that the client would lose the reason.
std::string Shortened(absl::string_view text) {
  constexpr size_t kFirst = 600;
  constexpr size_t kLast = 400;
  constexpr absl::string_view kGap = " ... ";
  if (text.size() <= kFirst + kLast + kGap.size()) {
    return std::string(text);
  }
  size_t first = kFirst;
  while (first > 0 && !BeginsLetter(text[first])) {
    --first;
  }
  size_t last = text.size() - kLast;
  while (last < text.size() && !BeginsLetter(text[last])) {
    ++last;
  }
  return absl::StrCat(text.substr(0, first), kGap, text.substr(last));
}

}  // namespace

std::span<const ReasonRow> ReasonRows() { return kRows; }

std::string ReasonName(v1::Reason reason) {
  return std::string(absl::StripPrefix(v1::Reason_Name(reason), kPrefix));
}

absl::Status BadField(absl::string_view field, absl::string_view text) {
  return Refusal(v1::REASON_BAD_FIELD, absl::StrCat(field, ": ", text), field);
}

absl::Status Refusal(v1::Reason reason, absl::string_view message, absl::string_view field) {
  const ReasonRow& row = RowOf(reason);
  absl::Status status(row.code, Shortened(message));
  v1::ErrorInfo info;
  info.set_reason(ReasonName(reason));
  info.set_domain(kDomain);
  SetDetail(&status, kErrorInfo, info);
  if (!field.empty()) {
    SetField(&status, field);
  }
  return row.retry ? WithRetry(std::move(status), *row.retry) : status;
}

absl::Status WithRetry(absl::Status refusal, milliseconds wait) {
  v1::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(wait.count() / kMillis);
  retry.mutable_retry_delay()->set_nanos(static_cast<int>(wait.count() % kMillis) * kNanosPerMilli);
  SetDetail(&refusal, kRetryInfo, retry);
  return refusal;
}

absl::Status WithReason(const absl::Status& status, v1::Reason reason, absl::string_view field) {
  if (status.ok() || ReasonOf(status) != v1::REASON_UNSPECIFIED) {
    return status;
  }
  return Refusal(reason, status.message(), field);
}

absl::Status Within(const absl::Status& status, absl::string_view name) {
  const std::string field = FieldOf(status);
  absl::Status greater = status;
  if (!field.empty()) {
    SetField(&greater, absl::StrCat(name, ".", field));
  }
  return greater;
}

v1::Reason ReasonOf(const absl::Status& status) {
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  if (const auto info = Detail<v1::ErrorInfo>(status, kErrorInfo);
      info && info->domain() == kDomain) {
    // Stays unspecified for an unknown name, since a newer server may have more reasons.
    v1::Reason_Parse(absl::StrCat(kPrefix, info->reason()), &reason);
  }
  return reason;
}

std::string FieldOf(const absl::Status& status) {
  const auto request = Detail<v1::BadRequest>(status, kBadRequest);
  return request && request->field_violations_size() > 0 ? request->field_violations(0).field()
                                                         : std::string();
}

std::optional<milliseconds> RetryOf(const absl::Status& status) {
  const auto retry = Detail<v1::RetryInfo>(status, kRetryInfo);
  if (!retry) {
    return std::nullopt;
  }
  return milliseconds(retry->retry_delay().seconds() * kMillis +
                      retry->retry_delay().nanos() / kNanosPerMilli);
}

v1::Reason DefaultReason(absl::StatusCode code) {
  switch (code) {
    case StatusCode::kInvalidArgument:
    case StatusCode::kOutOfRange:
      return v1::REASON_BAD_FIELD;
    case StatusCode::kNotFound:
      return v1::REASON_NO_SUCH_RESOURCE;
    case StatusCode::kAlreadyExists:
    case StatusCode::kFailedPrecondition:
    case StatusCode::kAborted:
      return v1::REASON_WRONG_STATE;
    case StatusCode::kUnauthenticated:
      return v1::REASON_BAD_TOKEN;
    case StatusCode::kPermissionDenied:
      return v1::REASON_ROLE;
    case StatusCode::kResourceExhausted:
      return v1::REASON_OVERLOADED;
    case StatusCode::kDeadlineExceeded:
      return v1::REASON_LATE;
    case StatusCode::kCancelled:
      return v1::REASON_CANCELLED;
    case StatusCode::kUnavailable:
      return v1::REASON_DRAINING;
    case StatusCode::kDataLoss:
      return v1::REASON_CORRUPT;
    default:
      return v1::REASON_BUG;
  }
}

}  // namespace kvintet
