// CallResponse: see the header.
#include "serving/http/protocol/call_response.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

constexpr char kLastChunk[] = "0\r\n\r\n";

}  // namespace

absl::StatusOr<std::string> CallResponse::Received(const std::string& message, bool keep_open) {
  if (!call_.rpc->streams) {
    received_ = message;
    return std::string();
  }
  KVINTET_ASSIGN_OR_RETURN(const std::string envelope, StreamMessage(call_, message));
  return Chunk(envelope, keep_open);
}

std::string CallResponse::Ended(const absl::Status& status, bool keep_open) {
  if (call_.rpc->streams) {
    return absl::StrCat(Chunk(StreamEnd(status), keep_open), kLastChunk);
  }
  absl::StatusOr<std::string> message = absl::InternalError("the call has no answer");
  if (!status.ok()) {
    message = status;
  } else if (received_) {
    message = *received_;
  }
  return WireText(UnaryResponse(call_, message), keep_open, true);
}

std::string CallResponse::Chunk(const std::string& content, bool keep_open) {
  std::string text;
  if (!std::exchange(begun_, true)) {
    text = absl::StrCat(HeadText(StreamHead(call_)), "transfer-encoding: chunked\r\n",
                        keep_open ? "" : "connection: close\r\n", "\r\n");
  }
  absl::StrAppend(&text, absl::Hex(content.size()), "\r\n", content, "\r\n");
  return text;
}

}  // namespace kvintet::serving
