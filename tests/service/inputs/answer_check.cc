// CheckAnswer: see the header.
#include "tests/service/inputs/answer_check.h"

#include <google/protobuf/message.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "serving/errors/refusal.h"

namespace kvintet::testing {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::Message;

bool Parses(const Descriptor& type, const std::string& bytes) {
  const Message* const prototype =
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(&type);
  const std::unique_ptr<Message> message(prototype->New());
  return message->ParseFromString(bytes);
}

absl::Status Wrong(const absl::Status& found, absl::string_view what) {
  return absl::InternalError(absl::StrCat(what, ", found: ", found.ToString()));
}

// Whether the refusal is the gRPC library's own; those have no details.
bool IsTheLibrarys(const Descriptor& type, const std::string& request, size_t max_request_bytes,
                   absl::StatusCode code) {
  return (code == absl::StatusCode::kUnimplemented && !Parses(type, request)) ||
         (code == absl::StatusCode::kResourceExhausted && request.size() > 2 * max_request_bytes);
}

absl::Status CheckRefusal(const Descriptor& type, const absl::Status& status) {
  const v1::Reason reason = ReasonOf(status);
  const auto rows = ReasonRows();
  const auto row = std::ranges::find(rows, reason, &ReasonRow::reason);
  if (row == rows.end()) {
    return Wrong(status, "wanted a reason");
  }
  if (reason == v1::REASON_BUG) {
    return Wrong(status, "wanted no fault of the server");
  }
  if (row->code != status.code()) {
    return Wrong(status, absl::StrCat("wanted the code of ", ReasonName(reason)));
  }
  if (status.message().empty()) {
    return Wrong(status, "wanted a text");
  }
  if (row->retry.has_value() != RetryOf(status).has_value()) {
    return Wrong(status, "wanted a time to wait, if and only if another try is worth it");
  }
  const std::string field = FieldOf(status);
  if (!field.empty() && !HasField(type, field)) {
    return Wrong(status, absl::StrCat("wanted a field of ", type.full_name(), ", found ", field));
  }
  return absl::OkStatus();
}

}  // namespace

bool HasField(const Descriptor& type, const std::string& path) {
  const Descriptor* within = &type;
  for (const absl::string_view step : absl::StrSplit(path, '.')) {
    const std::string name(step.substr(0, step.find('[')));
    const auto* field = within == nullptr ? nullptr : within->FindFieldByName(name);
    if (field == nullptr) {
      return false;
    }
    within = field->message_type();
  }
  return true;
}

absl::Status CheckAnswer(const google::protobuf::MethodDescriptor& method,
                         const std::string& request, size_t max_request_bytes,
                         const WireAnswer& answer) {
  const absl::Status& status = answer.status;
  for (const std::string& message : answer.messages) {
    if (!Parses(*method.output_type(), message)) {
      return Wrong(status, absl::StrCat("wanted a ", method.output_type()->full_name()));
    }
  }
  if (status.ok()) {
    const bool one = method.server_streaming() || answer.messages.size() == 1;
    return one ? absl::OkStatus() : Wrong(status, "wanted one message");
  }
  if (ReasonOf(status) == v1::REASON_UNSPECIFIED &&
      IsTheLibrarys(*method.input_type(), request, max_request_bytes, status.code())) {
    return absl::OkStatus();
  }
  return CheckRefusal(*method.input_type(), status);
}

}  // namespace kvintet::testing
