// Codec: messages as JSON and as bytes, and the envelopes around the messages of a stream.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace kvintet::serving {

// The form of messages: protobuf's JSON, with names in lowerCamelCase, or its bytes.
enum class Codec { kJson, kProto };

// The bytes of a message of this type. JSON may have the names of the schema, too. BAD_FIELD if it
// is not such a message or has an unknown field.
absl::StatusOr<std::string> ReadMessage(Codec codec, const google::protobuf::Descriptor& type,
                                        const std::string& text);

// The form in which a message of this type is sent. Internal if it cannot be written.
absl::StatusOr<std::string> WriteMessage(Codec codec, const google::protobuf::Descriptor& type,
                                         const std::string& bytes);

// The length of an envelope without its content.
inline constexpr size_t kEnvelopeBytes = 5;

// A message of a stream, or its end.
enum class EnvelopeKind { kMessage, kEnd };
std::string Envelope(EnvelopeKind kind, absl::string_view content);

// The content of the only envelope in the text. Unimplemented if there is none, or another, or if
// it is compressed; BAD_FIELD if it is not whole.
absl::StatusOr<std::string> OpenEnvelope(absl::string_view text);

}  // namespace kvintet::serving
