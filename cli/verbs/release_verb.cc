// kvintet release: writes a model file for distribution, with the model's answers to some
// decisions.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "base/status_macros.h"
#include "cli/models/model_folder.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "selfplay/evaluators/golden_answers.h"
#include "training/network/network_evaluator.h"

namespace kvintet::cli {
namespace {

// Seed of the random game that supplies the decisions.
constexpr uint64_t kSeed = 1;

struct ReleaseArguments {
  std::string model;
  std::string file;
};

// Evaluates in fp32, whose results differ between machines only in the last bits.
absl::StatusOr<std::vector<selfplay::GoldenAnswer>> Ask(const network::NamedModel& model) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game,
                           envs::MakeGame(model.model.head.game));
  KVINTET_ASSIGN_OR_RETURN(network::PlayingNetwork playing,
                           network::MakePlayingNetwork(*game, model, network::NetworkOptions()));
  network::NetworkEvaluator evaluator(*game, std::move(playing));
  return selfplay::MakeGoldenAnswers(&evaluator, kSeed);
}

absl::Status Run(const ReleaseArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(FoundModel found, OneModel(arguments.model));
  KVINTET_ASSIGN_OR_RETURN(found.model.model.head.golden, Ask(found.model));
  KVINTET_ASSIGN_OR_RETURN(const std::string name,
                           network::SaveModel(arguments.file, found.model.model));
  std::printf("%s: %s, %d golden answers, SHA-256 %s\n", arguments.file.c_str(),
              found.model.model.head.game.c_str(),
              static_cast<int>(found.model.model.head.golden.size()), name.c_str());
  return absl::OkStatus();
}

}  // namespace

void AddReleaseVerb(Verb program) {
  const Verb verb = program.AddVerb(
      "release", "write a model file for distribution, with the model's answers to some decisions");
  const auto arguments = std::make_shared<ReleaseArguments>();
  verb.Add("model", &arguments->model, "a model file, or a run, whose newest model is used")
      .Required();
  verb.Add("file", &arguments->file, "the file to write; an existing file is replaced").Required();
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
