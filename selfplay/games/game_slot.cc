// GameSlot: see the header.
#include "selfplay/games/game_slot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "envs/action_mask.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "selfplay/games/slot_search.h"
#include "selfplay/records/record_words.h"
#include "selfplay/search/tree_search.h"

namespace kvintet::selfplay {

using envs::Action;
using envs::Actor;
using envs::Seat;

namespace {

// The decision of a player that takes one of `best` uniformly, or with probability `noise` any
// legal action. It has no value estimate.
Decision ChoiceAmong(std::span<const Action> best, envs::ActionMask legal, Action action,
                     double noise) {
  const double share = 1.0 / static_cast<double>(best.size());
  const double behaviour = std::ranges::count(best, action) > 0 ? (1 - noise) * share : 0;
  Decision decision = {.action = action, .behaviour = behaviour + noise / legal.Count()};
  legal.ForEach([&](Action each) {
    const float policy = std::ranges::count(best, each) > 0 ? static_cast<float>(share) : 0.0f;
    decision.actions.push_back({.action = each, .prior = policy, .policy = policy});
  });
  return decision;
}

}  // namespace

GameSlot::GameSlot(const envs::Game& game, const SearchConfig& search_config,
                   const SelfPlayConfig& config, std::unique_ptr<Search> search,
                   std::unique_ptr<Search> opponent)
    : game_(game),
      config_(config),
      search_config_(search_config),
      search_(std::move(search)),
      opponent_(std::move(opponent)),
      plays_wins_(search_config.forced_wins() && SearchesTrees(search_config) &&
                  game.forced_wins() != nullptr),
      position_(1, game.Spec().position_bytes),
      history_(game.Spec().history_capacity),
      view_(1, game.Spec().view_bytes),
      mask_(static_cast<size_t>(game.Spec().MaskWords())) {}

void GameSlot::Start(uint64_t seed, uint32_t number) {
  record_ = {.game = game_.Spec().text, .seed = seed, .number = number};
  model_ = 0;
  busy_ = true;
  search_->Forget();
  if (opponent_ != nullptr) {
    opponent_->Forget();
  }
  deciding_ = false;
  opponent_decides_ = false;
  game_.Initialize(position_.Span());
  history_.Cut();
  chance_ = RandomStream(seed, number, 0, Purpose::kChance);
  opening_ = RandomStream(seed, number, 0, Purpose::kOpening);
  symmetries_ = RandomStream(seed, number, 0, Purpose::kSymmetry);
  caps_ = RandomStream(seed, number, 1, Purpose::kOpening);
  bad_decisions_ = {0, 0};
  resigning_.reset();
  plays_out_ =
      config_.resign_value() > -1 &&
      RandomStream(seed, number, 2, Purpose::kOpening).Uniform() < config_.resign_playout_share();
  sure_winner_.reset();
  adjudicates_ =
      config_.adjudicated_share() > 0 &&
      RandomStream(seed, number, 4, Purpose::kOpening).Uniform() < config_.adjudicated_share();
  RandomStream sparring(seed, number, 3, Purpose::kOpening);
  demonstration_ = int64_t{number} < config_.demonstration_games();
  sparring_.reset();
  if (config_.sparring_share() > 0 && sparring.Uniform() < config_.sparring_share()) {
    sparring_ = static_cast<Seat>(sparring.Below(2));
  }
  for (double& noise : baseline_noise_) {
    noise = config_.baseline_noise() * sparring.Uniform();
  }
  plies_ = 0;
  const int most = config_.opening_random_plies();
  random_plies_ = most > 0 ? static_cast<int>(opening_.Below(static_cast<uint32_t>(most) + 1)) : 0;
}

absl::Status GameSlot::Resume(GameRecord so_far) {
  Start(so_far.seed, so_far.number);
  for (size_t i = 0; i < so_far.events.size(); ++i) {
    if (absl::Status repeated = Repeat(so_far.events[i]); !repeated.ok()) {
      busy_ = false;
      return absl::DataLossError(absl::StrCat("game ", so_far.number, ", event ", i, ": ",
                                              std::string(repeated.message())));
    }
  }
  // These symmetries differ from those of an uninterrupted game, because the number of draws so far
  // is not recorded.
  symmetries_ =
      RandomStream(so_far.seed, so_far.number, static_cast<uint32_t>(plies_), Purpose::kSymmetry);
  // Values of decisions that are not rows are not recorded either.
  for (const RecordRow& row : so_far.rows) {
    Judge(envs::SeatOf(so_far.events[static_cast<size_t>(row.event)].actor),
          static_cast<double>(row.Value()));
  }
  record_ = std::move(so_far);
  model_ = 0;
  return absl::OkStatus();
}

absl::Status GameSlot::Repeat(const RecordedEvent& event) {
  if (PlayOn()) {
    return record_.events.back() == event
               ? absl::OkStatus()
               : absl::DataLossError("does not follow from the game's random numbers");
  }
  if (!busy_) {
    return absl::DataLossError("the game is already over");
  }
  deciding_ = false;
  if (event.actor != decider_ || event.action < 0 || event.action >= game_.Spec().num_actions ||
      !envs::ActionMask(mask_).Has(event.action)) {
    return absl::DataLossError("is not legal");
  }
  Apply(decider_, event.action);
  return absl::OkStatus();
}

bool GameSlot::Advance() {
  KVINTET_CHECK(busy_);
  while (true) {
    if (!deciding_) {
      while (PlayOn()) {
      }
      if (!busy_) {
        return false;
      }
    }
    if (Decider().Advance()) {
      // The sparring model sees views without symmetry, as in a match.
      const bool varies = config_.symmetry() && !opponent_decides_;
      const int symmetries = varies ? game_.Spec().num_symmetries : 1;
      symmetry_ = symmetries > 1
                      ? static_cast<int>(symmetries_.Below(static_cast<uint32_t>(symmetries)))
                      : 0;
      return true;
    }
    CommitDecision();
  }
}

bool GameSlot::PlayOn() {
  envs::ActorSet actors;
  game_.Actors(position_.Span(), {&actors, 1});
  const bool cut = config_.max_plies() > 0 && plies_ >= config_.max_plies();
  if (actors.Empty() || cut) {
    End(!actors.Empty());
    return false;
  }
  if (resigning_.has_value() && !plays_out_) {
    EndResigned(*resigning_);
    return false;
  }
  if (actors.Has(Actor::kChance)) {
    game_.ChanceOutcomes(position_.Span(), &outcomes_);
    Apply(Actor::kChance, envs::DrawOutcome(outcomes_, &chance_));
    return true;
  }
  // Simultaneous seats decide one after the other; neither sees the other's choice.
  const Seat seat = envs::SeatOf(actors.First());
  if (PlayWithoutSearch(seat)) {
    return true;
  }
  if (Adjudicate(seat)) {
    return false;
  }
  if (seat == sparring_) {
    BeginDecisionOfOpponent(seat);
  } else {
    BeginDecision(seat);
  }
  return false;
}

bool GameSlot::Adjudicate(Seat seat) {
  if (config_.adjudicated_share() == 0 || game_.known_returns() == nullptr) {
    return false;
  }
  if (const std::optional<float> known = game_.known_returns()->KnownReturn(view_.Span());
      !sure_winner_.has_value() && known.has_value() && std::abs(*known) == 1) {
    sure_winner_ = *known == 1 ? seat : envs::Other(seat);
  }
  // A win that the rules play without a search is still played out.
  const bool shown = sure_winner_ == seat && plays_wins_ && seat != sparring_;
  if (!adjudicates_ || !sure_winner_.has_value() || shown) {
    return false;
  }
  EndResigned(envs::Other(*sure_winner_));
  record_.reason = kAdjudicated;
  return true;
}

bool GameSlot::PlayWithoutSearch(Seat seat) {
  game_.MakeViews(position_.Span(), {&seat, 1}, view_.Span());
  game_.LegalActions(view_.Span(), mask_);
  const envs::ActionMask legal(mask_);
  const int count = legal.Count();
  const bool at_random = plies_ < random_plies_;
  if (!at_random && count > 1) {
    const bool spars = seat == sparring_ && opponent_ == nullptr;
    if (!demonstration_ && !spars) {
      return false;
    }
    PlayAsBaseline(seat);
    return true;
  }
  const int rank = at_random ? static_cast<int>(opening_.Below(static_cast<uint32_t>(count))) : 0;
  Apply(envs::ActorOf(seat), legal.Nth(rank));
  return true;
}

void GameSlot::PlayAsBaseline(Seat seat) {
  game_.baseline()->GreedyActions(view_.Span(), &greedy_);
  const envs::ActionMask legal(mask_);
  const double noise = baseline_noise_[static_cast<size_t>(envs::Index(seat))];
  const bool errs = noise > 0 && opening_.Uniform() < noise;
  const auto choices =
      static_cast<uint32_t>(errs ? static_cast<size_t>(legal.Count()) : greedy_.size());
  const uint32_t choice = opening_.Below(choices);
  const Action action = errs ? legal.Nth(static_cast<int>(choice)) : greedy_[choice];
  if (demonstration_) {
    record_.models = {kBaselineName};
    AddRow(ChoiceAmong(greedy_, legal, action, noise), 0, &record_);
  }
  Apply(envs::ActorOf(seat), action);
}

void GameSlot::BeginDecisionOfOpponent(Seat seat) {
  deciding_ = true;
  opponent_decides_ = true;
  decider_ = envs::ActorOf(seat);
  opponent_->Begin({.view = view_.Span(),
                    .history = &history_,
                    .seed = record_.seed,
                    .game = record_.number,
                    .ply = static_cast<uint32_t>(plies_),
                    .explore = false,
                    .record = [this, seat] { return SeatRecord(seat); }});
}

void GameSlot::BeginDecision(Seat seat) {
  deciding_ = true;
  opponent_decides_ = false;
  decider_ = envs::ActorOf(seat);
  full_ = config_.full_search_share() == 1 || caps_.Uniform() < config_.full_search_share();
  const int simulations = SimulationsOf(search_config_, config_, record_.number);
  search_->Begin(
      {.view = view_.Span(),
       .history = &history_,
       .seed = record_.seed,
       .game = record_.number,
       .ply = static_cast<uint32_t>(plies_),
       .simulations = full_ ? simulations : std::min(simulations, config_.quick_simulations()),
       .explore = full_,
       .record = [this, seat] { return SeatRecord(seat); }});
}

std::string GameSlot::SeatRecord(Seat seat) const {
  envs::Playthrough play(game_);
  for (const RecordedEvent& event : record_.events) {
    KVINTET_CHECK(play.Apply(event.actor, event.action).ok());
  }
  return play.SeatRecord(seat);
}

void GameSlot::Resume(const Evaluation& evaluation, const std::string& model) {
  ++record_.evaluations;
  if (opponent_decides_) {
    opponent_->Resume(evaluation);
    return;
  }
  if (record_.models.empty() || record_.models[model_] != model) {
    model_ = ModelIndex(model);
  }
  search_->Resume(evaluation);
}

uint16_t GameSlot::ModelIndex(const std::string& model) {
  std::vector<std::string>& models = record_.models;
  const auto found = std::ranges::find(models, model);
  const auto index = static_cast<uint16_t>(found - models.begin());
  if (found == models.end()) {
    models.push_back(model);
  }
  return index;
}

bool GameSlot::WonByRules(const Decision& decision) const {
  const auto chosen =
      std::ranges::find(decision.actions, decision.action, &ActionStatistics::action);
  return plays_wins_ && chosen->visits == 0 && chosen->policy == 1;
}

void GameSlot::CommitDecision() {
  deciding_ = false;
  if (opponent_decides_) {
    Apply(decider_, opponent_->Result().action);
    return;
  }
  const Decision& decision = search_->Result();
  if (full_) {
    RandomStream rounding(record_.seed, record_.number,
                          static_cast<uint32_t>(record_.events.size()), Purpose::kNoise);
    const bool drawn = search_config_.algorithm() == SearchConfig::POLICY;
    const uint16_t model = WonByRules(decision) ? ModelIndex(kRulesName) : model_;
    AddRow(decision, model, &record_, drawn ? &rounding : nullptr);
  }
  Judge(envs::SeatOf(decider_), decision.value);
  Apply(decider_, decision.action);
}

void GameSlot::Judge(Seat seat, double value) {
  int& bad = bad_decisions_[static_cast<size_t>(envs::Index(seat))];
  bad = value < config_.resign_value() ? bad + 1 : 0;
  if (!resigning_.has_value() && bad >= config_.resign_decisions()) {
    resigning_ = seat;
  }
}

void GameSlot::Apply(Actor actor, Action action) {
  record_.events.push_back({actor, action});
  game_.Step(position_.Span(), {&history_, 1}, {&actor, 1}, {&action, 1});
  search_->Follow(actor, action);
  if (opponent_ != nullptr) {
    opponent_->Follow(actor, action);
  }
  plies_ += actor == Actor::kChance ? 0 : 1;
}

void GameSlot::End(bool cut) {
  busy_ = false;
  if (cut) {
    record_.truncated = true;
    record_.reason = "max_plies";
    if (game_.standings()) {
      record_.margin = game_.standings()->Standing(position_.Span());
    }
    return;
  }
  const envs::Outcome outcome = game_.Result(position_.Span());
  record_.result = outcome.returns[0];
  record_.margin = outcome.margin;
  record_.reason = std::string(outcome.reason);
  record_.truncated = outcome.truncated;
}

void GameSlot::EndResigned(Seat seat) {
  busy_ = false;
  record_.resigned = seat;
  record_.result = seat == Seat::k0 ? -1.0f : 1.0f;
  record_.reason = "resigned";
}

GameRecord GameSlot::TakeRecord() {
  KVINTET_CHECK(!busy_);
  return std::exchange(record_, {});
}

}  // namespace kvintet::selfplay
