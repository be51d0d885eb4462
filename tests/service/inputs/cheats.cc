// CheatRoom: see the header.
#include "tests/service/inputs/cheats.h"

#include <google/protobuf/text_format.h>

#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "kvintet_api/v1/match.pb.h"
#include "serving/errors/refusal.h"
#include "tests/service/inputs/answer_check.h"

namespace kvintet::testing {
namespace {

using google::protobuf::Message;

const AnyMethod& MethodOf(const Step& step) {
  for (const AnyMethod* method : AllMethods()) {
    if (NameOf(*method) == absl::StrCat("kvintet.v1.", step.method)) {
      return *method;
    }
  }
  KVINTET_CHECK(false);
  return *AllMethods().front();
}

// The request's bytes.
std::string RequestOf(const SoundRoom& room, const Step& step) {
  const auto message = EmptyRequest(MethodOf(step));
  KVINTET_CHECK(google::protobuf::TextFormat::ParseFromString(step.request, message.get()));
  room.Fill(message.get());
  return message->SerializeAsString();
}

// The text at a path of a message; for a list its first element.
std::string TextAt(const Message& message, const std::string& path) {
  const Message* within = &message;
  for (const absl::string_view name : absl::StrSplit(path, '.')) {
    const auto* field = within->GetDescriptor()->FindFieldByName(std::string(name));
    KVINTET_CHECK(field != nullptr);
    const auto& on = *within->GetReflection();
    if (field->message_type() != nullptr) {
      within = field->is_repeated() ? &on.GetRepeatedMessage(*within, field, 0)
                                    : &on.GetMessage(*within, field);
    } else {
      return field->is_repeated() ? on.GetRepeatedString(*within, field, 0)
                                  : on.GetString(*within, field);
    }
  }
  return "";
}

// The bytes of all messages of a response and of its error.
std::string BytesOf(const WireAnswer& answer) {
  std::string bytes(answer.status.ToString());
  for (const std::string& message : answer.messages) {
    bytes += message;
  }
  return bytes;
}

}  // namespace

absl::Status CheatRoom::Try(const Cheat& cheat) {
  room_.Renew(std::exchange(used_, ""));
  for (const Step& step : cheat.before) {
    used_ += step.request;
    KVINTET_RETURN_IF_ERROR(Prepare(step));
  }
  const std::string text = used_ + cheat.attempt.request;
  const std::string before = Shown(text);
  const absl::Status attempt = Attempt(cheat);
  const bool changed = Shown(text) != before;
  if (!attempt.ok() || changed) {
    used_ = text;
  }
  KVINTET_RETURN_IF_ERROR(attempt);
  return changed ? absl::InternalError("it changed what is seen of a match") : absl::OkStatus();
}

absl::Status CheatRoom::Prepare(const Step& step) {
  const AnyMethod& method = MethodOf(step);
  const WireAnswer answer = room_.Call(method, RequestOf(room_, step));
  if (!answer.status.ok()) {
    return absl::InternalError(absl::StrCat(step.method, ": ", answer.status.ToString()));
  }
  if (!step.kept.empty()) {
    const std::unique_ptr<Message> response(google::protobuf::MessageFactory::generated_factory()
                                                ->GetPrototype(method.output_type())
                                                ->New());
    KVINTET_CHECK(response->ParseFromString(answer.messages.at(0)));
    const std::vector<std::string> names = absl::StrSplit(step.as, ',');
    for (size_t i = 0; const absl::string_view path : absl::StrSplit(step.kept, ',')) {
      const std::string text = TextAt(*response, std::string(path));
      KVINTET_CHECK(!text.empty());
      room_.Remember(names.at(i++), text);
    }
  }
  return absl::OkStatus();
}

absl::Status CheatRoom::Attempt(const Cheat& cheat) {
  const AnyMethod& method = MethodOf(cheat.attempt);
  const std::string request = RequestOf(room_, cheat.attempt);
  const WireAnswer answer = room_.Call(method, request);
  KVINTET_RETURN_IF_ERROR(CheckAnswer(method, request, SoundRoom::kMaxRequestBytes, answer));
  const v1::Reason reason = ReasonOf(answer.status);
  if (reason != cheat.reason || answer.status.ok() != (reason == v1::REASON_UNSPECIFIED)) {
    return absl::InternalError(absl::StrCat("found ", answer.status.ToString()));
  }
  const bool named = cheat.secret.starts_with('$');
  const std::string secret = named ? room_.Known(cheat.secret) : cheat.secret;
  if (!secret.empty() && BytesOf(answer).find(secret) != std::string::npos) {
    return absl::InternalError("the answer holds the secret");
  }
  return absl::OkStatus();
}

std::string CheatRoom::Shown(const std::string& text) {
  constexpr std::pair<const char*, const char*> kAll[] = {
      {"$M", "$A"}, {"$M", "$B"}, {"$M", ""}, {"$K", "$C"}, {"$K", "$D"}, {"$K", ""},  {"$T", "$G"},
      {"$T", "$H"}, {"$R", "$U"}, {"$R", ""}, {"$L", "$X"}, {"$F", ""},   {"$W", "$Z"}};
  std::string shown;
  for (const auto& [match, token] : kAll) {
    if (!absl::StrContains(text, match)) {
      continue;
    }
    const Step look = {"MatchService/GetMatch",
                       absl::StrCat("match: '", match, "' token: '", token, "'")};
    const WireAnswer answer = room_.Call(MethodOf(look), RequestOf(room_, look));
    v1::GetMatchResponse response;
    KVINTET_CHECK(answer.status.ok() && response.ParseFromString(answer.messages.at(0)));
    response.mutable_state()->clear_at_ms();
    for (v1::PlayerState& player : *response.mutable_state()->mutable_players()) {
      player.clear_spent_ms();
      player.clear_left_ms();
      player.clear_late_ms();
    }
    absl::StrAppend(&shown, response.SerializeAsString());
  }
  return shown;
}

}  // namespace kvintet::testing
