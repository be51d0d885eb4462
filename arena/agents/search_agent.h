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
#include "proto/search_config.pb.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/search.h"

namespace kvintet::arena {

class SearchAgent final : public Agent {
 public:
  // Unimplemented where the configured search cannot play the evaluator's game.
  static absl::StatusOr<std::unique_ptr<Agent>> Make(
      std::string spec, const SearchConfig& config, std::unique_ptr<selfplay::Evaluator> evaluator);
  // Plays by the evaluator's policy alone, which every game allows.
  static std::unique_ptr<Agent> MakeWithoutSearch(std::string spec, const SearchConfig& config,
                                                  std::unique_ptr<selfplay::Evaluator> evaluator);

  std::string Spec() const override { return spec_; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;
  // Told without search and by EQUILIBRIUM, whose solution of a stage serves all turns of one game
  // and seed that are asked in succession; other searches draw nothing from a policy.
  absl::Status TellPolicies(std::span<const Turn> turns,
                            std::span<std::vector<double>> policies) override;

 private:
  // A game and a seed.
  using Asking = std::pair<int, uint64_t>;

  SearchAgent(std::string spec, const SearchConfig& config, bool searches,
              std::unique_ptr<selfplay::Evaluator> evaluator)
      : spec_(std::move(spec)),
        config_(config),
        searches_(searches),
        evaluator_(std::move(evaluator)) {}

  absl::StatusOr<std::unique_ptr<selfplay::Search>> NewSearch() const;
  void Begin(selfplay::Search* search, const Turn& turn) const;
  // REQUIRES: `search` has decided and its algorithm is one that TellPolicies tells of.
  std::span<const double> ActingPolicy(const selfplay::Search& search) const;
  // Advances these to their ends, together.
  absl::Status Run(std::vector<selfplay::Search*> running);
  // Evaluates what these searches wait for and resumes them.
  absl::Status Answer(std::span<selfplay::Search* const> waiting);

  const std::string spec_;
  const SearchConfig config_;
  const bool searches_;
  const std::unique_ptr<selfplay::Evaluator> evaluator_;
  // One for each turn of the largest Choose so far; kept for their memory.
  std::vector<std::unique_ptr<selfplay::Search>> pool_;
  // Of the TellPolicies before.
  std::map<Asking, std::unique_ptr<selfplay::Search>> asked_;
};

// The configuration for playing to win: no noise, no temperature.
SearchConfig PlayToWin(SearchConfig config);

}  // namespace kvintet::arena
