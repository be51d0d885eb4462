// kvintet accuracy: how often the models of a run choose moves that keep the exact value.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "arena/agents/agent_spec.h"
#include "arena/exams/exact_exam.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/judging/agents.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "training/run/published_models.h"
#include "training/run/run_directory.h"

namespace kvintet::cli {
namespace {

struct AccuracyArguments {
  std::string run;
  int simulations = 0;
  int every = 1;
  int64_t max_positions = 20000000;
  bool json = false;
};

// One model's result.
struct Examined {
  training::PublishedModel model;
  arena::ExamMarks marks;
};

absl::StatusOr<std::vector<Examined>> Examine(const AccuracyArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<training::PublishedModel> published,
                           training::PublishedModels(arguments.run));
  KVINTET_ASSIGN_OR_RETURN(const Config config, training::ReadRunConfig(arguments.run));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(config.game()));
  KVINTET_ASSIGN_OR_RETURN(const arena::ExactExam exam,
                           arena::ExactExam::Make(*game, arguments.max_positions));
  std::vector<Examined> examined;
  for (size_t i = 0; i < published.size(); ++i) {
    if (i % static_cast<size_t>(arguments.every) != 0 && i + 1 != published.size()) {
      continue;
    }
    const std::string spec = absl::StrCat("model:", arguments.run, "/models/", published[i].name,
                                          ",precision=fp32,simulations=", arguments.simulations);
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> agent,
                             arena::MakeAgent(*game, spec, AllAgentOptions()));
    KVINTET_ASSIGN_OR_RETURN(const arena::ExamMarks marks, exam.Mark(agent.get()));
    examined.push_back({published[i], marks});
  }
  return examined;
}

// A line with a bar of 40 blocks that covers the range from chance to 100 %.
std::string Line(const Examined& one) {
  constexpr int kBlocks = 40;
  const double share = one.marks.Share();
  const double chance = one.marks.by_chance;
  const double part = share > chance ? (share - chance) / (1 - chance) : 0;
  std::string bar;
  for (int i = 0; i < static_cast<int>(kBlocks * part); ++i) {
    bar += "█";
  }
  return absl::StrFormat("%8d %9.1f %9.2f %%  %s", one.model.steps, one.model.seconds, 100 * share,
                         bar);
}

absl::Status Run(const AccuracyArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<Examined> examined, Examine(arguments));
  if (!arguments.json && !examined.empty()) {
    std::printf("%d positions in which a move can be wrong; a random move is right in %.2f %%\n",
                static_cast<int>(examined.front().marks.questions),
                100 * examined.front().marks.by_chance);
    std::printf("   steps   seconds      right\n");
  }
  for (const Examined& one : examined) {
    const Json json = {{"model", one.model.name},          {"steps", one.model.steps},
                       {"seconds", one.model.seconds},     {"right", one.marks.right},
                       {"positions", one.marks.questions}, {"share", one.marks.Share()},
                       {"by_chance", one.marks.by_chance}};
    std::printf("%s\n", arguments.json ? ToJsonLine(json).c_str() : Line(one).c_str());
  }
  return absl::OkStatus();
}

}  // namespace

void AddAccuracyVerb(Verb program) {
  const Verb verb = program.AddVerb(
      "accuracy", "measure how often the models of a run move as in exact play, in a small game");
  const auto arguments = std::make_shared<AccuracyArguments>();
  verb.Add("run", &arguments->run, "the run's folder").Required();
  verb.Add("--simulations", &arguments->simulations,
           "simulations before each move; 0: the policy alone")
      .Range(0, 1000000);
  verb.Add("--every", &arguments->every, "examine every n-th model, and the newest")
      .Range(1, 1000000);
  verb.Add("--max-positions", &arguments->max_positions, "give up if the game has more positions")
      .Range(1, 1000000000);
  verb.AddFlag("--json", &arguments->json, "print JSON lines");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
