// kvintet ask: asks a service for a move, an analysis, or a review of a whole game.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <unistd.h>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/play/ask_streams.h"
#include "cli/verb.h"
#include "envs/drawing/scene_text.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "proto/serve_config.pb.h"
#include "serving/client.h"
#include "serving/rpc/convert.h"

namespace kvintet::cli {
namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr int kShownCandidates = 8;
// Milliseconds; the longest search of a service.
constexpr double kLongestWatch = 600'000;

struct AskArguments {
  std::string game;
  std::string position;
  std::string record;
  std::optional<int> seat;
  std::string server = ServeConfig().listen();
  serving::ClientSecurity security;
  std::string token_file;
  int simulations = 0;
  double variety = 0;
  int level = 0;
  bool watch = false;
  bool explain = false;
  bool review = false;
  std::optional<uint64_t> seed;
  bool omniscient = false;
  bool trained_only = false;
  double seconds = 60;
  bool json = false;
};

v1::GameState SituationOf(const AskArguments& arguments) {
  v1::GameState situation;
  situation.set_game(arguments.game);
  if (!arguments.position.empty()) {
    situation.set_position(arguments.position);
  } else if (!arguments.record.empty() && arguments.seat && !arguments.omniscient) {
    situation.set_seat_record(arguments.record);
  } else if (!arguments.record.empty()) {
    situation.set_record(arguments.record);
  }
  if (arguments.seat) {
    situation.set_seat(*arguments.seat == 0 ? v1::SEAT_0 : v1::SEAT_1);
  }
  return situation;
}

// Sets the fields that all three requests share.
template <typename Request>
Request MakeRequest(const AskArguments& arguments) {
  Request request;
  *request.mutable_state() = SituationOf(arguments);
  request.set_simulations(arguments.simulations);
  if (arguments.seed) {
    request.set_seed(*arguments.seed);
  }
  request.set_omniscient(arguments.omniscient);
  request.set_trained_only(arguments.trained_only);
  return request;
}

int NumberOf(v1::Seat seat) { return seat == v1::SEAT_1 ? 1 : 0; }

Json ToJson(const AskArguments& arguments, const v1::ChooseMoveResponse& response) {
  Json candidates = Json::array();
  for (const v1::Candidate& candidate : response.candidates()) {
    candidates.push_back({{"action", candidate.action()},
                          {"visits", candidate.visits()},
                          {"prior", candidate.prior()},
                          {"policy", candidate.policy()},
                          {"value", candidate.value()}});
  }
  return {{"game", arguments.game},
          {"move", response.move()},
          {"seat", NumberOf(response.seat())},
          {"win", response.win()},
          {"draw", response.draw()},
          {"loss", response.loss()},
          {"evaluations", response.evaluations()},
          {"model", response.model()},
          {"trained", response.trained()},
          {"seed", response.seed()},
          {"milliseconds", response.milliseconds()},
          {"candidates", candidates}};
}

std::string Text(const v1::ChooseMoveResponse& response) {
  std::string text =
      absl::StrFormat("seat %d plays %s\n", NumberOf(response.seat()), response.move());
  if (response.candidates_size() <= 1) {
    absl::StrAppend(&text, "there is no other move\n");
  } else {
    absl::StrAppendFormat(&text, "win %.1f %%, draw %.1f %%, loss %.1f %%\n", 100 * response.win(),
                          100 * response.draw(), 100 * response.loss());
  }
  for (int i = 0; i < std::min(kShownCandidates, response.candidates_size()); ++i) {
    const v1::Candidate& candidate = response.candidates(i);
    absl::StrAppendFormat(&text, "  %-12s visits %5d  prior %.3f  policy %.3f  value %+.3f\n",
                          candidate.action(), candidate.visits(), candidate.prior(),
                          candidate.policy(), candidate.value());
  }
  absl::StrAppendFormat(&text, "evaluations %d in %.0f ms, %s\n", response.evaluations(),
                        response.milliseconds(), ModelText(response));
  return text;
}

// The scene as the seat sees it.
absl::StatusOr<std::string> SceneOf(const v1::GameState& situation, serving::Client* client,
                                    Milliseconds time) {
  v1::DescribeRequest request;
  *request.mutable_state() = situation;
  KVINTET_ASSIGN_OR_RETURN(const v1::DescribeResponse response,
                           client->Call<v1::DescribeResponse>(request, time));
  return envs::SceneText(serving::FromMessage(response.description().scene()),
                         isatty(STDOUT_FILENO) != 0);
}

// The token is read from a file, since other users can see a command line.
absl::StatusOr<serving::ClientSecurity> SecurityOf(const AskArguments& arguments) {
  serving::ClientSecurity security = arguments.security;
  if (!arguments.token_file.empty()) {
    KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(arguments.token_file));
    security.token = std::string(absl::StripAsciiWhitespace(text));
  }
  return security;
}

// Ends the search early enough for its answer to arrive in time.
v1::AnalyzeRequest WatchRequest(const AskArguments& arguments) {
  auto request = MakeRequest<v1::AnalyzeRequest>(arguments);
  constexpr double kShare = 0.9;
  request.set_explain(arguments.explain);
  request.set_max_ms(static_cast<int>(std::min(arguments.seconds * kShare * 1000, kLongestWatch)));
  return request;
}

absl::Status Run(const AskArguments& arguments) {
  const auto time =
      std::chrono::duration_cast<Milliseconds>(std::chrono::duration<double>(arguments.seconds));
  KVINTET_ASSIGN_OR_RETURN(const serving::ClientSecurity security, SecurityOf(arguments));
  KVINTET_ASSIGN_OR_RETURN(
      const std::unique_ptr<serving::Client> client,
      serving::Client::Connect(arguments.server, std::min(time, serving::kConnectTime), security));
  if (arguments.review) {
    return ReviewGame(client.get(), MakeRequest<v1::AnalyzeGameRequest>(arguments), time,
                      arguments.json);
  }
  if (arguments.watch) {
    return WatchAnalysis(client.get(), WatchRequest(arguments), time, arguments.json);
  }
  auto request = MakeRequest<v1::ChooseMoveRequest>(arguments);
  request.set_variety(arguments.variety);
  request.set_level(arguments.level);
  KVINTET_ASSIGN_OR_RETURN(const v1::ChooseMoveResponse response,
                           client->Call<v1::ChooseMoveResponse>(request, time));
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(arguments, response)).c_str());
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(const std::string scene, SceneOf(request.state(), client.get(), time));
  std::printf("%s\n%s", scene.c_str(), Text(response).c_str());
  return absl::OkStatus();
}

}  // namespace

void AddAskVerb(Verb program) {
  const Verb verb =
      program.AddVerb("ask", "ask a service for a move, an analysis, or a review of a game");
  const auto arguments = std::make_shared<AskArguments>();
  verb.Add("game", &arguments->game, "the game with its options").Required();
  const Option position =
      verb.Add("--position", &arguments->position, "a position, in the game's own notation");
  verb.Add("--record", &arguments->record, "the game so far; with --seat, as that seat knows it")
      .Excludes(position);
  verb.Add("--seat", &arguments->seat, "the seat to ask for; default: the seat that must act")
      .Range(0, 1);
  verb.Add("--server", &arguments->server, "HOST:PORT or unix:PATH");
  verb.Add("--ca", &arguments->security.server_ca,
           "encrypt, and trust servers certified by these authorities (PEM)");
  verb.Add("--certificate", &arguments->security.certificate, "the client's certificate (PEM)");
  verb.Add("--key", &arguments->security.key, "the key of the client's certificate (PEM)");
  verb.Add("--server-name", &arguments->security.server_name,
           "the name that the server's certificate must have; default: the host of --server");
  verb.Add("--token", &arguments->token_file, "a file with an access token for the service");
  const Option simulations =
      verb.Add("--simulations", &arguments->simulations, "simulations; 0: as the service chooses")
          .Range(0, 1000000);
  const Option variety = verb.Add("--variety", &arguments->variety,
                                  "from 0 (the best move found) to 1 (as in self-play)")
                             .Range(0.0, 1.0);
  const Option level =
      verb.Add("--level", &arguments->level, "one of the model's levels of strength, 1 the weakest")
          .Range(1, 1000)
          .Excludes(simulations)
          .Excludes(variety);
  const Option watch = verb.AddFlag("--watch", &arguments->watch, "show the progress of the search")
                           .Excludes(level)
                           .Excludes(variety);
  verb.AddFlag("--explain", &arguments->explain,
               "with --watch: also show the payoffs of a simultaneous stage, and what the other "
               "seat may hold")
      .Needs(watch);
  verb.AddFlag("--game", &arguments->review, "review every decision of the record")
      .Excludes(level)
      .Excludes(watch)
      .Excludes(variety)
      .Excludes(position);
  verb.Add("--seed", &arguments->seed, "random seed; default: any");
  verb.AddFlag("--omniscient", &arguments->omniscient,
               "use information that is hidden from the seat");
  verb.AddFlag("--trained-only", &arguments->trained_only, "only if the game has a trained model");
  verb.Add("--seconds", &arguments->seconds, "time limit in seconds").Range(0.001, 86400.0);
  verb.AddFlag("--json", &arguments->json, "print JSON");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
