// Protobuf's text form: read with the place of every error, written with every default.
#pragma once

#include <memory>
#include <string>

#include <absl/status/status.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

namespace kvintet {

// A text that was read, kept to tell where a field was set.
struct TextOrigin {
  // A path, or "--set 'TEXT'".
  std::string where;
  // Whether lines of it mean something to the user: of a path, not of an argument.
  bool has_lines = true;
  // Where in the text each field stands.
  std::unique_ptr<google::protobuf::TextFormat::ParseInfoTree> locations;
};

// Reads `text` and merges it over what `message` has. On failure `message` is unchanged, and the
// Status, InvalidArgument, has a line "WHERE:LINE:COLUMN: what is wrong" (without LINE:COLUMN
// unless origin.has_lines) per error: an unknown or misspelt field, a value of the wrong type, a
// field set twice. Fills origin.locations.
absl::Status MergeTextProto(const std::string& text, TextOrigin& origin,
                            google::protobuf::Message& message);

// The same for one argument of the command line: `where` is printed before each error.
absl::Status MergeTextProto(const std::string& text, const std::string& where,
                            google::protobuf::Message& message);

// The same for a file; also fails as ReadFile does.
absl::Status LoadTextProto(const std::string& path, google::protobuf::Message& message);

// The text of `message` with all defaults written out, so that it means the same after a default
// has changed; in a message of the same type inside it, which says what differs, none. Reads back
// to an equal resolved message.
std::string ToTextProto(const google::protobuf::Message& message);

}  // namespace kvintet
