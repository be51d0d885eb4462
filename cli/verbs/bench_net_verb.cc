// kvintet bench net: measures evaluations, or rows learnt, of a network per second in each format.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/verbs/bench.h"
#include "envs/registry.h"
#include "proto/network_config.pb.h"
#include "training/network/bench_network.h"
#include "training/network/learning/bench_training.h"
#include "training/network/network_config.h"
#include "training/network/network_evaluator.h"

namespace kvintet::cli {
namespace {

struct BenchNetArguments {
  std::string game = "renju";
  network::NetworkSize size = *network::SizeFromConfig(NetworkConfig());
  // Default: 32 positions for evaluation, 256 rows for learning.
  int batch = 0;
  int rounds = 5;
  double seconds = 6;
  bool learning = false;
  int threads = 1;
  std::string device = "CPU";
  bool json = false;
};

// How much faster a format is than fp32, channels last, with direct convolutions.
double Ratio(const network::NetworkTiming& timing,
             const std::vector<network::NetworkTiming>& timings) {
  const auto plain = std::ranges::find_if(timings, [](const network::NetworkTiming& other) {
    return other.format.precision == network::Precision::kFp32 && !other.format.channels_first &&
           other.format.convolution == network::Convolution::kDirect;
  });
  return timing.median / plain->median;
}

Json ToJson(const BenchNetArguments& arguments, const envs::GameSpec& spec,
            const std::vector<network::NetworkTiming>& timings) {
  Json formats = Json::array();
  for (const network::NetworkTiming& timing : timings) {
    formats.push_back({{"format", network::FormatText(timing.format)},
                       {"evaluations_per_second", timing.median},
                       {"least", timing.least},
                       {"most", timing.most},
                       {"over_fp32", Ratio(timing, timings)}});
  }
  return {{"game", spec.text},
          {"blocks", arguments.size.blocks},
          {"channels", arguments.size.channels},
          {"planes", spec.planes},
          {"height", spec.height},
          {"width", spec.width},
          {"batch", arguments.batch},
          {"threads", 1},
          {"formats", formats}};
}

void PrintText(const BenchNetArguments& arguments, const envs::GameSpec& spec,
               const std::vector<network::NetworkTiming>& timings) {
  std::printf("%d blocks x %d channels on %d x %d x %d of %s, batches of %d, one thread\n",
              arguments.size.blocks, arguments.size.channels, spec.planes, spec.height, spec.width,
              spec.name.c_str(), arguments.batch);
  for (const network::NetworkTiming& timing : timings) {
    std::printf("%-27s %8.0f evaluations a second (%.0f to %.0f), %.2f of fp32 channels last\n",
                network::FormatText(timing.format).c_str(), timing.median, timing.least,
                timing.most, Ratio(timing, timings));
  }
}

Json ToJson(const BenchNetArguments& arguments, const envs::GameSpec& spec,
            const std::vector<network::TrainingTiming>& timings) {
  Json formats = Json::array();
  for (const network::TrainingTiming& timing : timings) {
    formats.push_back({{"precision", std::string(network::PrecisionName(timing.precision))},
                       {"rows_per_second", timing.median},
                       {"least", timing.least},
                       {"most", timing.most}});
  }
  return {{"game", spec.text},
          {"blocks", arguments.size.blocks},
          {"channels", arguments.size.channels},
          {"batch", arguments.batch},
          {"threads", arguments.threads},
          {"formats", formats},
          {"bf16_over_fp32", timings[1].median / timings[0].median}};
}

absl::Status RunLearning(const BenchNetArguments& arguments, const envs::Game& game,
                         const network::Device& device) {
  network::TrainingBench bench = {.learners = {},
                                  .batch = arguments.batch,
                                  .rounds = arguments.rounds,
                                  .seconds = arguments.seconds};
  for (const network::Precision precision :
       {network::Precision::kFp32, network::Precision::kBf16}) {
    bench.learners.push_back(
        {.precision = precision, .device = device, .threads = arguments.threads});
  }
  KVINTET_ASSIGN_OR_RETURN(
      const std::vector<network::TrainingTiming> timings,
      network::BenchTraining(network::NetworkSight(game).Shape(), arguments.size, bench));
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(arguments, game.Spec(), timings)).c_str());
    return absl::OkStatus();
  }
  std::printf("%d blocks x %d channels of %s, gradient steps of %d rows, threads %d\n",
              arguments.size.blocks, arguments.size.channels, game.Spec().name.c_str(),
              arguments.batch, arguments.threads);
  for (const network::TrainingTiming& timing : timings) {
    std::printf("%s %8.0f rows a second (%.0f to %.0f)\n",
                std::string(network::PrecisionName(timing.precision)).c_str(), timing.median,
                timing.least, timing.most);
  }
  std::printf("bf16 is %.2f times as fast as fp32\n", timings[1].median / timings[0].median);
  return absl::OkStatus();
}

absl::Status Run(BenchNetArguments arguments) {
  if (arguments.batch == 0) {
    arguments.batch = arguments.learning ? 256 : 32;
  }
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const network::Device device, network::ParseDevice(arguments.device));
  const network::NetworkShape shape = network::NetworkSight(*game).Shape();
  KVINTET_RETURN_IF_ERROR(network::CheckSize(arguments.size));
  if (arguments.learning) {
    return RunLearning(arguments, *game, device);
  }
  const network::NetworkBench bench = {.formats = network::BenchFormats(device),
                                       .batches = {arguments.batch},
                                       .rounds = arguments.rounds,
                                       .seconds = arguments.seconds};
  KVINTET_ASSIGN_OR_RETURN(
      const std::vector<network::NetworkTiming> timings,
      network::BenchNetwork(shape, arguments.size,
                            network::InitialWeights(shape, arguments.size, 0), bench));
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(arguments, game->Spec(), timings)).c_str());
  } else {
    PrintText(arguments, game->Spec(), timings);
  }
  return absl::OkStatus();
}

}  // namespace

void AddBenchNet(Verb bench) {
  const Verb verb = bench.AddVerb("net", "measure evaluations of a network with random weights");
  const auto arguments = std::make_shared<BenchNetArguments>();
  verb.Add("game", &arguments->game, "the game that determines its input and output shapes");
  verb.Add("--body", &arguments->size.body, "as network.body: residual, squeeze{ratio=8}");
  verb.Add("--blocks", &arguments->size.blocks, "blocks of the body").Range(1, 100);
  verb.Add("--channels", &arguments->size.channels, "channels of the trunk").Range(1, 4096);
  verb.Add("--batch", &arguments->batch,
           "positions or rows in a batch; default: 32, with --learning 256")
      .Range(1, 65536);
  verb.AddFlag("--learning", &arguments->learning, "gradient steps instead of evaluations");
  verb.Add("--threads", &arguments->threads, "threads of a gradient step").Range(1, 1024);
  verb.Add("--rounds", &arguments->rounds,
           "number of measurements, of which the median is reported")
      .Range(1, 1000);
  verb.Add("--seconds", &arguments->seconds, "seconds for all measurements together")
      .Range(0.01, 3600.0);
  verb.Add("--device", &arguments->device, "CPU, CUDA, CUDA:n or AUTO");
  verb.AddFlag("--json", &arguments->json, "print JSON");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
