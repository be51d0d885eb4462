// CheatRoom: tries what players, directors and strangers must not be able to do.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

#include "kvintet_api/v1/error.pb.h"
#include "tests/service/inputs/sound_requests.h"

namespace kvintet::testing {

// A call: "MatchService/GetMatch" and the request in text form, with SoundRoom's names. Where
// `kept` is the path of a text in the answer ("state.own.nonce"), the name `as` stands for that
// afterwards; of several both have commas between them.
struct Step {
  std::string method = {};
  std::string request = {};
  std::string kept = {};
  std::string as = {};
};

// What somebody tries after steps that are all answered.
struct Cheat {
  std::string name = {};
  std::vector<Step> before = {};
  Step attempt = {};
  // Why it is refused. Unspecified: it is answered, and the answer does not hold the secret.
  v1::Reason reason = v1::REASON_UNSPECIFIED;
  std::string secret = {};
};

// The lists: of tests/service/inputs/BAD_INPUTS.md H7, B8, B7 and B10.
std::vector<Cheat> SealCheats();
std::vector<Cheat> SeatCheats();
std::vector<Cheat> DirectorCheats();
std::vector<Cheat> ColourAndClockCheats();
std::vector<Cheat> DecisionCheats();
std::vector<Cheat> AnalysisCheats();
std::vector<Cheat> BadTokens();
std::vector<Cheat> BadBudgets();
std::vector<Cheat> BadNames();

// One thread.
class CheatRoom {
 public:
  // Plays a cheat, in matches in which nothing has happened. An error says what should not have
  // happened: a step was refused, the attempt worked or was refused for another reason or in words
  // that are not documented, it changed what somebody sees of a match, or an answer held the
  // secret.
  absl::Status Try(const Cheat& cheat);

  SoundRoom& room() { return room_; }

 private:
  absl::Status Prepare(const Step& step);
  absl::Status Attempt(const Cheat& cheat);
  // All that players and spectators are shown of the matches that occur in the text, but for the
  // time that passes.
  std::string Shown(const std::string& text);

  SoundRoom room_;
  // The matches in which something has happened, by name.
  std::string used_;
};

}  // namespace kvintet::testing
