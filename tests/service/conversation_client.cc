// conversation_client: runs a scripted conversation with a service in C++, and prints it.
//
// usage: conversation_client SCRIPT ADDRESS. tests/service/conversation.txt describes the script's
// format; the output is the same as that of conversation.py. Exit code 1 if the script is invalid.
#include <google/protobuf/text_format.h>

#include <cstdio>
#include <functional>
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
#include "kvintet_api/v1/error.pb.h"
#include "serving/client.h"
#include "tests/service/canonical_text.h"

namespace kvintet {
namespace {

using google::protobuf::Message;
using serving::Client;

constexpr Client::Timeout kTimeout(60000);
constexpr char kDetail[] = "type.googleapis.com/google.rpc.";

// The service's response to a call: a message, or several from a stream, or an error.
using Answer = absl::StatusOr<std::vector<std::unique_ptr<Message>>>;
// Calls one method with a request in text form; an error if the text is not a valid request.
using Method = std::function<absl::StatusOr<Answer>(Client*, const std::string& request)>;

template <typename Request>
absl::StatusOr<Request> ReadRequest(const std::string& text) {
  Request request;
  if (!google::protobuf::TextFormat::ParseFromString(text, &request)) {
    return absl::InvalidArgumentError(
        absl::StrCat("wanted a ", Request::descriptor()->name(), ", found: ", text));
  }
  return request;
}

template <typename Response>
Answer AsAnswer(absl::StatusOr<Response> response) {
  KVINTET_RETURN_IF_ERROR(response.status());
  std::vector<std::unique_ptr<Message>> one;
  one.push_back(std::make_unique<Response>(*std::move(response)));
  return one;
}

template <typename Response>
Method Unary(absl::StatusOr<Response> (Client::*call)(Client::Timeout)) {
  return [call](Client* client, const std::string&) { return AsAnswer((client->*call)(kTimeout)); };
}

template <typename Request, typename Response>
Method Unary(absl::StatusOr<Response> (Client::*call)(const Request&, Client::Timeout)) {
  return [call](Client* client, const std::string& text) -> absl::StatusOr<Answer> {
    KVINTET_ASSIGN_OR_RETURN(const Request request, ReadRequest<Request>(text));
    return AsAnswer((client->*call)(request, kTimeout));
  };
}

// All events that have happened, as one message.
absl::StatusOr<Answer> Watch(Client* client, const std::string& text) {
  KVINTET_ASSIGN_OR_RETURN(const auto request, ReadRequest<v1::WatchMatchRequest>(text));
  v1::WatchMatchResponse all;
  const absl::Status status =
      client->WatchMatch(request, kTimeout, [&all](const v1::WatchMatchResponse& some) {
        all.MergeFrom(some);
        return !some.has_state();
      });
  return AsAnswer(status.ok() ? absl::StatusOr<v1::WatchMatchResponse>(std::move(all)) : status);
}

// All messages of a stream.
template <typename Request, typename Response>
Method Stream(absl::Status (Client::*call)(const Request&, Client::Timeout,
                                           const std::function<bool(const Response&)>&)) {
  return [call](Client* client, const std::string& text) -> absl::StatusOr<Answer> {
    KVINTET_ASSIGN_OR_RETURN(const Request request, ReadRequest<Request>(text));
    std::vector<std::unique_ptr<Message>> all;
    const absl::Status status = (client->*call)(request, kTimeout, [&all](const Response& one) {
      all.push_back(std::make_unique<Response>(one));
      return true;
    });
    return status.ok() ? Answer(std::move(all)) : Answer(status);
  };
}

// The last message only: how many precede it depends on time.
Method Last(const Method& method) {
  return [method](Client* client, const std::string& text) -> absl::StatusOr<Answer> {
    KVINTET_ASSIGN_OR_RETURN(Answer answer, method(client, text));
    if (answer.ok() && !answer->empty()) {
      answer->erase(answer->begin(), answer->end() - 1);
    }
    return answer;
  };
}

const std::map<std::string, Method>& Methods() {
  static const auto& methods = *new std::map<std::string, Method>{
      {"CatalogService ListGames", Unary(&Client::ListGames)},
      {"CatalogService GetGame", Unary(&Client::GetGame)},
      {"CatalogService ListModels", Unary(&Client::ListModels)},
      {"RulesService Describe", Unary(&Client::Describe)},
      {"RulesService ListMoves", Unary(&Client::ListMoves)},
      {"RulesService Apply", Unary(&Client::Apply)},
      {"AnalysisService Evaluate", Unary(&Client::Evaluate)},
      {"AnalysisService ChooseMove", Unary(&Client::ChooseMove)},
      {"AnalysisService Analyze", Last(Stream(&Client::Analyze))},
      {"AnalysisService AnalyzeGame", Stream(&Client::AnalyzeGame)},
      {"MatchService CreateMatch", Unary(&Client::CreateMatch)},
      {"MatchService JoinMatch", Unary(&Client::JoinMatch)},
      {"MatchService GetMatch", Unary(&Client::GetMatch)},
      {"MatchService CommitMove", Unary(&Client::CommitMove)},
      {"MatchService Act", Unary(&Client::Act)},
      {"MatchService Rematch", Unary(&Client::Rematch)},
      {"MatchService GetReport", Unary(&Client::GetReport)},
      {"MatchService ListMatches", Unary(&Client::ListMatches)},
      {"MatchService WatchMatch", &Watch},
      {"TournamentService CreateTournament", Unary(&Client::CreateTournament)},
      {"TournamentService GetTournament", Unary(&Client::GetTournament)},
      {"TournamentService ListTournaments", Unary(&Client::ListTournaments)},
      {"TournamentService AddMatches", Unary(&Client::AddMatches)},
      {"TournamentService PauseMatch", Unary(&Client::PauseMatch)},
      {"TournamentService ResumeMatch", Unary(&Client::ResumeMatch)},
      {"TournamentService AdjustClock", Unary(&Client::AdjustClock)},
      {"TournamentService AdjustPoints", Unary(&Client::AdjustPoints)},
      {"TournamentService Forfeit", Unary(&Client::Forfeit)},
      {"TournamentService Disqualify", Unary(&Client::Disqualify)},
      {"TournamentService VoidMatch", Unary(&Client::VoidMatch)},
      {"TournamentService ReplayMatch", Unary(&Client::ReplayMatch)},
      {"TournamentService DecideMatch", Unary(&Client::DecideMatch)},
      {"TournamentService ForceReset", Unary(&Client::ForceReset)},
      {"TournamentService GetStandings", Unary(&Client::GetStandings)},
  };
  return methods;
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
    const auto found = Methods().find(method);
    if (found == Methods().end()) {
      return absl::InvalidArgumentError(absl::StrCat("the client has no ", method));
    }
    KVINTET_ASSIGN_OR_RETURN(Answer answer, found->second(client_, request));
    std::string text = answer.ok() ? "" : ErrorText(answer.status());
    answer_ = nullptr;
    if (answer.ok()) {
      for (std::unique_ptr<Message>& message : *answer) {
        text += CanonicalText(*message, hidden_);
        answer_ = std::move(message);
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
