// SearchAgent: see the header.
#include "arena/agents/search_agent.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/status_macros.h"
#include "selfplay/equilibrium/equilibrium_search.h"
#include "selfplay/search/policy_play.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::arena {
namespace {

std::optional<MoveEstimate> EstimateOf(const selfplay::Decision& decision) {
  const auto chosen =
      std::ranges::find(decision.actions, decision.action, &selfplay::ActionStatistics::action);
  if (decision.forced || chosen == decision.actions.end()) {
    return std::nullopt;
  }
  return MoveEstimate{.value = decision.value, .share = static_cast<double>(chosen->policy)};
}

}  // namespace

absl::StatusOr<std::unique_ptr<Agent>> SearchAgent::Make(
    std::string spec, const selfplay::SearchSettings& settings,
    std::unique_ptr<selfplay::Evaluator> evaluator) {
  std::unique_ptr<SearchAgent> agent(
      new SearchAgent(std::move(spec), settings, true, std::move(evaluator)));
  KVINTET_RETURN_IF_ERROR(agent->NewSearch().status());
  return agent;
}

std::unique_ptr<Agent> SearchAgent::MakeWithoutSearch(
    std::string spec, const selfplay::SearchSettings& settings,
    std::unique_ptr<selfplay::Evaluator> evaluator) {
  return std::unique_ptr<Agent>(
      new SearchAgent(std::move(spec), settings, false, std::move(evaluator)));
}

absl::StatusOr<std::unique_ptr<selfplay::Search>> SearchAgent::NewSearch() const {
  if (searches_) {
    return selfplay::MakeSearch(evaluator_->game(), settings_);
  }
  return std::make_unique<selfplay::PolicyPlay>(
      evaluator_->game(), selfplay::OwnSettings<selfplay::PolicySettings>(settings_));
}

absl::StatusOr<std::unique_ptr<SearchAgent::Thinker>> SearchAgent::NewThinker() const {
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<selfplay::Search> search, NewSearch());
  return std::unique_ptr<Thinker>(
      new Thinker{std::move(search), selfplay::Foresight(evaluator_->game())});
}

void SearchAgent::Begin(Thinker* thinker, const Turn& turn) {
  const selfplay::SearchRoot root = {.view = turn.view,
                                     .history = turn.history,
                                     .seed = turn.key.seed,
                                     .game = turn.key.row,
                                     .ply = turn.key.episode,
                                     .record = turn.record};
  thinker->ahead.Clear();
  thinker->search->Begin(root);
}

absl::Status SearchAgent::Choose(std::span<const Turn> turns, std::span<Choice> choices) {
  while (pool_.size() < turns.size()) {
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<Thinker> thinker, NewThinker());
    pool_.push_back(std::move(thinker));
  }
  std::vector<Thinker*> running;
  for (size_t i = 0; i < turns.size(); ++i) {
    Begin(pool_[i].get(), turns[i]);
    running.push_back(pool_[i].get());
  }
  KVINTET_RETURN_IF_ERROR(Run(std::move(running)));
  for (size_t i = 0; i < turns.size(); ++i) {
    const selfplay::Decision& decision = pool_[i]->search->Result();
    choices[i] = {.action = decision.action, .estimate = EstimateOf(decision)};
  }
  return absl::OkStatus();
}

// Works in rounds, each of which gives every search at most one turn.
absl::Status SearchAgent::TellPolicies(std::span<const Turn> turns,
                                       std::span<std::vector<double>> policies) {
  if (searches_ && AlgorithmOf(settings_) != selfplay::Algorithm::kEquilibrium) {
    return Agent::TellPolicies(turns, policies);
  }
  std::map<Asking, std::vector<size_t>> askings;
  for (size_t i = 0; i < turns.size(); ++i) {
    askings[{turns[i].game_index, turns[i].key.seed}].push_back(i);
  }
  std::erase_if(asked_, [&](const auto& asked) { return !askings.contains(asked.first); });
  for (size_t round = 0; !askings.empty(); ++round) {
    std::vector<Thinker*> running;
    for (const auto& [asking, places] : askings) {
      std::unique_ptr<Thinker>& thinker = asked_[asking];
      if (thinker == nullptr) {
        KVINTET_ASSIGN_OR_RETURN(thinker, NewThinker());
      }
      Begin(thinker.get(), turns[places[round]]);
      running.push_back(thinker.get());
    }
    KVINTET_RETURN_IF_ERROR(Run(std::move(running)));
    for (const auto& [asking, places] : askings) {
      const std::span<const double> acting = ActingPolicy(*asked_[asking]->search);
      policies[places[round]].assign(acting.begin(), acting.end());
    }
    std::erase_if(askings, [&](const auto& one) { return one.second.size() == round + 1; });
  }
  return absl::OkStatus();
}

// `search` was made by NewSearch.
std::span<const double> SearchAgent::ActingPolicy(const selfplay::Search& search) const {
  return searches_ ? static_cast<const selfplay::EquilibriumSearch&>(search).ActingPolicy()
                   : static_cast<const selfplay::PolicyPlay&>(search).ActingPolicy();
}

absl::Status SearchAgent::Run(std::vector<Thinker*> running) {
  while (true) {
    std::erase_if(running,
                  [](Thinker* thinker) { return !thinker->ahead.Advance(thinker->search.get()); });
    if (running.empty()) {
      return absl::OkStatus();
    }
    KVINTET_RETURN_IF_ERROR(Answer(running));
  }
}

absl::Status SearchAgent::Answer(std::span<Thinker* const> waiting) {
  batch_.Begin(evaluator_->game());
  for (const Thinker* thinker : waiting) {
    batch_.Add(thinker->search->View(), thinker->search->Legal());
  }
  // By thinker, the questions that its search foresees.
  std::vector<std::vector<selfplay::Question>> foreseen(waiting.size());
  const int most = selfplay::RowsAhead(waiting.size());
  for (size_t i = 0; i < waiting.size(); ++i) {
    waiting[i]->ahead.Foresee(waiting[i]->search.get(), most, &foreseen[i]);
    for (const selfplay::Question& question : foreseen[i]) {
      batch_.Add(question.View(), question.Legal());
    }
  }
  KVINTET_RETURN_IF_ERROR(batch_.Evaluate(evaluator_.get()));
  int row = static_cast<int>(waiting.size());
  for (size_t i = 0; i < waiting.size(); ++i) {
    for (const selfplay::Question& question : foreseen[i]) {
      waiting[i]->ahead.Tell(question, batch_.Answer(row++));
    }
    waiting[i]->search->Resume(batch_.Answer(static_cast<int>(i)));
  }
  return absl::OkStatus();
}

}  // namespace kvintet::arena
