// LocalBestResponse: see the header.
#include "arena/local_best_response.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/rng.h"
#include "base/status_macros.h"
#include "envs/one_row.h"

namespace kvintet::arena {
namespace {

using envs::Action;
using envs::Actor;
using envs::Seat;

// A possible position and its probability weight.
struct Possible {
  GameState state;
  double weight = 1;
};

// Positions that the exploiter cannot tell apart.
using Belief = std::vector<Possible>;

double TotalWeight(const Belief& belief) {
  double total = 0;
  for (const Possible& one : belief) {
    total += one.weight;
  }
  return total;
}

class Exploiter {
 public:
  // Borrows all arguments.
  Exploiter(const envs::Game& game, const PolicyOf& agent, const ValueOf& value,
            const ExploiterOptions& options)
      : game_(game), agent_(agent), value_(value), options_(options) {}

  // The exploiter's mean return from a belief on. With a stream, the return of one randomly drawn
  // continuation.
  absl::StatusOr<double> Play(Belief belief, RandomStream* random) {
    const envs::ConstPositions first = belief[0].state.position.Span();
    const envs::ActorSet actors = envs::ActorsOf(game_, first);
    if (actors.Empty()) {
      return MeanReturn(belief);
    }
    if (actors.Has(options_.seat)) {
      KVINTET_ASSIGN_OR_RETURN(const std::vector<Action> move, BestMove(belief));
      for (const Action action : move) {
        for (Possible& one : belief) {
          Advance(game_, envs::ActorOf(options_.seat), action, &one.state);
        }
      }
      // What the exploiter learns from its own move shows up with the next event.
      return PlayGroups(Regroup(std::move(belief)), random);
    }
    KVINTET_ASSIGN_OR_RETURN(Groups groups, AllThatMayHappen(belief));
    return PlayGroups(std::move(groups), random);
  }

 private:
  // Beliefs by what the exploiter sees.
  using Groups = std::map<std::string, Belief>;

  double Sign() const { return options_.seat == Seat::k0 ? 1 : -1; }

  double MeanReturn(const Belief& belief) const {
    double sum = 0;
    for (const Possible& one : belief) {
      sum += one.weight * static_cast<double>(game_.Result(one.state.position.Span()).returns[0]);
    }
    return Sign() * sum / TotalWeight(belief);
  }

  absl::StatusOr<double> PlayGroups(Groups&& groups, RandomStream* random) {
    double total = 0;
    for (const auto& [seen, belief] : groups) {
      total += TotalWeight(belief);
    }
    double rest = random == nullptr ? 0 : random->Uniform() * total;
    double mean = 0;
    size_t left = groups.size();
    for (auto& [seen, belief] : groups) {
      const double weight = TotalWeight(belief);
      --left;
      if (random == nullptr) {
        KVINTET_ASSIGN_OR_RETURN(const double result, Play(std::move(belief), nullptr));
        mean += weight / total * result;
      } else if (rest < weight || left == 0) {
        return Play(std::move(belief), random);
      }
      rest -= weight;
    }
    return mean;
  }

  // What distinguishes positions for the exploiter besides its view: who acts, as far as it is
  // told, and whether the game is over.
  std::string Told(const GameState& state) const {
    const envs::ActorSet actors = envs::ActorsOf(game_, state.position.Span());
    const char own = actors.Has(options_.seat) ? '1' : '0';
    const char over = actors.Empty() ? '1' : '0';
    const char all = game_.TellsActors() ? static_cast<char>('0' + actors.Bits()) : '-';
    return {own, over, all};
  }

  Groups Regroup(Belief belief) const {
    Groups groups;
    for (Possible& one : belief) {
      groups[KnownNow(one.state)].push_back(std::move(one));
    }
    return groups;
  }

  // The exploiter's current view, and what else it is told.
  std::string KnownNow(const GameState& state) const {
    const envs::ViewBuffer view = envs::ViewOf(game_, state.position.Span(), options_.seat);
    const auto bytes = view.Span().Bytes();
    return Told(state) + std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  // All possible next events of chance or of the agent, grouped by what the exploiter sees.
  absl::StatusOr<Groups> AllThatMayHappen(const Belief& belief) const {
    Groups groups;
    int64_t positions = 0;
    for (const Possible& one : belief) {
      const Actor actor = envs::ActorsOf(game_, one.state.position.Span()).First();
      KVINTET_ASSIGN_OR_RETURN(const Choices choices, ChoicesOf(one.state, actor));
      for (const auto& [action, probability] : choices) {
        if (probability <= 0) {
          continue;
        }
        if (++positions > options_.max_positions) {
          return absl::ResourceExhaustedError(absl::StrCat("more than ", options_.max_positions,
                                                           " positions are possible at one time"));
        }
        std::array<std::byte, envs::kMaxVisibleBytes> bytes = {};
        const int seen =
            game_.Visible(one.state.position.Span(), actor, action, options_.seat, bytes);
        Possible next = {.state = one.state, .weight = one.weight * probability};
        Advance(game_, actor, action, &next.state);
        const std::string key(reinterpret_cast<const char*>(bytes.data()),
                              static_cast<size_t>(seen));
        groups[Told(next.state) + key].push_back(std::move(next));
      }
    }
    return groups;
  }

  using Choices = std::vector<std::pair<Action, double>>;

  absl::StatusOr<Choices> ChoicesOf(const GameState& state, Actor actor) const {
    Choices choices;
    if (actor == Actor::kChance) {
      std::vector<envs::ChanceOutcome> outcomes;
      game_.ChanceOutcomes(state.position.Span(), &outcomes);
      for (const envs::ChanceOutcome& outcome : outcomes) {
        choices.emplace_back(outcome.outcome, outcome.probability);
      }
      return choices;
    }
    const envs::ViewBuffer view = envs::ViewOf(game_, state.position.Span(), envs::SeatOf(actor));
    KVINTET_ASSIGN_OR_RETURN(const std::vector<double> policy, agent_(view.Span()));
    const std::vector<Action> legal = envs::LegalList(game_, view.Span());
    for (size_t i = 0; i < legal.size(); ++i) {
      choices.emplace_back(legal[i], policy.at(i));
    }
    return choices;
  }

  // The first move with the largest mean value.
  absl::StatusOr<std::vector<Action>> BestMove(const Belief& belief) const {
    KVINTET_ASSIGN_OR_RETURN(
        std::vector<MixedMove> moves,
        MovesOf(game_, belief[0].state, options_.seat, UniformPolicy(game_), options_.max_moves));
    size_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < moves.size() && moves.size() > 1; ++i) {
      double sum = 0;
      for (const Possible& one : belief) {
        KVINTET_ASSIGN_OR_RETURN(const double value, ValueAfter(one.state, moves[i].actions));
        sum += one.weight * Sign() * value;
      }
      if (sum > most) {
        best = i;
        most = sum;
      }
    }
    return std::move(moves[best].actions);
  }

  // Seat 0's mean value after a move of the exploiter and, in a simultaneous stage, of the agent.
  absl::StatusOr<double> ValueAfter(const GameState& state,
                                    const std::vector<Action>& actions) const {
    const bool both = envs::ActorsOf(game_, state.position.Span()).Simultaneous();
    const GameState next = AfterMove(game_, state, options_.seat, actions);
    if (!both) {
      return ReturnOrValue(game_, value_, next);
    }
    const Seat other = envs::Other(options_.seat);
    KVINTET_ASSIGN_OR_RETURN(const std::vector<MixedMove> answers,
                             MovesOf(game_, next, other, agent_, options_.max_moves));
    double mean = 0;
    for (const MixedMove& answer : answers) {
      if (answer.probability > 0) {
        KVINTET_ASSIGN_OR_RETURN(
            const double value,
            ReturnOrValue(game_, value_, AfterMove(game_, next, other, answer.actions)));
        mean += answer.probability * value;
      }
    }
    return mean;
  }

  const envs::Game& game_;
  const PolicyOf& agent_;
  const ValueOf& value_;
  const ExploiterOptions& options_;
};

}  // namespace

absl::StatusOr<double> LocalBestResponse(const envs::Game& game, const PolicyOf& agent,
                                         const ValueOf& value, const ExploiterOptions& options) {
  return Exploiter(game, agent, value, options).Play({{.state = StartOf(game)}}, nullptr);
}

absl::StatusOr<MeanEstimate> SampleLocalBestResponse(const envs::Game& game, const PolicyOf& agent,
                                                     const ValueOf& value,
                                                     const ExploiterOptions& options, int games,
                                                     uint64_t seed) {
  if (games < 2) {
    return absl::InvalidArgumentError(absl::StrCat("wanted two games at least, found ", games));
  }
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < games; ++i) {
    RandomStream random(seed, static_cast<uint32_t>(i), 0, Purpose::kSampling);
    KVINTET_ASSIGN_OR_RETURN(
        const double result,
        Exploiter(game, agent, value, options).Play({{.state = StartOf(game)}}, &random));
    sum += result;
    squares += result * result;
  }
  const double mean = sum / games;
  const double variance = std::max(0.0, squares / games - mean * mean);
  return MeanEstimate{.mean = mean, .standard_error = std::sqrt(variance / (games - 1))};
}

absl::StatusOr<double> ExploitabilityBound(const envs::Game& game, const PolicyOf& agent,
                                           const ValueOf& value, const ExploiterOptions& options) {
  double sum = 0;
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    ExploiterOptions seated = options;
    seated.seat = seat;
    KVINTET_ASSIGN_OR_RETURN(const double result, LocalBestResponse(game, agent, value, seated));
    sum += result;
  }
  return sum / 2;
}

}  // namespace kvintet::arena
