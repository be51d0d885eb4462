// Protobuf's text form: reads it with the position of every error, writes it with every default.
#pragma once

#include <memory>
#include <string>

#include <absl/status/status.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

namespace kvintet {

// A text that was read. It is kept to report where a field was set.
struct TextOrigin {
  // A path, or "--set 'TEXT'".
  std::string where;
  // Whether its line numbers mean something to the user: those of a file do, an argument's do not.
  bool has_lines = true;
  // The position in the text of each field.
  std::unique_ptr<google::protobuf::TextFormat::ParseInfoTree> locations;
};

// Reads `text` and merges it into `message`. Fills origin.locations. On failure `message` is
// unchanged, and the Status, InvalidArgument, has a line "WHERE:LINE:COLUMN: what is wrong" for
// each error (without LINE:COLUMN unless origin.has_lines): an unknown or misspelt field, a value
// of the wrong type, a field set twice. A field that moved comes with its present place:
// "search.c_puct is now search.puct.c_puct".
absl::Status MergeTextProto(const std::string& text, TextOrigin& origin,
                            google::protobuf::Message& message);

// The same for an argument of the command line: `where` stands before each error.
absl::Status MergeTextProto(const std::string& text, const std::string& where,
                            google::protobuf::Message& message);

// The same for a file; also fails as ReadFile does.
absl::Status LoadTextProto(const std::string& path, google::protobuf::Message& message);

// `text`, for messages of the type `schema`, with every earlier field name (`was` in
// proto/options.proto) replaced by the present one.
std::string WithCurrentNames(const std::string& text, const google::protobuf::Descriptor& schema);

// The text of `message` with all defaults written out, so that it keeps its meaning when a default
// changes. A message of the same type nested inside it holds only differences and gets no defaults.
// Reads back to an equal resolved message.
std::string ToTextProto(const google::protobuf::Message& message);

}  // namespace kvintet
