// DirectorAct: see the header.
#include "matches/state/director_act.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/reports/json.h"
#include "base/reports/utf8.h"
#include "base/status_macros.h"
#include "matches/game/match_end.h"
#include "matches/settings/optional_member.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

constexpr std::array<const char*, 10> kActNames = {
    "paused",       "resumed", "clocks_adjusted", "points_adjusted", "forfeited",
    "disqualified", "voided",  "reset",           "replayed",        "decided"};
static_assert(static_cast<size_t>(DirectorActKind::kDecided) + 1 == kActNames.size());

constexpr size_t kLongestReason = 500;
constexpr double kTenths = 10;
constexpr double kMillis = 1000;
constexpr char kAdjudgedEnd[] = "adjudged";

absl::StatusOr<DirectorActKind> KindNamed(const std::string& name) {
  for (size_t i = 0; i < kActNames.size(); ++i) {
    if (name == kActNames[i]) {
      return static_cast<DirectorActKind>(i);
    }
  }
  return absl::InvalidArgumentError(absl::StrCat("act: unknown value '", name, "'"));
}

bool IsControl(char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == '\x7f'; }

absl::StatusOr<std::array<int64_t, kPlayers>> PairMember(const Json& json, const std::string& key) {
  KVINTET_ASSIGN_OR_RETURN(const Json pair, JsonMember<Json>(json, key));
  std::array<int64_t, kPlayers> numbers = {};
  if (!pair.is_array() || pair.size() != kPlayers) {
    return absl::InvalidArgumentError(absl::StrCat(key, ": wanted two numbers"));
  }
  for (size_t i = 0; i < kPlayers; ++i) {
    KVINTET_ASSIGN_OR_RETURN(numbers[i], FromJson<int64_t>(pair[i]));
  }
  return numbers;
}

std::string PointsOf(const DirectorAct& act) {
  return absl::StrFormat("%.1f and %.1f", act.tenths[0] / kTenths, act.tenths[1] / kTenths);
}

std::string DetailText(const DirectorAct& act) {
  switch (act.kind) {
    case DirectorActKind::kResumed:
      return act.wrong_pause ? ", the pause was wrong" : "";
    case DirectorActKind::kClocksAdjusted:
      return absl::StrFormat(" by %+.1f s and %+.1f s",
                             static_cast<double>(act.clock_millis[0]) / kMillis,
                             static_cast<double>(act.clock_millis[1]) / kMillis);
    case DirectorActKind::kPointsAdjusted:
      return absl::StrCat(" to ", PointsOf(act));
    case DirectorActKind::kDecided:
      return act.by_points ? absl::StrCat(" by points, ", PointsOf(act)) : " as a draw";
    case DirectorActKind::kForfeited:
      return absl::StrCat(" player ", act.player, act.present ? ", who was present" : "");
    case DirectorActKind::kDisqualified:
      return absl::StrCat(" player ", act.player);
    case DirectorActKind::kReplayed:
      return absl::StrCat(" as match ", act.match);
    default:
      return "";
  }
}

}  // namespace

std::string DirectorActName(DirectorActKind kind) { return kActNames[static_cast<size_t>(kind)]; }

std::string EndReason(const DirectorAct& act) {
  switch (act.kind) {
    case DirectorActKind::kForfeited:
      return act.present ? kAdjudgedEnd : kForfeitEnd;
    case DirectorActKind::kDecided:
      return kAdjudgedEnd;
    case DirectorActKind::kDisqualified:
      return "disqualified";
    case DirectorActKind::kVoided:
      return kVoidEnd;
    default:
      return "";
  }
}

absl::Status CheckReason(const std::string& reason, const std::string& field) {
  const auto bad = [&field](const std::string& text) { return BadField(field, text); };
  if (reason.size() > kLongestReason) {
    return bad(absl::StrCat("wanted at most ", kLongestReason, " bytes, found ", reason.size()));
  }
  if (reason.find_first_not_of(' ') == std::string::npos) {
    return bad("wanted the reason of the act, found nothing");
  }
  if (std::ranges::any_of(reason, IsControl)) {
    return bad("wanted no control characters");
  }
  // Other bytes would not survive a round trip through JSON.
  return IsUtf8(reason) ? absl::OkStatus() : bad("wanted UTF-8");
}

std::string DirectorActText(const DirectorAct& act) {
  return absl::StrCat(DirectorActName(act.kind), DetailText(act), ": ", act.reason);
}

std::string DirectorActToJson(const DirectorAct& act) {
  return ToJsonLine({{"act", DirectorActName(act.kind)},
                     {"reason", act.reason},
                     {"player", act.player},
                     {"present", act.present},
                     {"clock", act.clock_millis},
                     {"tenths", act.tenths},
                     {"by_points", act.by_points},
                     {"wrong_pause", act.wrong_pause},
                     {"match", act.match}});
}

absl::StatusOr<DirectorAct> DirectorActFromJson(const std::string& text) {
  KVINTET_ASSIGN_OR_RETURN(const Json json, ParseJson(text, "act"));
  DirectorAct act;
  KVINTET_ASSIGN_OR_RETURN(const std::string kind, JsonMember<std::string>(json, "act"));
  KVINTET_ASSIGN_OR_RETURN(act.kind, KindNamed(kind));
  KVINTET_ASSIGN_OR_RETURN(act.reason, JsonMember<std::string>(json, "reason"));
  KVINTET_ASSIGN_OR_RETURN(const int64_t player, JsonMember<int64_t>(json, "player"));
  if (player < -1 || player >= kPlayers) {
    return absl::InvalidArgumentError(absl::StrCat("player: unknown number ", player));
  }
  act.player = static_cast<int>(player);
  KVINTET_ASSIGN_OR_RETURN(act.present, JsonMember<bool>(json, "present"));
  KVINTET_ASSIGN_OR_RETURN(act.clock_millis, PairMember(json, "clock"));
  KVINTET_ASSIGN_OR_RETURN(const auto tenths, PairMember(json, "tenths"));
  for (size_t i = 0; i < kPlayers; ++i) {
    act.tenths[i] = static_cast<int>(tenths[i]);
  }
  KVINTET_ASSIGN_OR_RETURN(act.by_points, OptionalMember(json, "by_points", false));
  KVINTET_ASSIGN_OR_RETURN(act.wrong_pause, OptionalMember(json, "wrong_pause", false));
  KVINTET_ASSIGN_OR_RETURN(act.match, JsonMember<std::string>(json, "match"));
  return act;
}

}  // namespace kvintet::matches
