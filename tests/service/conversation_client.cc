// conversation_client: runs a scripted conversation with a service in C++, and prints it.
//
// usage: conversation_client SCRIPT ADDRESS. tests/service/conversation.txt describes the script's
// format; the output is the same as that of conversation.py. Exit code 1 if the script is invalid.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

#include "base/files/file.h"
#include "base/status_macros.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/error.pb.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "kvintet_api/v1/run.pb.h"
#include "kvintet_api/v1/study.pb.h"
#include "kvintet_api/v1/tournament_service.pb.h"
#include "serving/client.h"
#include "tests/service/canonical_text.h"

namespace kvintet {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::Message;
using google::protobuf::MessageFactory;
using google::protobuf::MethodDescriptor;
using google::protobuf::ServiceDescriptor;
using serving::Client;

constexpr Client::Timeout kTimeout(60000);
constexpr char kDetail[] = "type.googleapis.com/google.rpc.";

// The service's response to a call: a message, or several from a stream, or an error.
using Answer = absl::StatusOr<std::vector<std::unique_ptr<Message>>>;

// The method of a service in this schema that a script calls "RulesService ListMoves"; null if
// there is none.
const MethodDescriptor* FindMethodIn(const FileDescriptor& schema, const std::string& name) {
  for (int i = 0; i < schema.service_count(); ++i) {
    const ServiceDescriptor& service = *schema.service(i);
    for (int k = 0; k < service.method_count(); ++k) {
      if (name == absl::StrCat(service.name(), " ", service.method(k)->name())) {
        return service.method(k);
      }
    }
  }
  return nullptr;
}

// The same in all schemas.
const MethodDescriptor* FindMethod(const std::string& name) {
  // A message of each schema that has a service.
  for (const Descriptor* message :
       {v1::GetGameRequest::descriptor(), v1::DescribeRequest::descriptor(),
        v1::EvaluateRequest::descriptor(), v1::GetMatchRequest::descriptor(),
        v1::GetStandingsRequest::descriptor(), v1::GetRunRequest::descriptor(),
        v1::GetStudyRequest::descriptor()}) {
    const MethodDescriptor* const found = FindMethodIn(*message->file(), name);
    if (found != nullptr) {
      return found;
    }
  }
  return nullptr;
}

std::unique_ptr<Message> NewMessage(const Descriptor& type) {
  const auto* const prototype = MessageFactory::generated_factory()->GetPrototype(&type);
  return std::unique_ptr<Message>(prototype->New());
}

// All events of a match up to now, as one message: how they are grouped depends on time.
absl::Status Watch(Client* client, const Message& request, Message* all) {
  v1::WatchMatchResponse some;
  return client->Follow(request, kTimeout, &some, [&] {
    all->MergeFrom(some);
    return !some.has_state();
  });
}

// All messages of a stream. Of a search only the last: how many precede it depends on time.
Answer Follow(Client* client, const MethodDescriptor& method, const Message& request) {
  std::vector<std::unique_ptr<Message>> all;
  const std::unique_ptr<Message> one = NewMessage(*method.output_type());
  KVINTET_RETURN_IF_ERROR(client->Follow(request, kTimeout, one.get(), [&] {
    if (method.name() == "Analyze") {
      all.clear();
    }
    all.push_back(NewMessage(*method.output_type()));
    all.back()->CopyFrom(*one);
    // It would not end by itself.
    return method.name() != "WatchRun";
  }));
  return all;
}

Answer CallMethod(Client* client, const MethodDescriptor& method, const Message& request) {
  if (method.server_streaming() && method.name() != "WatchMatch") {
    return Follow(client, method, request);
  }
  std::vector<std::unique_ptr<Message>> one;
  one.push_back(NewMessage(*method.output_type()));
  KVINTET_RETURN_IF_ERROR(method.server_streaming()
                              ? Watch(client, request, one[0].get())
                              : client->Call(request, kTimeout, one[0].get()));
  return one;
}

template <typename Detail>
std::string DetailText(const std::string& bytes) {
  Detail detail;
  return detail.ParseFromString(bytes) ? CanonicalText(detail, {}) : "no message\n";
}

// The error's code, message and details, sorted by type.
std::string ErrorText(const absl::Status& status) {
  using Reader = std::string (*)(const std::string&);
  static const auto& readers = *new std::map<std::string, Reader>{
      {"BadRequest", &DetailText<v1::BadRequest>},
      {"ErrorInfo", &DetailText<v1::ErrorInfo>},
      {"RetryInfo", &DetailText<v1::RetryInfo>},
  };
  std::map<std::string, std::string> details;
  status.ForEachPayload([&details](absl::string_view type, const absl::Cord& bytes) {
    const std::string name(absl::StripPrefix(type, kDetail));
    const auto reader = readers.find(name);
    details[name] = reader == readers.end() ? "unknown\n" : reader->second(std::string(bytes));
  });
  v1::ErrorStatus shown;
  shown.set_message(std::string(status.message()));
  std::string text = absl::StrCat("error: ", absl::StatusCodeToString(status.code()), "\n",
                                  CanonicalText(shown, {}));
  for (const auto& [name, detail] : details) {
    absl::StrAppend(&text, name, ":\n", detail);
  }
  return text;
}

// The value of a field, or element `index` of a repeated one: a string, or a message to descend
// into.
struct Value {
  const Message* message = nullptr;
  std::string text = {};
};

// The value at one step of a path, such as "text" or "moves[1]".
std::optional<Value> ValueAt(const Message& message, const std::string& step) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(step, absl::MaxSplits('[', 1));
  const auto* field = message.GetDescriptor()->FindFieldByName(parts.first);
  const auto* of = message.GetReflection();
  int index = 0;
  if (field == nullptr || field->is_repeated() == parts.second.empty()) {
    return std::nullopt;
  }
  const bool many = field->is_repeated();
  if (many && (!absl::SimpleAtoi(absl::StripSuffix(parts.second, "]"), &index) || index < 0 ||
               index >= of->FieldSize(message, field))) {
    return std::nullopt;
  }
  switch (field->cpp_type()) {
    case google::protobuf::FieldDescriptor::CPPTYPE_STRING:
      return Value{.text = many ? of->GetRepeatedString(message, field, index)
                                : of->GetString(message, field)};
    case google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE:
      return Value{.message = many ? &of->GetRepeatedMessage(message, field, index)
                                   : &of->GetMessage(message, field)};
    default:
      return std::nullopt;
  }
}

// The string at a path such as "moves[1].text" in a response.
absl::StatusOr<std::string> StringAt(const Message& answer, const std::string& path) {
  Value value = {.message = &answer};
  for (const std::string& step : std::vector<std::string>(absl::StrSplit(path, '.'))) {
    std::optional<Value> next =
        value.message == nullptr ? std::nullopt : ValueAt(*value.message, step);
    if (!next) {
      return absl::InvalidArgumentError(absl::StrCat("the answer has nothing at ", path));
    }
    value = *std::move(next);
  }
  if (value.message != nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("no string is at ", path));
  }
  return value.text;
}

// Reads a script line by line, and makes a call when its request is complete.
class Conversation {
 public:
  explicit Conversation(Client* client) : client_(client) {}

  absl::Status Hold(const std::string& script) {
    for (const std::string& line : std::vector<std::string>(absl::StrSplit(script, '\n'))) {
      KVINTET_RETURN_IF_ERROR(Follow(line));
    }
    return Call();
  }

 private:
  absl::Status Follow(const std::string& line) {
    if (line.empty() || line[0] == '#') {
      return absl::OkStatus();
    }
    if (line[0] == ' ') {
      absl::StrAppend(&request_, absl::StrReplaceAll(line, replacements_), "\n");
      return absl::OkStatus();
    }
    KVINTET_RETURN_IF_ERROR(Call());
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    if (words.size() == 3 && words[0] == "call") {
      method_ = absl::StrCat(words[1], " ", words[2]);
      return absl::OkStatus();
    }
    if (words.size() == 3 && words[0] == "save" && answer_ != nullptr) {
      KVINTET_ASSIGN_OR_RETURN(replacements_[absl::StrCat("$", words[1])],
                               StringAt(*answer_, words[2]));
      return absl::OkStatus();
    }
    if (words.size() == 2 && (words[0] == "blank" || words[0] == "drop")) {
      (words[0] == "blank" ? hidden_.blank : hidden_.drop).insert(words[1]);
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(
        absl::StrCat("wanted call, save, blank or drop, found: ", line));
  }

  // Makes the call that has been read, if any.
  absl::Status Call() {
    const std::string method = std::exchange(method_, "");
    const std::string request = std::exchange(request_, "");
    if (method.empty()) {
      return request.empty() ? absl::OkStatus()
                             : absl::InvalidArgumentError("a request belongs to no call");
    }
    const MethodDescriptor* const found = FindMethod(method);
    if (found == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat("the service has no ", method));
    }
    const std::unique_ptr<Message> message = NewMessage(*found->input_type());
    if (!google::protobuf::TextFormat::ParseFromString(request, message.get())) {
      return absl::InvalidArgumentError(
          absl::StrCat("wanted a ", message->GetTypeName(), ", found: ", request));
    }
    Answer answer = CallMethod(client_, *found, *message);
    std::string text = answer.ok() ? "" : ErrorText(answer.status());
    answer_ = nullptr;
    if (answer.ok()) {
      for (std::unique_ptr<Message>& part : *answer) {
        text += CanonicalText(*part, hidden_);
        answer_ = std::move(part);
      }
    }
    std::printf("== %d %s\n%s", ++number_, method.c_str(), text.c_str());
    return absl::OkStatus();
  }

  Client* const client_;
  HiddenFields hidden_;
  std::map<std::string, std::string> replacements_;
  // The method of the call being read.
  std::string method_;
  std::string request_;
  // The last message of the last call; null if it was refused.
  std::unique_ptr<Message> answer_;
  int number_ = 0;
};

absl::Status Run(const std::string& script, const std::string& address) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(script));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Client> client,
                           Client::Connect(address, kTimeout));
  return Conversation(client.get()).Hold(text);
}

}  // namespace
}  // namespace kvintet

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: conversation_client SCRIPT ADDRESS\n");
    return 2;
  }
  const absl::Status status = kvintet::Run(argv[1], argv[2]);
  if (!status.ok()) {
    std::fprintf(stderr, "conversation_client: %s\n", std::string(status.message()).c_str());
    return 1;
  }
  return 0;
}
