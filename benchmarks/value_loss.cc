// value_loss: compares the values of a network with those of random games.
//
// value_loss GAME MODEL PAIRS SEED [ROLLOUTS]: plays pairs of games of the agent `model:MODEL`
// against itself, from 4 random plies. At every eighth decision of a seat it asks the network for
// that seat's win, draw and loss probabilities, from the seat's view. It also plays ROLLOUTS (64)
// random games from positions that agree with the view, and as many from the position itself, with
// what is hidden from the seat. Prints the mean log loss of the game's result under each, in nats.
// The frequencies of random games are smoothed towards equal thirds, by the amount that suits them
// best in hindsight.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "arena/agents/agent_spec.h"
#include "arena/match.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "envs/text/playthrough.h"
#include "envs/text/record_text.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/evaluators/playout.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "selfplay/search/question.h"

namespace {

using kvintet::envs::Game;
using kvintet::envs::Playthrough;
using kvintet::envs::Seat;

constexpr int kEvery = 8;
constexpr int kOpeningPlies = 4;

struct Arguments {
  std::string game;
  std::string model;
  int pairs = 0;
  uint64_t seed = 0;
  int rollouts = 64;
};

// Win, draw and loss, in this order.
using Chances = std::array<double, 3>;

size_t ResultOf(double value) { return value > 0 ? 0 : value < 0 ? 2 : 1; }

// One place of a game, from the acting seat's point of view.
struct Place {
  Chances network = {};
  // Counts of the results of random games, from the view and from the position.
  Chances from_view = {};
  Chances from_position = {};
  size_t result = 0;
};

// The mean over places of -log P(result).
template <typename ChancesOf>
double LogLoss(const std::vector<Place>& places, const ChancesOf& chances_of) {
  double sum = 0;
  for (const Place& place : places) {
    sum -= std::log(std::max(1e-9, chances_of(place)[place.result]));
  }
  return sum / static_cast<double>(places.size());
}

// Adds `each` to every count.
Chances Smoothed(const Chances& counts, double each) {
  const double sum = counts[0] + counts[1] + counts[2] + 3 * each;
  return {(counts[0] + each) / sum, (counts[1] + each) / sum, (counts[2] + each) / sum};
}

// The log loss of the frequencies of random games, with the smoothing that makes it least.
double RolloutLoss(const std::vector<Place>& places, Chances Place::*counts) {
  double least = INFINITY;
  for (int power = -6; power <= 6; ++power) {
    const double each = std::ldexp(1.0, power);
    least = std::min(least, LogLoss(places, [counts, each](const Place& place) {
                       return Smoothed(place.*counts, each);
                     }));
  }
  return least;
}

// Visits places of games and records what network and rollouts expect there.
class Examiner {
 public:
  Examiner(const Game& game, kvintet::selfplay::Evaluator* network, const Arguments& arguments)
      : game_(game),
        network_(network),
        rollouts_(arguments.rollouts),
        seed_(arguments.seed),
        question_(game),
        of_view_(game, arguments.rollouts, arguments.seed),
        playout_(game) {}

  absl::Status Examine(const kvintet::arena::MatchGame& played) {
    KVINTET_ASSIGN_OR_RETURN(const std::vector<kvintet::envs::RecordEvent> events,
                             kvintet::envs::ParseRecord(game_, played.record));
    Playthrough play(game_);
    int decisions = 0;
    for (const kvintet::envs::RecordEvent& event : events) {
      if (event.actor != kvintet::envs::Actor::kChance && !play.StageOpen() &&
          decisions++ % kEvery == 0) {
        KVINTET_RETURN_IF_ERROR(Visit(played, play, kvintet::envs::SeatOf(event.actor)));
      }
      KVINTET_RETURN_IF_ERROR(play.ApplyMove(event.actor, event.text));
    }
    return absl::OkStatus();
  }
  const std::vector<Place>& Places() const { return places_; }

 private:
  absl::Status Visit(const kvintet::arena::MatchGame& played, const Playthrough& play, Seat seat) {
    const bool is_a = (seat == Seat::k0) == (played.a_seat == 0);
    Place place = {.result = ResultOf(is_a ? played.a_return : -played.a_return)};
    question_.Set(play.Position(), seat);
    KVINTET_RETURN_IF_ERROR(Ask(network_, &place.network));
    KVINTET_RETURN_IF_ERROR(Ask(&of_view_, &place.from_view));
    for (double& share : place.from_view) {
      share *= rollouts_;
    }
    kvintet::RandomStream random(seed_, static_cast<uint32_t>(places_.size()), 0,
                                 kvintet::Purpose::kSampling);
    for (int i = 0; i < rollouts_; ++i) {
      place.from_position[ResultOf(playout_.Play(play.Position(), seat, &random))] += 1;
    }
    places_.push_back(place);
    return absl::OkStatus();
  }

  // Asks about the view in the question.
  absl::Status Ask(kvintet::selfplay::Evaluator* evaluator, Chances* chances) {
    const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(question_.Legal().size())};
    std::vector<float> logits(question_.Legal().size());
    kvintet::selfplay::Wdl wdl;
    KVINTET_RETURN_IF_ERROR(evaluator->Evaluate(
        {.views = question_.View(), .actions = question_.Legal(), .offsets = offsets},
        {.policy_logits = logits, .wdl = {&wdl, 1}}));
    *chances = {wdl.win, wdl.draw, wdl.loss};
    return absl::OkStatus();
  }

  const Game& game_;
  kvintet::selfplay::Evaluator* const network_;
  const int rollouts_;
  const uint64_t seed_;
  kvintet::selfplay::Question question_;
  kvintet::selfplay::RolloutEvaluator of_view_;
  kvintet::selfplay::Playout playout_;
  std::vector<Place> places_;
};

void Print(const std::vector<Place>& places) {
  Chances results = {};
  for (const Place& place : places) {
    results[place.result] += 1;
  }
  std::printf(
      "%zu places; log loss in nats: network %.4f, random games from the view %.4f, from "
      "the position %.4f, frequencies of the results %.4f\n",
      places.size(), LogLoss(places, [](const Place& place) { return place.network; }),
      RolloutLoss(places, &Place::from_view), RolloutLoss(places, &Place::from_position),
      LogLoss(places, [&](const Place&) { return Smoothed(results, 0); }));
}

absl::Status Run(const Arguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Game> game,
                           kvintet::envs::MakeGame(arguments.game));
  const std::string text = absl::StrCat("model:", arguments.model);
  KVINTET_ASSIGN_OR_RETURN(const auto a, kvintet::arena::MakeAgent(*game, text));
  KVINTET_ASSIGN_OR_RETURN(const auto b, kvintet::arena::MakeAgent(*game, text));
  KVINTET_ASSIGN_OR_RETURN(const kvintet::arena::Judge judge,
                           kvintet::arena::MakeJudge(*game, text));
  KVINTET_ASSIGN_OR_RETURN(const kvintet::arena::MatchResult match,
                           kvintet::arena::PlayMatch(*game, a.get(), b.get(),
                                                     {.pairs = arguments.pairs,
                                                      .opening_random_plies = kOpeningPlies,
                                                      .seed = arguments.seed}));
  Examiner examiner(*game, judge.evaluator.get(), arguments);
  for (const kvintet::arena::MatchGame& played : match.games) {
    KVINTET_RETURN_IF_ERROR(examiner.Examine(played));
  }
  Print(examiner.Places());
  return absl::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5 && argc != 6) {
    std::fprintf(stderr, "usage: value_loss GAME MODEL PAIRS SEED [ROLLOUTS]\n");
    return 2;
  }
  const absl::Status status = Run({.game = argv[1],
                                   .model = argv[2],
                                   .pairs = std::atoi(argv[3]),
                                   .seed = std::strtoull(argv[4], nullptr, 10),
                                   .rollouts = argc == 6 ? std::atoi(argv[5]) : 64});
  if (!status.ok()) {
    std::fprintf(stderr, "value_loss: %s\n", std::string(status.message()).c_str());
    return 1;
  }
  return 0;
}
