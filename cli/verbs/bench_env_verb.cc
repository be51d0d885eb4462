// kvintet bench env: measures steps of a game per second.
#include <cstdio>
#include <memory>
#include <string>

#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/verbs/bench.h"
#include "envs/pool/bench_env.h"
#include "envs/registry.h"

namespace kvintet::cli {
namespace {

struct BenchEnvArguments {
  std::string game;
  envs::EnvBenchOptions options;
  std::string mask = "bits";
  bool json = false;
};

Json ToJson(const envs::EnvBenchResult& result, const std::string& mask) {
  return {{"game", result.game},
          {"envs", result.envs},
          {"threads", result.threads},
          {"mask", mask},
          {"steps_per_second", result.steps_per_second},
          {"steps_per_cpu_second", result.steps_per_cpu_second},
          {"steps", result.steps},
          {"seconds", result.seconds},
          {"observation_bytes", result.observation_bytes},
          {"mask_bytes", result.mask_bytes},
          {"position_bytes", result.position_bytes}};
}

void PrintText(const envs::EnvBenchResult& result) {
  std::printf("%s: %d games at a time, threads %d\n", result.game.c_str(), result.envs,
              result.threads);
  std::printf("%.2f million steps a second, %.2f million a second of processor time\n",
              result.steps_per_second / 1e6, result.steps_per_cpu_second / 1e6);
  std::printf("bytes of one game: observation %d, mask as bits %d, position %d\n",
              result.observation_bytes, result.mask_bytes, result.position_bytes);
}

absl::Status Run(BenchEnvArguments arguments) {
  arguments.options.mask_bits = arguments.mask != "bytes";
  arguments.options.mask_bytes = arguments.mask != "bits";
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const envs::EnvBenchResult result,
                           envs::BenchEnv(*game, arguments.options));
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(ToJson(result, arguments.mask)).c_str());
  } else {
    PrintText(result);
  }
  return absl::OkStatus();
}

}  // namespace

void AddBenchEnv(Verb bench) {
  const Verb verb =
      bench.AddVerb("env", "random legal play, observations and masks written for every step");
  const auto arguments = std::make_shared<BenchEnvArguments>();
  envs::EnvBenchOptions* options = &arguments->options;
  verb.Add("game", &arguments->game, "the game with its options").Required();
  verb.Add("--envs", &options->envs, "games played at the same time").Range(1, 10000000);
  verb.Add("--threads", &options->threads, "threads").Range(1, 1024);
  verb.Add("--mask", &arguments->mask, "the form of masks written: bits, bytes or both")
      .OneOf({"bits", "bytes", "both"});
  verb.Add("--repetitions", &options->repetitions,
           "number of measurements, of which the median is reported")
      .Range(1, 1000);
  verb.Add("--seconds", &options->seconds_each, "seconds of each measurement").Range(0.001, 3600.0);
  verb.Add("--seed", &options->seed, "random seed");
  verb.AddFlag("--json", &arguments->json, "print JSON");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
