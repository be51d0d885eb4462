// SoundRoom: see the header.
#include "tests/service/inputs/sound_requests.h"

#include <google/protobuf/text_format.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/files/file.h"
#include "envs/registry.h"
#include "kvintet_api/v1/admin.pb.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "kvintet_api/v1/run.pb.h"
#include "kvintet_api/v1/study.pb.h"
#include "kvintet_api/v1/tournament_service.pb.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "serving/net/address.h"
#include "tests/support/http_get.h"

namespace kvintet::testing {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr std::chrono::milliseconds kTimeout(60000);
constexpr size_t kMaxMessages = 32;
// The length of a name such as "$M".
constexpr size_t kNameBytes = 2;

// Methods and requests in text form.
constexpr std::pair<const char*, const char*> kSound[] = {
    {"CatalogService/ListGames", ""},
    {"CatalogService/GetGame", "game: 'renju{opening=free}'"},
    {"CatalogService/ListModels", ""},
    {"RulesService/Describe", "state {record: 'tic_tac_toe; 0 b2'}"},
    {"RulesService/Describe", "state {seat_record: 'kuhn; chance deal J' seat: SEAT_0}"},
    {"RulesService/Describe", "state {game: 'kontranto' seat: SEAT_1}"},
    {"RulesService/ListMoves", "state {game: 'renju{opening=free}'} prefix: 'h' page_size: 5"},
    {"RulesService/Apply", "state {record: 'tic_tac_toe; 0 b2'} actor: ACTOR_SEAT_1 move: 'a1'"},
    {"RulesService/Apply", "state {game: 'kuhn'} actor: ACTOR_CHANCE move: 'deal J'"},
    {"AnalysisService/Evaluate",
     "states {game: 'tic_tac_toe'} states {record: "
     "'oshi_zumo' seat: SEAT_1} omniscient: true"},
    {"AnalysisService/ChooseMove",
     "state {record: 'tic_tac_toe; 0 b2'} simulations: 4 "
     "variety: 0.5 seed: 3"},
    {"AnalysisService/Analyze",
     "state {record: 'tic_tac_toe; 0 b2'} simulations: 8 max_ms: "
     "50 report_every_ms: 50 max_candidates: 3 seed: 1"},
    {"AnalysisService/Analyze",
     "state {seat_record: 'kuhn; chance deal J; chance deal ?' seat: SEAT_0} simulations: 8 "
     "explain: true seed: 1"},
    {"AnalysisService/AnalyzeGame",
     "state {record: 'tic_tac_toe; 0 b2; 1 a1; 0 c3'} "
     "simulations: 4 seat: SEAT_0 first: 0 count: 2 seed: 1"},
    {"MatchService/CreateMatch",
     "game: 'goofspiel' players {person: 'Ada'} players {open {}} "
     "seats: SEAT_ORDER_LOT request_id: '0123456789abcdef'"},
    {"MatchService/CreateMatch",
     "game: 'renju' players {person: 'Ada'} players {agent {simulations: 2 name: 'x' "
     "allow_rollouts: true}} clock "
     "{kind: KIND_STAGES stages {moves: 5 ms: 60000 increment_ms: 10} stages {ms: 1000}} "
     "patience_ms: 5000 closed: true"},
    {"MatchService/CreateMatch",
     "game: 'konkvest' players {person: ''} players {person: ''} forced_reset: 3 clock "
     "{kind: KIND_HOURGLASS total_ms: 600000}"},
    {"MatchService/JoinMatch", "match: '$F' name: 'Ada' invitation: '$I'"},
    {"MatchService/JoinMatch", "match: '$F' invitation: '$J' request_id: '0123456789abcdef'"},
    {"MatchService/CreateMatch",
     "game: 'tantrix' players {person: 'Ada' colours {first: 'blue' second: 'green' opponent: "
     "'red'}} players {open {}}"},
    {"MatchService/JoinMatch",
     "match: '$W' name: 'Bob' colours {first: 'green' second: 'red' colour_blind: true}"},
    {"MatchService/GetMatch", "match: '$K' token: '$C'"},
    {"MatchService/CommitMove", "match: '$K' token: '$C' game_number: 1 move: 'circle'"},
    {"MatchService/CommitMove",
     "match: '$M' token: '$A' game_number: 1 move: 'b2' "
     "request_id: 'one'"},
    {"MatchService/CommitMove",
     "match: '$M' token: '$B' game_number: 1 expected_ply: 1 "
     "move: 'a1'"},
    {"MatchService/Act", "match: '$T' token: '$G' game_number: 1 kind: KIND_READY"},
    {"MatchService/Act", "match: '$T' token: '$H' game_number: 1 kind: KIND_READY"},
    {"MatchService/Act", "match: '$T' token: '$G' game_number: 1 kind: KIND_PAUSE"},
    {"MatchService/Act", "match: '$T' token: '$H' game_number: 1 kind: KIND_CONTEST_PAUSE"},
    {"MatchService/Act", "match: '$M' token: '$A' game_number: 1 kind: KIND_RESIGN"},
    {"MatchService/Rematch", "match: '$M' token: '$B' game_number: 1"},
    {"MatchService/WatchMatch", "match: '$K' token: '$D' cursor: 1"},
    {"MatchService/GetReport", "match: '$M' token: '$A' game_number: 1"},
    {"MatchService/ListMatches", "game: 'kontranto' live: true page_size: 2"},
    {"MatchService/ListMatches", "token: '$A'"},
    {"TournamentService/CreateTournament",
     "settings {name: 'Open' game: 'tantrix' max_missed: 2 tie_breaks: TIE_BREAK_WINS scoring "
     "{win: 2 draw: 1}} request_id: '0123456789abcdef'"},
    {"TournamentService/GetTournament", "tournament: '$E' token: '$O' page_size: 1"},
    {"TournamentService/ListTournaments", "page_size: 3"},
    {"TournamentService/AddMatches",
     "tournament: '$E' token: '$O' round: 2 pairs {players {person: 'Eva'} players {agent {name: "
     "'x' allow_rollouts: true}} "
     "seats: "
     "SEAT_ORDER_LOT} paused_for: 'late'"},
    {"TournamentService/PauseMatch", "match: '$F' token: '$O' reason: 'noise'"},
    {"TournamentService/ResumeMatch", "match: '$F' token: '$O' reason: 'quiet'"},
    {"TournamentService/AdjustClock",
     "match: '$F' token: '$O' reason: 'late' clock_ms: 1000 clock_ms: -1000"},
    {"TournamentService/AdjustPoints",
     "match: '$F' token: '$O' reason: 'wrong' points: 0.5 points: 1"},
    {"TournamentService/Forfeit",
     "match: '$F' token: '$O' reason: 'absent' player: 1 present: true"},
    {"TournamentService/Disqualify", "match: '$F' token: '$O' reason: 'help' player: 0"},
    {"TournamentService/VoidMatch", "match: '$F' token: '$O' reason: 'fire'"},
    {"TournamentService/ReplayMatch", "match: '$F' token: '$O' reason: 'again' paused: true"},
    {"TournamentService/CreateTournament",
     "settings {name: 'Final' game: 'konkvest' section: 'Open'} joins {tournament: '$E' token: "
     "'$O'}"},
    {"TournamentService/DecideMatch",
     "match: '$F' token: '$O' reason: 'bumped' verdict: VERDICT_DRAW"},
    {"TournamentService/DecideMatch",
     "match: '$F' token: '$O' reason: 'late' verdict: VERDICT_POINTS points: 0.5 points: 0"},
    {"TournamentService/ForceReset", "match: '$F' token: '$O' reason: 'repetition'"},
    {"TournamentService/GetStandings", "tournament: '$E'"},
    {"RunService/ListRuns", ""},
    {"RunService/GetRun", "run: 'one'"},
    {"RunService/WatchRun", "run: 'one'"},
    {"StudyService/ListStudies", ""},
    {"StudyService/GetStudy", "study: 'one'"},
    {"AdminService/ListLoadedModels", ""},
    {"AdminService/LoadModel", "file: 'model'"},
    {"AdminService/WarmModel", "id: 'model'"},
    {"AdminService/SwitchModel", "id: 'model'"},
    {"AdminService/RetireModel", "id: 'model'"},
    {"AdminService/GetStats", ""},
    {"AdminService/RevokeToken", "name: 'ann'"},
};

// Naming a service links it in.
void AddService(const google::protobuf::FileDescriptor* file,
                std::vector<const AnyMethod*>* methods) {
  for (int i = 0; i < file->service_count(); ++i) {
    for (int k = 0; k < file->service(i)->method_count(); ++k) {
      if (file->service(i)->method(k)->name() != "Drain") {
        methods->push_back(file->service(i)->method(k));
      }
    }
  }
}

serving::ModelRegistry CheapModels() {
  serving::ModelRegistry models;
  for (const std::string& name : envs::GameNames()) {
    const absl::Status added =
        models.Add({.game = name, .id = "uniform", .factory = [](const envs::Game& game) {
                      return std::make_unique<selfplay::UniformEvaluator>(game);
                    }});
    KVINTET_CHECK(added.ok());
  }
  return models;
}

// A run and a study, both named "one".
void WriteReports(const std::string& folder) {
  for (const auto& [path, file, text] :
       {std::array<std::string, 3>{"/runs/one", "/config.textproto", ""},
        std::array<std::string, 3>{"/studies/one", "/games.jsonl", "{\"games\":[]}\n"}}) {
    const std::string inside = absl::StrCat(folder, path);
    KVINTET_CHECK(MakeDirectories(inside).ok());
    KVINTET_CHECK(WriteFileAtomically(absl::StrCat(inside, file), text).ok());
  }
}

// Applies `change` to every text of the message.
template <typename Change>
void ChangeTexts(Message* message, const Change& change) {
  const auto& on = *message->GetReflection();
  std::vector<const FieldDescriptor*> fields;
  on.ListFields(*message, &fields);
  for (const FieldDescriptor* field : fields) {
    const bool text = field->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
    if (!text && field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      continue;
    }
    const int size = field->is_repeated() ? on.FieldSize(*message, field) : -1;
    if (size < 0 && text) {
      on.SetString(message, field, change(on.GetString(*message, field)));
    } else if (size < 0) {
      ChangeTexts(on.MutableMessage(message, field), change);
    }
    for (int i = 0; i < size; ++i) {
      if (text) {
        on.SetRepeatedString(message, field, i, change(on.GetRepeatedString(*message, field, i)));
      } else {
        ChangeTexts(on.MutableRepeatedMessage(message, field, i), change);
      }
    }
  }
}

}  // namespace

const std::vector<const AnyMethod*>& AllMethods() {
  static const auto* const kMethods = [] {
    auto* all = new std::vector<const AnyMethod*>();
    AddService(v1::ListGamesRequest::descriptor()->file(), all);
    AddService(v1::DescribeRequest::descriptor()->file(), all);
    AddService(v1::EvaluateRequest::descriptor()->file(), all);
    AddService(v1::CreateMatchRequest::descriptor()->file(), all);
    AddService(v1::CreateTournamentRequest::descriptor()->file(), all);
    AddService(v1::GetRunRequest::descriptor()->file(), all);
    AddService(v1::GetStudyRequest::descriptor()->file(), all);
    AddService(v1::LoadModelRequest::descriptor()->file(), all);
    return all;
  }();
  return *kMethods;
}

std::string NameOf(const AnyMethod& method) {
  return absl::StrCat(method.service()->full_name(), "/", method.name());
}

std::unique_ptr<Message> EmptyRequest(const AnyMethod& method) {
  const Message* const prototype =
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(method.input_type());
  return std::unique_ptr<Message>(prototype->New());
}

std::vector<SoundRequest> SoundRequests() {
  std::vector<SoundRequest> requests;
  for (const AnyMethod* method : AllMethods()) {
    const size_t before = requests.size();
    for (const auto& [name, text] : kSound) {
      if (NameOf(*method) == absl::StrCat("kvintet.v1.", name)) {
        requests.push_back({method, EmptyRequest(*method)});
        KVINTET_CHECK(
            google::protobuf::TextFormat::ParseFromString(text, requests.back().message.get()));
      }
    }
    KVINTET_CHECK(requests.size() > before);
  }
  return requests;
}

SoundRoom::SoundRoom() {
  ServeConfig config;
  config.set_listen("unix:" + folder_.Path("s"));
  config.set_admin("unix:" + folder_.Path("admin"));
  config.set_matches(folder_.Path("matches"));
  config.set_call_log(folder_.Path("calls"));
  config.set_metrics("unix:" + folder_.Path("metrics"));
  config.set_threads(1);
  config.set_probe_ms(0);
  config.set_max_simulations(16);
  config.set_max_positions(8);
  config.set_max_request_bytes(static_cast<int>(kMaxRequestBytes));
  config.set_max_deadline_ms(5000);
  config.set_runs(folder_.Path("runs"));
  config.set_studies(folder_.Path("studies"));
  WriteReports(folder_.Path());
  selfplay::SearchSettings search;
  search.simulations = 2;
  serving::ServerOptions options;
  options.runs = {.summary = [](const std::string&) { return v1::RunSummary(); },
                  .report = [](const std::string&) { return serving::RunReport(); },
                  .is_working = [](const std::string&) { return true; }};
  options.model_folder = folder_.Path("models");
  options.loader = [](const std::string& path) -> absl::StatusOr<serving::ServedModel> {
    const absl::Status read = ReadFile(path).status();
    return read.ok() ? absl::DataLossError("wanted a model") : read;
  };
  auto server = serving::Server::Start(config, search, CheapModels(), std::move(options));
  KVINTET_CHECK(server.ok());
  server_ = *std::move(server);
  wire_ = std::make_unique<Wire>(config.listen());
  admin_ = std::make_unique<Wire>(config.admin());
  Renew();
}

void SoundRoom::Renew(const std::string& text) {
  const std::pair<const char*, std::array<std::string, 3>> games[] = {
      {"tic_tac_toe", {"$M", "$A", "$B"}},
      {"kontranto", {"$K", "$C", "$D"}},
      {"tantrix", {"$T", "$G", "$H"}},
      {"renju", {"$R", "$U", "$V"}},
      {"konkvest", {"$L", "$X", "$Y"}}};
  for (const auto& [game, names] : games) {
    if (absl::StrContains(text, names[0])) {
      Begin(game, names);
    }
  }
  if (absl::StrContains(text, "$W")) {
    BeginWaiting();
  }
  if (absl::StrContains(text, "$E") || absl::StrContains(text, "$F")) {
    BeginEvent();
  }
}

template <typename Response>
Response SoundRoom::Ask(const std::string& method, const Message& request) {
  const WireAnswer answer =
      wire_->Call("kvintet.v1." + method, request.SerializeAsString(), 1, kTimeout);
  Response response;
  KVINTET_CHECK(answer.messages.size() == 1 && response.ParseFromString(answer.messages[0]));
  return response;
}

void SoundRoom::Begin(const std::string& game, const std::array<std::string, 3>& names) {
  v1::CreateMatchRequest request;
  request.set_game(game);
  request.set_closed(game == "konkvest");
  request.add_players()->set_person("Ada");
  request.add_players()->set_person("Bob");
  const auto made = Ask<v1::CreateMatchResponse>("MatchService/CreateMatch", request);
  known_[names[0]] = made.match();
  known_[names[1]] = made.tokens(0);
  known_[names[2]] = made.tokens(1);
}

void SoundRoom::BeginWaiting() {
  v1::CreateMatchRequest request;
  request.set_game("tantrix");
  request.add_players()->set_person("Ada");
  request.mutable_players(0)->mutable_colours()->set_first("blue");
  request.add_players()->mutable_open();
  const auto made = Ask<v1::CreateMatchResponse>("MatchService/CreateMatch", request);
  known_["$W"] = made.match();
  known_["$Z"] = made.tokens(0);
}

void SoundRoom::BeginEvent() {
  v1::CreateTournamentRequest request;
  request.mutable_settings()->set_name("Open");
  request.mutable_settings()->set_game("konkvest");
  request.mutable_settings()->set_section("Open");
  const auto made =
      Ask<v1::CreateTournamentResponse>("TournamentService/CreateTournament", request);
  v1::AddMatchesRequest round;
  round.set_tournament(known_["$E"] = made.tournament());
  round.set_token(known_["$O"] = made.token());
  round.set_round(1);
  v1::TournamentPair* const pair = round.add_pairs();
  pair->add_players()->set_person("Ada");
  pair->add_players()->set_person("Bob");
  const auto added = Ask<v1::AddMatchesResponse>("TournamentService/AddMatches", round);
  known_["$F"] = added.matches(0).match();
  known_["$I"] = added.matches(0).invitations(0);
  known_["$J"] = added.matches(0).invitations(1);
}

void SoundRoom::Fill(Message* message) const {
  ChangeTexts(message, [this](const std::string& text) {
    const auto known = known_.find(text.substr(0, kNameBytes));
    return known == known_.end() ? text : known->second + text.substr(kNameBytes);
  });
}

WireAnswer SoundRoom::Call(const AnyMethod& method, const std::string& request) {
  const bool watches = method.name() == "WatchMatch" || method.name() == "WatchRun";
  Wire* const wire = method.service()->name() == "AdminService" ? admin_.get() : wire_.get();
  return wire->Call(NameOf(method), request, watches ? 1 : kMaxMessages, kTimeout);
}

std::string SoundRoom::CallLog() const {
  const auto log = ReadFile(folder_.Path("calls"));
  KVINTET_CHECK(log.ok());
  return *log;
}

std::string SoundRoom::Metrics() const {
  const auto address = serving::ParseListenAddress(server_->MetricsAddress());
  KVINTET_CHECK(address.ok());
  return HttpGet(*address, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
}

std::string SoundRoom::Journal() const {
  std::string bytes;
  const auto files = ListDirectory(folder_.Path("matches"));
  KVINTET_CHECK(files.ok());
  for (const std::string& name : *files) {
    const auto file = ReadFile(folder_.Path("matches/" + name));
    KVINTET_CHECK(file.ok());
    bytes += *file;
  }
  return bytes;
}

}  // namespace kvintet::testing
