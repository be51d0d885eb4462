// kvintet ask: asks a service for a move.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "base/json.h"
#include "base/status_macros.h"
#include "cli/verb.h"
#include "proto/config.pb.h"
#include "serving/client.h"

namespace kvintet::cli {
namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds kConnectTime(5000);
constexpr int kShown = 8;

struct AskArguments {
  std::string game;
  std::string position;
  std::string record;
  std::optional<int> seat;
  std::string server = ServeConfig().listen();
  int simulations = 0;
  double variety = 0;
  std::optional<uint64_t> seed;
  bool omniscient = false;
  double seconds = 60;
  bool json = false;
};

v1::ChooseMoveRequest MakeRequest(const AskArguments& arguments) {
  v1::ChooseMoveRequest request;
  v1::Situation* situation = request.mutable_situation();
  situation->set_game(arguments.game);
  if (!arguments.position.empty()) {
    situation->set_position(arguments.position);
  } else if (!arguments.record.empty() && arguments.seat && !arguments.omniscient) {
    situation->set_seat_record(arguments.record);
  } else if (!arguments.record.empty()) {
    situation->set_record(arguments.record);
  }
  if (arguments.seat) {
    situation->set_seat(*arguments.seat == 0 ? v1::SEAT_0 : v1::SEAT_1);
  }
  request.set_simulations(arguments.simulations);
  request.set_variety(arguments.variety);
  if (arguments.seed) {
    request.set_seed(*arguments.seed);
  }
  request.set_omniscient(arguments.omniscient);
  return request;
}

int SeatNumber(v1::Seat seat) { return seat == v1::SEAT_1 ? 1 : 0; }

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
          {"seat", SeatNumber(response.seat())},
          {"win", response.win()},
          {"draw", response.draw()},
          {"loss", response.loss()},
          {"evaluations", response.evaluations()},
          {"model", response.model()},
          {"seed", response.seed()},
          {"milliseconds", response.milliseconds()},
          {"candidates", candidates}};
}

void PrintText(const v1::ChooseMoveResponse& response) {
  std::printf("%s\n", response.move().c_str());
  std::printf("for seat %d: win %.3f, draw %.3f, loss %.3f\n", SeatNumber(response.seat()),
              response.win(), response.draw(), response.loss());
  for (int i = 0; i < std::min(kShown, response.candidates_size()); ++i) {
    const v1::Candidate& candidate = response.candidates(i);
    std::printf("  %-12s visits %5d  prior %.3f  policy %.3f  value %+.3f\n",
                candidate.action().c_str(), candidate.visits(), candidate.prior(),
                candidate.policy(), candidate.value());
  }
  std::printf("evaluations %d in %.0f ms, model %s\n", response.evaluations(),
              response.milliseconds(), response.model().c_str());
}

absl::Status Run(const AskArguments& arguments) {
  const auto time =
      std::chrono::duration_cast<Milliseconds>(std::chrono::duration<double>(arguments.seconds));
  KVINTET_ASSIGN_OR_RETURN(
      const std::unique_ptr<serving::Client> client,
      serving::Client::Connect(arguments.server, std::min(time, kConnectTime)));
  KVINTET_ASSIGN_OR_RETURN(const v1::ChooseMoveResponse response,
                           client->ChooseMove(MakeRequest(arguments), time));
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(arguments, response)).c_str());
  } else {
    PrintText(response);
  }
  return absl::OkStatus();
}

}  // namespace

void AddAskVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand("ask", "ask a service for a move");
  const auto arguments = std::make_shared<AskArguments>();
  verb->add_option("game", arguments->game, "the game with its options")->required();
  CLI::Option* position =
      verb->add_option("--position", arguments->position, "a set-up, in the game's own form");
  verb->add_option("--record", arguments->record, "the game so far; with --seat: what it knows")
      ->excludes(position);
  verb->add_option("--seat", arguments->seat, "for which seat")->check(CLI::Range(0, 1));
  verb->add_option("--server", arguments->server, "HOST:PORT or unix:PATH")->capture_default_str();
  verb->add_option("--simulations", arguments->simulations, "0: as the service likes")
      ->check(CLI::Range(0, 1000000));
  verb->add_option("--variety", arguments->variety, "0: the best move found, to 1: as in self-play")
      ->check(CLI::Range(0.0, 1.0));
  verb->add_option("--seed", arguments->seed, "names the random numbers");
  verb->add_flag("--omniscient", arguments->omniscient, "use more than the seat may know");
  verb->add_option("--seconds", arguments->seconds, "at most so long")
      ->check(CLI::Range(0.001, 86400.0));
  verb->add_flag("--json", arguments->json, "print JSON");
  verb->callback([=] { choice->run = [=] { return Run(*arguments); }; });
}

}  // namespace kvintet::cli
