// CheatRoom: tries what players, directors and strangers must not be able to do.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

#include "kvintet_api/v1/error.pb.h"
#include "tests/service/inputs/sound_requests.h"

namespace kvintet::testing {

// A call: "MatchService/GetMatch" and the request in text form, with SoundRoom's names. If `kept`
// is the path of a text in the response ("state.own.nonce"), the name `as` stands for that text
// afterwards. Several paths and names are separated by commas.
struct Step {
  std::string method = {};
  std::string request = {};
  std::string kept = {};
  std::string as = {};
};

inline const Step kVoid = {"TournamentService/VoidMatch", "match: '$F' token: '$O' reason: 'fire'"};

// An attempt, after steps that all succeed.
struct Cheat {
  std::string name = {};
  std::vector<Step> before = {};
  Step attempt = {};
  // The reason of the refusal. Unspecified: the call succeeds, and the response does not contain
  // the secret.
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  std::string secret = {};
};

// The lists for H7, B8, B7 and B10 of tests/service/inputs/BAD_INPUTS.md.
std::vector<Cheat> SealedChoiceCheats();
std::vector<Cheat> SeatCheats();
std::vector<Cheat> DirectorCheats();
std::vector<Cheat> ColourAndClockCheats();
std::vector<Cheat> DecisionCheats();
std::vector<Cheat> AnalysisCheats();
std::vector<Cheat> BadTokens();
std::vector<Cheat> BadBudgets();
std::vector<Cheat> BadNames();

// Not thread-safe.
class CheatRoom {
 public:
  // Tries a cheat in fresh matches. An error says what went wrong: a step was refused; the attempt
  // succeeded, or was refused for another reason or with an undocumented error; it changed what
  // somebody sees of a match; or a response contained the secret.
  absl::Status Try(const Cheat& cheat);

  SoundRoom& room() { return room_; }

 private:
  absl::Status Prepare(const Step& step);
  absl::Status Attempt(const Cheat& cheat);
  // Everything that players and spectators are shown of the matches that occur in the text, except
  // times.
  std::string Shown(const std::string& text);

  SoundRoom room_;
  // The names of the matches in which something has happened.
  std::string used_;
};

}  // namespace kvintet::testing
