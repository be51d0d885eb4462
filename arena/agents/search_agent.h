// SearchAgent: plays by a search over an evaluator, many games in one batch.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/foresight.h"
#include "selfplay/search/question_batch.h"
#include "selfplay/search/search.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::arena {

class SearchAgent final : public Agent {
 public:
  // Unimplemented if the configured search cannot play the evaluator's game.
  static absl::StatusOr<std::unique_ptr<Agent>> Make(
      std::string spec, const selfplay::SearchSettings& settings,
      std::unique_ptr<selfplay::Evaluator> evaluator);
  // Plays by the evaluator's policy alone, as the settings of policy say; this works for every
  // game.
  static std::unique_ptr<Agent> MakeWithoutSearch(std::string spec,
                                                  const selfplay::SearchSettings& settings,
                                                  std::unique_ptr<selfplay::Evaluator> evaluator);

  std::string Spec() const override { return spec_; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;
  // Supported without search and by equilibrium, which reuses its solution of a stage for
  // successive turns of the same game and seed. Other searches do not draw from a policy.
  absl::Status TellPolicies(std::span<const Turn> turns,
                            std::span<std::vector<double>> policies) override;

 private:
  // Game index and seed.
  using Asking = std::pair<int, uint64_t>;

  SearchAgent(std::string spec, const selfplay::SearchSettings& settings, bool searches,
              std::unique_ptr<selfplay::Evaluator> evaluator)
      : spec_(std::move(spec)),
        settings_(settings),
        searches_(searches),
        evaluator_(std::move(evaluator)) {}

  // A search, and the answers to what it will ask.
  struct Thinker {
    std::unique_ptr<selfplay::Search> search;
    selfplay::Foresight ahead;
  };

  absl::StatusOr<std::unique_ptr<selfplay::Search>> NewSearch() const;
  absl::StatusOr<std::unique_ptr<Thinker>> NewThinker() const;
  static void Begin(Thinker* thinker, const Turn& turn);
  // REQUIRES: `search` has decided, and TellPolicies supports its algorithm.
  std::span<const double> ActingPolicy(const selfplay::Search& search) const;
  // Runs these to completion, together.
  absl::Status Run(std::vector<Thinker*> running);
  // Evaluates what these searches are waiting for, and what they foresee, and resumes them.
  absl::Status Answer(std::span<Thinker* const> waiting);

  const std::string spec_;
  const selfplay::SearchSettings settings_;
  const bool searches_;
  const std::unique_ptr<selfplay::Evaluator> evaluator_;
  // One for each turn of the largest Choose so far; kept to reuse their memory.
  std::vector<std::unique_ptr<Thinker>> pool_;
  selfplay::QuestionBatch batch_;
  // The searches of the last TellPolicies.
  std::map<Asking, std::unique_ptr<Thinker>> asked_;
};

}  // namespace kvintet::arena
