// SearchAgent: plays by a search over an evaluator, many games in one batch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agent.h"
#include "proto/config.pb.h"
#include "selfplay/evaluator.h"
#include "selfplay/search.h"

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

 private:
  SearchAgent(std::string spec, const SearchConfig& config, bool searches,
              std::unique_ptr<selfplay::Evaluator> evaluator)
      : spec_(std::move(spec)),
        config_(config),
        searches_(searches),
        evaluator_(std::move(evaluator)) {}

  absl::StatusOr<std::unique_ptr<selfplay::Search>> NewSearch() const;
  void Begin(selfplay::Search* search, const Turn& turn) const;
  // Evaluates what these searches wait for and resumes them.
  absl::Status Answer(std::span<selfplay::Search* const> waiting);

  const std::string spec_;
  const SearchConfig config_;
  const bool searches_;
  const std::unique_ptr<selfplay::Evaluator> evaluator_;
  // One for each turn of the largest Choose so far; kept for their memory.
  std::vector<std::unique_ptr<selfplay::Search>> pool_;
};

// The configuration for playing to win: no noise, no temperature.
SearchConfig PlayToWin(SearchConfig config);

}  // namespace kvintet::arena
