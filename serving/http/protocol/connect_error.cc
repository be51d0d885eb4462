// Errors in the form of the Connect protocol: see the header.
#include "serving/http/protocol/connect_error.h"

#include <google/protobuf/util/json_util.h>

#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"
#include "absl/strings/escaping.h"

#include "base/reports/json.h"
#include "kvintet_api/v1/error.pb.h"

namespace kvintet::serving {
namespace {

using absl::StatusCode;

// The protocol spells it with one l.
std::string CodeName(StatusCode code) {
  return code == StatusCode::kCancelled ? "canceled"
                                        : absl::AsciiStrToLower(absl::StatusCodeToString(code));
}

// Details have the names of google.rpc and the fields of our messages.
template <typename Message>
bool AddFields(absl::string_view name, absl::string_view type, const std::string& bytes,
               Json* detail) {
  Message message;
  std::string text;
  if (name != type || !message.ParseFromString(bytes) ||
      !google::protobuf::util::MessageToJsonString(message, &text).ok()) {
    return false;
  }
  (*detail)["debug"] = Json::parse(text, nullptr, false);
  return true;
}

Json Detail(absl::string_view url, const std::string& bytes) {
  const std::string type(url.substr(url.rfind('/') + 1));
  std::string value = absl::Base64Escape(bytes);
  value.erase(value.find_last_not_of('=') + 1);
  Json detail = {{"type", type}, {"value", value}};
  static_cast<void>(AddFields<v1::ErrorInfo>("google.rpc.ErrorInfo", type, bytes, &detail) ||
                    AddFields<v1::BadRequest>("google.rpc.BadRequest", type, bytes, &detail) ||
                    AddFields<v1::RetryInfo>("google.rpc.RetryInfo", type, bytes, &detail));
  return detail;
}

Json ErrorOf(const absl::Status& error) {
  Json json = {{"code", CodeName(error.code())}, {"message", std::string(error.message())}};
  // The status has them in no order.
  std::map<std::string, std::string> details;
  error.ForEachPayload([&](absl::string_view url, const absl::Cord& bytes) {
    details[std::string(url)] = std::string(bytes);
  });
  for (const auto& [url, bytes] : details) {
    json["details"].push_back(Detail(url, bytes));
  }
  return json;
}

}  // namespace

int HttpCodeOf(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return 200;
    case StatusCode::kInvalidArgument:
    case StatusCode::kFailedPrecondition:
    case StatusCode::kOutOfRange:
      return 400;
    case StatusCode::kUnauthenticated:
      return 401;
    case StatusCode::kPermissionDenied:
      return 403;
    case StatusCode::kNotFound:
      return 404;
    case StatusCode::kAlreadyExists:
    case StatusCode::kAborted:
      return 409;
    case StatusCode::kResourceExhausted:
      return 429;
    case StatusCode::kCancelled:
      return 499;
    case StatusCode::kUnimplemented:
      return 501;
    case StatusCode::kUnavailable:
      return 503;
    case StatusCode::kDeadlineExceeded:
      return 504;
    default:
      return 500;
  }
}

std::string ErrorJson(const absl::Status& error) { return ToJsonLine(ErrorOf(error)); }

std::string EndJson(const absl::Status& status) {
  return ToJsonLine(status.ok() ? Json::object() : Json{{"error", ErrorOf(status)}});
}

}  // namespace kvintet::serving
