// BestResponseAgent: see the header.
#include "arena/agents/best_response_agent.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/str_cat.h"

#include "arena/agents/random_agent.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "selfplay/equilibrium/seat_moves.h"

namespace kvintet::arena {
namespace {

using envs::Action;
using envs::Seat;
using selfplay::JointMove;
using selfplay::JointStage;
using selfplay::SeatMoves;

// A seed for the turn's game that no agent in play uses.
uint64_t OwnSeed(const Turn& turn, int number) {
  return RandomStream(turn.key.seed, turn.key.row, static_cast<uint32_t>(number),
                      Purpose::kSampling)
      .Next64();
}

LikelyMoves MeanOf(std::span<LikelyMoves> seen) {
  LikelyMoves mean;
  const auto share = 1 / static_cast<double>(seen.size());
  for (const LikelyMoves& one : seen) {
    mean.moves.insert(mean.moves.end(), one.moves.begin(), one.moves.end());
    for (const double probability : one.probabilities) {
      mean.probabilities.push_back(share * probability);
    }
    mean.dropped += share * one.dropped;
  }
  return mean;
}

}  // namespace

absl::StatusOr<std::unique_ptr<BestResponseAgent>> BestResponseAgent::Make(
    const envs::Game& game, std::string spec, int seeds, std::unique_ptr<Agent> asked) {
  if (selfplay::MakeMoveOracle(game) == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat("agent '", spec, "': wanted a game with an oracle for whole moves (",
                     selfplay::GamesWithMoveOracles(), "), found ", game.Spec().name));
  }
  KVINTET_RETURN_IF_ERROR(asked->TellPolicies({}, {}));
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<Agent> baseline, GreedyAgent::Make(game));
  return std::unique_ptr<BestResponseAgent>(
      new BestResponseAgent(game, std::move(spec), seeds, std::move(asked), std::move(baseline)));
}

BestResponseAgent::BestResponseAgent(const envs::Game& game, std::string spec, int seeds,
                                     std::unique_ptr<Agent> asked, std::unique_ptr<Agent> baseline)
    : game_(game),
      spec_(std::move(spec)),
      seeds_(seeds),
      asked_(std::move(asked)),
      baseline_(std::move(baseline)),
      oracle_(selfplay::MakeMoveOracle(game)),
      stage_(game),
      own_stage_(game),
      behind_(1, game.Spec().position_bytes) {
  KVINTET_CHECK_GE(seeds, 1);
}

BestResponseAgent::Question BestResponseAgent::QuestionOf(const Turn& turn) const {
  return {stage_.Key().low, stage_.Key().high, envs::Index(game_.ViewSeat(turn.view)),
          turn.key.seed, turn.key.row};
}

absl::Status BestResponseAgent::Choose(std::span<const Turn> turns, std::span<Choice> choices) {
  std::vector<Means> means;
  for (const Turn& turn : turns) {
    means.push_back(StartStage(turn));
  }
  KVINTET_RETURN_IF_ERROR(Ask(turns, means));
  for (size_t i = 0; i < turns.size(); ++i) {
    if (means[i] == Means::kBaseline) {
      KVINTET_RETURN_IF_ERROR(baseline_->Choose(turns.subspan(i, 1), choices.subspan(i, 1)));
      continue;
    }
    StartStage(turns[i]);
    const LikelyMoves& others = known_.at(QuestionOf(turns[i]));
    choices[i] = {.action = means[i] == Means::kOracle ? AnswerByOracle(turns[i], others)
                                                       : AnswerLastStage(turns[i], others)};
  }
  return absl::OkStatus();
}

BestResponseAgent::Means BestResponseAgent::StartStage(const Turn& turn) {
  stage_.Start(turn.view, turn.history, JointStage::OwnChoices::kForgotten);
  own_stage_.Start(turn.view, turn.history, JointStage::OwnChoices::kStand);
  if (oracle_->Start(stage_.Base())) {
    return Means::kOracle;
  }
  return EndsWhateverIsChosen() ? Means::kLastStage : Means::kBaseline;
}

bool BestResponseAgent::EndsWhateverIsChosen() {
  std::array<std::vector<JointMove>, 2> all;
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    SeatMoves moves(&stage_, seat);
    moves.Reset();
    if (!moves.ListAll(kMaxLastMoves, &all[static_cast<size_t>(envs::Index(seat))])) {
      return false;
    }
  }
  return std::ranges::all_of(all[0], [&](const JointMove& own) {
    return std::ranges::all_of(all[1], [&](const JointMove& other) {
      stage_.After({&own, &other}, behind_.Span());
      return envs::ActorsOf(game_, behind_.Span()).Empty();
    });
  });
}

absl::Status BestResponseAgent::Ask(std::span<const Turn> turns, const std::vector<Means>& means) {
  std::map<Question, LikelyMoves> known;
  std::vector<const Turn*> unknown;
  std::vector<LikelyMoves*> places;
  for (size_t i = 0; i < turns.size(); ++i) {
    if (means[i] == Means::kBaseline) {
      continue;
    }
    stage_.Start(turns[i].view, turns[i].history, JointStage::OwnChoices::kForgotten);
    const auto [place, is_new] = known.try_emplace(QuestionOf(turns[i]));
    if (const auto before = known_.find(place->first); is_new && before != known_.end()) {
      place->second = before->second;
    } else if (is_new) {
      unknown.push_back(&turns[i]);
      places.push_back(&place->second);
    }
  }
  known_ = std::move(known);  // moving the map keeps `places` valid
  KVINTET_ASSIGN_OR_RETURN(std::vector<LikelyMoves> told, AskAll(unknown));
  for (size_t i = 0; i < unknown.size(); ++i) {
    dropped_ += told[i].dropped;
    ++stages_;
    *places[i] = std::move(told[i]);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<LikelyMoves>> BestResponseAgent::AskAll(
    const std::vector<const Turn*>& turns) {
  std::vector<Turn> asked;
  for (const Turn* turn : turns) {
    for (int number = 0; number < seeds_; ++number) {
      asked.push_back(*turn);
      asked.back().record = {};
      asked.back().key.seed = OwnSeed(*turn, number);
    }
  }
  KVINTET_ASSIGN_OR_RETURN(std::vector<LikelyMoves> told,
                           AskLikelyMoves(game_, asked_.get(), asked));
  std::vector<LikelyMoves> means;
  const auto seeds = static_cast<size_t>(seeds_);
  for (size_t i = 0; i < turns.size(); ++i) {
    means.push_back(MeanOf(std::span(told).subspan(i * seeds, seeds)));
  }
  return means;
}

Action BestResponseAgent::AnswerByOracle(const Turn& turn, const LikelyMoves& others) {
  RandomStream random(turn.key);
  const Seat seat = game_.ViewSeat(turn.view);
  const JointMove move =
      oracle_->BestAnswer(own_stage_.Base(), static_cast<size_t>(envs::Index(seat)), others.moves,
                          others.probabilities, &random);
  return move[static_cast<size_t>(game_.MoveProgress(turn.view))];
}

Action BestResponseAgent::AnswerLastStage(const Turn& turn, const LikelyMoves& others) {
  const Seat seat = game_.ViewSeat(turn.view);
  SeatMoves moves(&own_stage_, seat);
  moves.Reset();
  std::vector<JointMove> own;
  KVINTET_CHECK(moves.ListAll(kMaxLastMoves, &own));
  RandomStream random(turn.key);
  random.Shuffle(std::span(own));
  const auto best = std::ranges::max_element(own, {}, [&](const JointMove& move) {
    return (seat == Seat::k0 ? 1 : -1) * MeanReturn(seat, move, others);
  });
  return best->front();
}

double BestResponseAgent::MeanReturn(Seat seat, const JointMove& own, const LikelyMoves& others) {
  double mean = 0;
  for (size_t k = 0; k < others.moves.size(); ++k) {
    std::array<const JointMove*, 2> pair = {&own, &others.moves[k]};
    if (seat == Seat::k1) {
      std::swap(pair[0], pair[1]);
    }
    own_stage_.After(pair, behind_.Span());
    mean += others.probabilities[k] * static_cast<double>(game_.Result(behind_.Span()).returns[0]);
  }
  return mean;
}

}  // namespace kvintet::arena
