// Cheats around a match: colours, late players, pauses, directors' decisions, sections.
#include "tests/service/inputs/cheats.h"

namespace kvintet::testing {
namespace {

// Both players of Tantrix are ready.
const Step kReady0 = {"MatchService/Act",
                      "match: '$T' token: '$G' game_number: 1 kind: KIND_READY"};
const Step kReady1 = {"MatchService/Act",
                      "match: '$T' token: '$H' game_number: 1 kind: KIND_READY"};
const Step kPause0 = {"MatchService/Act",
                      "match: '$T' token: '$G' game_number: 1 kind: KIND_PAUSE"};
const Step kReplay = {"TournamentService/ReplayMatch", "match: '$F' token: '$O' reason: 'again'"};
// Another tournament and its token, kept as "$y" and "$o".
const Step kOther = {"TournamentService/CreateTournament",
                     "settings {name: 'Other' game: 'konkvest'}", "tournament,token", "$y,$o"};

}  // namespace

std::vector<Cheat> ColourAndClockCheats() {
  return {
      {"joins with a colour that there is not",
       {},
       {"MatchService/JoinMatch", "match: '$W' colours {first: 'pink'}"},
       v1::REASON_BAD_FIELD},
      {"joins with the colour of the one who waits",
       {},
       {"MatchService/JoinMatch", "match: '$W' colours {first: 'blue'}"},
       v1::REASON_BAD_FIELD},
      {"chooses for an opponent while colour-blind itself",
       {},
       {"MatchService/JoinMatch", "match: '$W' colours {opponent: 'red' colour_blind: true}"},
       v1::REASON_BAD_FIELD},
      {"wishes a colour in a game without colours",
       {},
       {"MatchService/JoinMatch", "match: '$F' invitation: '$I' colours {first: 'red'}"},
       v1::REASON_BAD_FIELD},
      {"starts the clock of nobody in particular",
       {},
       {"MatchService/Act", "match: '$W' token: '$Z' game_number: 1 kind: KIND_START_CLOCK"},
       v1::REASON_NOT_NOW},
      {"starts the clock of the other at once",
       {kReady0},
       {"MatchService/Act", "match: '$T' token: '$G' game_number: 1 kind: KIND_START_CLOCK"},
       v1::REASON_NOT_NOW},
      {"starts the other's clock while not ready",
       {},
       {"MatchService/Act", "match: '$T' token: '$G' game_number: 1 kind: KIND_START_CLOCK"},
       v1::REASON_NOT_NOW},
      {"starts the other's clock in play",
       {kReady0, kReady1},
       {"MatchService/Act", "match: '$T' token: '$G' game_number: 1 kind: KIND_START_CLOCK"},
       v1::REASON_NOT_NOW},
      {"starts a clock in a game that knows no lateness",
       {},
       {"MatchService/Act", "match: '$R' token: '$V' game_number: 1 kind: KIND_START_CLOCK"},
       v1::REASON_NOT_IN_RULES},
      {"contests a pause that nobody has called",
       {kReady0, kReady1},
       {"MatchService/Act", "match: '$T' token: '$H' game_number: 1 kind: KIND_CONTEST_PAUSE"},
       v1::REASON_NO_SUCH_OFFER},
      {"contests its own pause",
       {kReady0, kReady1, kPause0},
       {"MatchService/Act", "match: '$T' token: '$G' game_number: 1 kind: KIND_CONTEST_PAUSE"},
       v1::REASON_NO_SUCH_OFFER},
      {"admits the other's pause",
       {kReady0, kReady1, kPause0},
       {"MatchService/Act", "match: '$T' token: '$H' game_number: 1 kind: KIND_ADMIT_PAUSE"},
       v1::REASON_NO_SUCH_OFFER},
      {"contests a pause where there is none",
       {},
       {"MatchService/Act", "match: '$R' token: '$V' game_number: 1 kind: KIND_CONTEST_PAUSE"},
       v1::REASON_NOT_IN_RULES},
  };
}

std::vector<Cheat> DecisionCheats() {
  return {
      {"player decides its match",
       {{"MatchService/JoinMatch", "match: '$F' invitation: '$I'", "token", "$x"}},
       {"TournamentService/DecideMatch",
        "match: '$F' token: '$x' reason: 'mine' verdict: VERDICT_DRAW"},
       v1::REASON_BAD_TOKEN},
      {"another tournament's director decides",
       {kOther},
       {"TournamentService/DecideMatch",
        "match: '$F' token: '$o' reason: 'mine' verdict: VERDICT_DRAW"},
       v1::REASON_BAD_TOKEN},
      {"director decides without a verdict",
       {},
       {"TournamentService/DecideMatch", "match: '$F' token: '$O' reason: 'mine'"},
       v1::REASON_BAD_FIELD},
      {"director draws by points",
       {},
       {"TournamentService/DecideMatch",
        "match: '$F' token: '$O' reason: 'mine' verdict: VERDICT_DRAW points: 1 points: 0"},
       v1::REASON_BAD_FIELD},
      {"director gives negative points",
       {},
       {"TournamentService/DecideMatch",
        "match: '$F' token: '$O' reason: 'mine' verdict: VERDICT_POINTS points: -1 points: 0"},
       v1::REASON_BAD_FIELD},
      {"director decides what is played again",
       {kVoid, kReplay},
       {"TournamentService/DecideMatch",
        "match: '$F' token: '$O' reason: 'mine' verdict: VERDICT_DRAW"},
       v1::REASON_NOT_NOW},
      {"director calls wrong what no player has paused",
       {{"TournamentService/PauseMatch", "match: '$F' token: '$O' reason: 'noise'"}},
       {"TournamentService/ResumeMatch",
        "match: '$F' token: '$O' reason: 'mine' pause_was_wrong: true"},
       v1::REASON_NOT_IN_RULES},
      {"stranger joins a section",
       {kOther},
       {"TournamentService/CreateTournament",
        "settings {name: 'Mine' game: 'konkvest' section: 'Open'} joins {tournament: '$E' token: "
        "'$o'}"},
       v1::REASON_BAD_TOKEN},
      {"somebody joins a section without a token",
       {},
       {"TournamentService/CreateTournament",
        "settings {name: 'Mine' game: 'konkvest'} joins {tournament: '$E'}"},
       v1::REASON_BAD_TOKEN},
      {"director joins the section of a tournament that has none",
       {kOther},
       {"TournamentService/CreateTournament",
        "settings {name: 'Mine' game: 'konkvest'} joins {tournament: '$y' token: '$o'}"},
       v1::REASON_BAD_FIELD},
      {"director joins a section under another name",
       {},
       {"TournamentService/CreateTournament",
        "settings {name: 'Mine' game: 'konkvest' section: 'Closed'} joins {tournament: '$E' token: "
        "'$O'}"},
       v1::REASON_BAD_FIELD},
  };
}

}  // namespace kvintet::testing
