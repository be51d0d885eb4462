// Codec: see the header.
#include "serving/http/protocol/codec.h"

#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver.h>
#include <google/protobuf/util/type_resolver_util.h>

#include <cstdint>
#include <memory>

#include "absl/strings/str_cat.h"

#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

namespace pb = google::protobuf;

constexpr char kUrl[] = "type.googleapis.com";
constexpr uint8_t kCompressed = 1;
constexpr uint8_t kEnd = 2;

std::string UrlOf(const pb::Descriptor& type) { return absl::StrCat(kUrl, "/", type.full_name()); }

pb::util::TypeResolver* Types() {
  static auto* types =
      pb::util::NewTypeResolverForDescriptorPool(kUrl, pb::DescriptorPool::generated_pool());
  return types;
}

// Whether the generated code can read the bytes, as the service will.
bool Parses(const pb::Descriptor& type, const std::string& bytes) {
  const std::unique_ptr<pb::Message> message(
      pb::MessageFactory::generated_factory()->GetPrototype(&type)->New());
  return message->ParseFromString(bytes);
}

absl::Status Unimplemented(absl::string_view text) {
  return absl::UnimplementedError(absl::StrCat("request: ", text));
}

}  // namespace

absl::StatusOr<std::string> ReadMessage(Codec codec, const pb::Descriptor& type,
                                        const std::string& text) {
  std::string bytes = text;
  if (codec == Codec::kJson) {
    bytes.clear();
    const auto read = pb::util::JsonToBinaryString(Types(), UrlOf(type), text, &bytes);
    if (!read.ok()) {
      return Refusal(v1::REASON_BAD_FIELD,
                     absl::StrCat("request: wanted the JSON of a ", type.full_name(), ", found ",
                                  std::string(read.message())));
    }
  }
  if (!Parses(type, bytes)) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("request: wanted a ", type.full_name(), ", found ", bytes.size(),
                                " bytes that are none"));
  }
  return bytes;
}

absl::StatusOr<std::string> WriteMessage(Codec codec, const pb::Descriptor& type,
                                         const std::string& bytes) {
  if (codec == Codec::kProto) {
    return bytes;
  }
  std::string text;
  const auto written = pb::util::BinaryToJsonString(Types(), UrlOf(type), bytes, &text);
  if (!written.ok()) {
    return absl::InternalError(
        absl::StrCat("the answer cannot be written as JSON: ", std::string(written.message())));
  }
  return text;
}

std::string Envelope(EnvelopeKind kind, absl::string_view content) {
  std::string text(1, static_cast<char>(kind == EnvelopeKind::kEnd ? kEnd : 0));
  for (int shift = 24; shift >= 0; shift -= 8) {
    text.push_back(static_cast<char>(content.size() >> shift & 0xFF));
  }
  return absl::StrCat(text, content);
}

absl::StatusOr<std::string> OpenEnvelope(absl::string_view text) {
  if (text.empty()) {
    return Unimplemented("wanted one message, found none");
  }
  size_t size = 0;
  for (size_t i = 1; i < kEnvelopeBytes && i < text.size(); ++i) {
    size = size << 8 | static_cast<unsigned char>(text[i]);
  }
  if (text.size() < kEnvelopeBytes || size > text.size() - kEnvelopeBytes) {
    return Refusal(v1::REASON_BAD_FIELD,
                   "request: wanted a message in an envelope (a byte of flags, four bytes of "
                   "length), found a part of one");
  }
  const auto flags = static_cast<unsigned char>(text[0]);
  if ((flags & kCompressed) != 0) {
    return Unimplemented("wanted a message that is not compressed");
  }
  if (flags != 0) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("request: wanted the flags 0 of a message, found ", flags));
  }
  if (size < text.size() - kEnvelopeBytes) {
    return Unimplemented("wanted one message, found more");
  }
  return std::string(text.substr(kEnvelopeBytes));
}

}  // namespace kvintet::serving
