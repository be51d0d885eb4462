// kvintet bench selfplay: measures self-play by a network with random weights.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/verbs/bench.h"
#include "envs/registry.h"
#include "proto/load_config.h"
#include "selfplay/games/bench_selfplay.h"
#include "selfplay/settings/settings_of.h"
#include "training/network/network_config.h"
#include "training/network/network_evaluator.h"

namespace kvintet::cli {
namespace {

struct BenchSelfPlayArguments {
  std::string game;
  std::optional<std::string> config;
  std::vector<std::string> sets;
  std::optional<int> threads;
  std::optional<int> simulations;
  std::optional<uint64_t> seed;
  double seconds = 10;
  bool json = false;
};

absl::StatusOr<Config> ResolveConfig(const BenchSelfPlayArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(Config config, LoadConfig(arguments.config, arguments.sets));
  if (arguments.threads) {
    config.mutable_self_play()->set_threads(*arguments.threads);
  }
  if (arguments.simulations) {
    config.mutable_search()->set_simulations(*arguments.simulations);
  }
  if (arguments.seed) {
    config.set_seed(*arguments.seed);
  }
  return config;
}

absl::StatusOr<network::PlayingNetwork> RandomNetwork(const envs::Game& game,
                                                      const Config& config) {
  KVINTET_ASSIGN_OR_RETURN(const network::NetworkSight sight,
                           network::NetworkSight::FromConfig(game, config.network()));
  KVINTET_ASSIGN_OR_RETURN(const network::NetworkSize size,
                           network::SizeFromConfig(config.network()));
  const network::ModelHeader head = {
      .game = game.Spec().text, .shape = sight.Shape(), .size = size, .provenance = {}};
  KVINTET_RETURN_IF_ERROR(network::CheckSize(head.size));
  const network::NamedModel model = {
      "random", {head, network::InitialWeights(head.shape, head.size, config.seed())}};
  KVINTET_ASSIGN_OR_RETURN(const network::FormatChoice format,
                           network::ChooseFormat(model.model, config.network()));
  return network::MakePlayingNetwork(game, model, format.options);
}

absl::Status Run(const BenchSelfPlayArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const Config config, ResolveConfig(arguments));
  KVINTET_ASSIGN_OR_RETURN(const network::PlayingNetwork playing, RandomNetwork(*game, config));
  selfplay::SelfPlayTask task;
  task.game = game.get();
  task.search = selfplay::SettingsOf(config.search());
  task.self_play = selfplay::SettingsOf(config.self_play());
  task.self_play.batch_size = config.self_play().batch_size();
  task.seed = config.seed();
  task.make_evaluator = [&](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
    return std::make_unique<network::NetworkEvaluator>(*game, playing);
  };
  KVINTET_ASSIGN_OR_RETURN(const selfplay::SelfPlayFigures figures,
                           selfplay::BenchSelfPlay(std::move(task), arguments.seconds));
  const std::string precision(network::PrecisionName(playing.network->Options().precision));
  if (!arguments.json) {
    std::printf("%s, %s, %s, simulations %d\n%s", game->Spec().text.c_str(),
                network::SizeText(playing.network->Size()).c_str(), precision.c_str(),
                config.search().simulations(), selfplay::ToText(figures).c_str());
    return absl::OkStatus();
  }
  Json json = {{"game", game->Spec().text},
               {"network", network::SizeText(playing.network->Size())},
               {"precision", precision},
               {"simulations", config.search().simulations()},
               {"batch_size", config.self_play().batch_size()}};
  json.update(selfplay::ToJson(figures));
  std::printf("%s\n", ToJsonLine(json).c_str());
  return absl::OkStatus();
}

}  // namespace

void AddBenchSelfPlay(Verb bench) {
  const Verb verb = bench.AddVerb("selfplay", "measure self-play by a network with random weights");
  const auto arguments = std::make_shared<BenchSelfPlayArguments>();
  verb.Add("game", &arguments->game, "the game with its options").Required();
  verb.Add("--config", &arguments->config, "a configuration file (search, self_play, network)");
  verb.Add("--set", &arguments->sets,
           "settings on top of the configuration, e.g. 'network { blocks: 2 }'")
      .Repeatable();
  verb.Add("--threads", &arguments->threads, "threads; 0: as many as there are cores")
      .Range(0, 1024);
  verb.Add("--simulations", &arguments->simulations, "simulations of one decision")
      .Range(1, 1000000);
  verb.Add("--seconds", &arguments->seconds, "approximate duration in seconds").Range(0.1, 36000.0);
  verb.Add("--seed", &arguments->seed, "random seed");
  verb.AddFlag("--json", &arguments->json, "print JSON");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
