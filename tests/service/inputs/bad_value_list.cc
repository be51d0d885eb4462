// Cheats with invalid tokens, budgets and names.
#include "tests/service/inputs/cheats.h"

namespace kvintet::testing {

std::vector<Cheat> BadTokens() {
  std::vector<Cheat> cheats;
  // "$t" is a text of 20,000 letters, "$c" a token of the match without its last letter, "$u" a
  // token in capitals.
  for (const char* request : {"match: '$M' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$C' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$M' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$O' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$I' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$A ' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$A0' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$A\\000' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$A\\n' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$A$B' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$c' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$u' game_number: 1 move: 'a1'",
                              "match: '$M' token: '$t' game_number: 1 move: 'a1'",
                              "match: '$M' token: 'Bearer' game_number: 1 move: 'a1'",
                              "match: '$M' token: '%' game_number: 1 move: 'a1'",
                              "match: '$M' token: \"' OR ''='\" game_number: 1 move: 'a1'"}) {
    cheats.push_back({request, {}, {"MatchService/CommitMove", request}, v1::REASON_BAD_TOKEN});
  }
  for (const char* request :
       {"match: '$M' token: '$C'", "match: '$M' token: '$c'", "match: '$M' token: '$t'",
        "match: '$L' token: '$A'", "match: '$L' token: '$O'", "match: '$L'"}) {
    cheats.push_back({request, {}, {"MatchService/GetMatch", request}, v1::REASON_BAD_TOKEN});
    cheats.push_back({request, {}, {"MatchService/WatchMatch", request}, v1::REASON_BAD_TOKEN});
    cheats.push_back({request, {}, {"MatchService/GetReport", request}, v1::REASON_BAD_TOKEN});
  }
  cheats.push_back({"a list for no player",
                    {},
                    {"MatchService/ListMatches", "token: '$t'"},
                    v1::REASON_BAD_TOKEN});
  cheats.push_back({"a token larger than a request",
                    {},
                    {"MatchService/GetMatch", "match: '$M' token: '$l'"},
                    v1::REASON_TOO_LARGE});
  for (const char* request : {"tournament: '$E' token: '$A'", "tournament: '$E' token: '$t'"}) {
    cheats.push_back(
        {request, {}, {"TournamentService/GetTournament", request}, v1::REASON_BAD_TOKEN});
    cheats.push_back(
        {request, {}, {"TournamentService/GetStandings", request}, v1::REASON_BAD_TOKEN});
  }
  return cheats;
}

std::vector<Cheat> BadBudgets() {
  constexpr auto kBudget = v1::REASON_BAD_BUDGET;
  constexpr auto kField = v1::REASON_BAD_FIELD;
  const auto with = [](const char* name, const char* method, const char* request,
                       v1::Reason reason) {
    return Cheat{name, {}, {method, request}, reason};
  };
  constexpr char kChoose[] = "AnalysisService/ChooseMove";
  constexpr char kAnalyze[] = "AnalysisService/Analyze";
  constexpr char kReview[] = "AnalysisService/AnalyzeGame";
  constexpr char kList[] = "MatchService/ListMatches";
  constexpr char kMoves[] = "RulesService/ListMoves";
  constexpr char kCreate[] = "MatchService/CreateMatch";
  return {
      with("-1 simulation", kChoose, "state {game: 'tic_tac_toe'} simulations: -1", kBudget),
      with("one too many", kChoose, "state {game: 'tic_tac_toe'} simulations: 17", kBudget),
      with("2^31-1", kChoose, "state {game: 'tic_tac_toe'} simulations: 2147483647", kBudget),
      with("-2^31", kChoose, "state {game: 'tic_tac_toe'} simulations: -2147483648", kBudget),
      with("variety nan", kChoose, "state {game: 'tic_tac_toe'} variety: nan", kField),
      with("variety inf", kChoose, "state {game: 'tic_tac_toe'} variety: inf", kField),
      with("variety -inf", kChoose, "state {game: 'tic_tac_toe'} variety: -inf", kField),
      with("variety 2", kChoose, "state {game: 'tic_tac_toe'} variety: 2", kField),
      with("variety -1e-300", kChoose, "state {game: 'tic_tac_toe'} variety: -1e-300", kField),
      with("level -1", kChoose, "state {game: 'tic_tac_toe'} level: -1", kField),
      with("level 99", kChoose, "state {game: 'tic_tac_toe'} level: 99", kField),
      with("-1 simulation", kAnalyze, "state {game: 'tic_tac_toe'} simulations: -1", kBudget),
      with("too many", kAnalyze, "state {game: 'tic_tac_toe'} simulations: 2147483647", kBudget),
      with("-1 ms", kAnalyze, "state {game: 'tic_tac_toe'} max_ms: -1", kField),
      with("-1 candidate", kAnalyze, "state {game: 'tic_tac_toe'} max_candidates: -1", kField),
      with("reports every -1 ms", kAnalyze, "state {game: 'tic_tac_toe'} report_every_ms: -1",
           kField),
      with("-1 simulation", kReview, "state {record: 'tic_tac_toe; 0 b2'} simulations: -1",
           kBudget),
      with("from -1", kReview, "state {record: 'tic_tac_toe; 0 b2'} first: -1", kField),
      with("-1 decision", kReview, "state {record: 'tic_tac_toe; 0 b2'} count: -1", kField),
      with("no situation", "AnalysisService/Evaluate", "", kBudget),
      with("a page of -1", kList, "page_size: -1", kField),
      with("a page of 2^31-1", kList, "page_size: 2147483647", kField),
      with("a page of -1 move", kMoves, "state {game: 'tic_tac_toe'} page_size: -1", kField),
      with("a page of 2^31-1 moves, which is cut", kMoves,
           "state {game: 'tic_tac_toe'} page_size: 2147483647", v1::REASON_UNSPECIFIED),
      with("a made-up page", kList, "page_token: '../1'", kField),
      with("a made-up page of moves", kMoves, "state {game: 'tic_tac_toe'} page_token: '-1'",
           kField),
      with("patience of -1", kCreate,
           "game: 'renju' players {person: ''} players {person: ''} patience_ms: -1", kField),
      with("an hour that has passed", kCreate,
           "game: 'renju' players {person: ''} players {person: ''} start_ms: 1", kField),
      with("an hour that never comes", kCreate,
           "game: 'renju' players {person: ''} players {person: ''} start_ms: 9223372036854775807",
           kField),
      with("the first occurrence", kCreate,
           "game: 'konkvest' players {person: ''} players {person: ''} forced_reset: 1", kField),
      with("an agent of -1 simulation", kCreate,
           "game: 'renju' players {person: ''} players {agent {simulations: -1}}", kBudget),
      with("an agent's one too many", kCreate,
           "game: 'renju' players {person: ''} players {agent {simulations: 17}}", kBudget),
      with("an agent of variety nan", kCreate,
           "game: 'renju' players {person: ''} players {agent {variety: nan}}", kField),
      with("a stage of -1 ms", kCreate,
           "game: 'renju' players {person: ''} players {person: ''} clock {kind: KIND_STAGES "
           "stages {ms: -1}}",
           kField),
      with("no stage", kCreate,
           "game: 'renju' players {person: ''} players {person: ''} clock {kind: KIND_STAGES}",
           kField),
      with("the longest time", kCreate,
           "game: 'konkvest' players {person: ''} players {person: ''} clock {kind: "
           "KIND_HOURGLASS total_ms: 9223372036854775807}",
           kField),
      with("one player", kCreate, "game: 'renju' players {person: ''}", kField),
      with("round 0", "TournamentService/AddMatches",
           "tournament: '$E' token: '$O' pairs {players {person: 'a'} players {person: 'b'}}",
           kField),
      with("points nan", "TournamentService/AdjustPoints",
           "match: '$F' token: '$O' reason: 'x' points: nan points: 0", kField),
      Cheat{"time beyond a day",
            {{"MatchService/JoinMatch", "match: '$F' invitation: '$I'"},
             {"MatchService/JoinMatch", "match: '$F' invitation: '$J'"}},
            {"TournamentService/AdjustClock",
             "match: '$F' token: '$O' reason: 'x' clock_ms: 9223372036854775807 clock_ms: 0"},
            kField},
  };
}

std::vector<Cheat> BadNames() {
  std::vector<Cheat> cheats;
  const auto add = [&cheats](const char* method, const std::string& request, v1::Reason reason) {
    cheats.push_back({request, {}, {method, request}, reason});
  };
  for (const char* name :
       {"", ".", "..", "../journal", "/etc/passwd", "$M/", "$M\\000", "%2F", "%2e%2e%2f", "$M%00",
        "\\303\\234", "\\342\\200\\256", "*", "' OR ''='", "$t"}) {
    const std::string word = std::string("\"") + name + "\"";
    add("MatchService/GetMatch", "match: " + word, v1::REASON_UNKNOWN_MATCH);
    add("MatchService/JoinMatch", "match: " + word, v1::REASON_UNKNOWN_MATCH);
    add("MatchService/WatchMatch", "match: " + word, v1::REASON_UNKNOWN_MATCH);
    add("TournamentService/GetStandings", "tournament: " + word, v1::REASON_UNKNOWN_TOURNAMENT);
    add("AdminService/WarmModel", "id: " + word, v1::REASON_NO_SUCH_RESOURCE);
    add("AdminService/RevokeToken", "name: " + word, v1::REASON_NO_SUCH_RESOURCE);
  }
  for (const char* file :
       {"", ".", "..", "../journal", "a/../../b", "/etc/passwd", "a//b", "a/", "a\\000b"}) {
    add("AdminService/LoadModel", std::string("file: \"") + file + "\"", v1::REASON_BAD_FIELD);
  }
  // Valid names for which there are no files.
  for (const char* file : {"%2F", "%2e%2e%2f", "*", "\\342\\200\\256"}) {
    add("AdminService/LoadModel", std::string("file: \"") + file + "\"",
        v1::REASON_NO_SUCH_RESOURCE);
  }
  for (const char* game :
       {"..", "../tic_tac_toe", "tic_tac_toe/", "TIC_TAC_TOE", "tic_tac_toe\\000", "%74ic_tac_toe",
        "p\\303\\274nct", "\\342\\200\\256renju"}) {
    const std::string word = std::string("\"") + game + "\"";
    add("RulesService/Describe", "state {game: " + word + "}", v1::REASON_UNKNOWN_GAME);
    add("MatchService/CreateMatch", "game: " + word + " players {person: ''} players {person: ''}",
        v1::REASON_UNKNOWN_GAME);
  }
  const std::string create = "game: 'renju' players {person: ''} players ";
  add("MatchService/CreateMatch", create + "{person: 'a\\000b'}", v1::REASON_BAD_FIELD);
  add("MatchService/CreateMatch", create + "{person: 'a\\nb'}", v1::REASON_BAD_FIELD);
  add("MatchService/CreateMatch", create + "{person: '$t'}", v1::REASON_BAD_FIELD);
  return cheats;
}

}  // namespace kvintet::testing
