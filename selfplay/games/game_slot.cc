// GameSlot: see the header.
#include "selfplay/games/game_slot.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "envs/action_mask.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "selfplay/games/slot_search.h"
#include "selfplay/records/record_words.h"
#include "selfplay/search/tree_search.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {

using envs::Action;
using envs::Actor;
using envs::Seat;

namespace {

// The value of the decision at an event. One that is not a row has none and counts as good, so that
// no seat of a resumed game resigns before it would have.
double ValueAt(const GameRecord& record, size_t event) {
  const auto at = static_cast<int32_t>(event);
  const auto row = std::ranges::lower_bound(record.rows, at, {}, &RecordRow::event);
  const bool found = row != record.rows.end() && row->event == at;
  return found ? static_cast<double>(row->Value()) : 1;
}

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

GameSlot::GameSlot(const envs::Game& game, const SearchSettings& search_settings,
                   const SelfPlaySettings& settings, std::unique_ptr<Search> search,
                   std::unique_ptr<Search> opponent)
    : game_(game),
      settings_(settings),
      search_settings_(search_settings),
      search_(std::move(search)),
      opponent_(std::move(opponent)),
      plays_wins_(search_settings.forced_wins && SearchesTrees(search_settings) &&
                  game.forced_wins() != nullptr),
      position_(1, game.Spec().position_bytes),
      history_(game.Spec().history_capacity),
      resignation_(settings),
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
  deciding_ = Deciding::kNobody;
  game_.Initialize(position_.Span());
  history_.Cut();
  random_.chance = RandomStream(seed, number, 0, Purpose::kChance);
  random_.opening = RandomStream(seed, number, 0, Purpose::kOpening);
  random_.symmetries = RandomStream(seed, number, 0, Purpose::kSymmetry);
  random_.caps = RandomStream(seed, number, 1, Purpose::kOpening);
  plies_ = 0;
  plan_ = PlanGame(settings_, seed, number, &random_.opening);
  resignation_.Start(plan_.plays_out);
  adjudication_.Start(plan_.adjudicates);
}

absl::Status GameSlot::Resume(GameRecord so_far) {
  Start(so_far.seed, so_far.number);
  if (so_far.game != game_.Spec().text) {
    busy_ = false;
    return absl::DataLossError(absl::StrCat("game ", so_far.number, ": wanted a game of ",
                                            game_.Spec().text, ", is one of ", so_far.game));
  }
  std::vector<std::pair<Seat, double>> judged;
  for (size_t i = 0; i < so_far.events.size(); ++i) {
    if (absl::Status repeated = Repeat(so_far.events[i]); !repeated.ok()) {
      busy_ = false;
      return absl::DataLossError(absl::StrCat("game ", so_far.number, ", event ", i, ": ",
                                              std::string(repeated.message())));
    }
    if (std::exchange(deciding_, Deciding::kNobody) == Deciding::kSelf) {
      judged.emplace_back(envs::SeatOf(decider_), ValueAt(so_far, i));
    }
  }
  // These symmetries differ from those of an uninterrupted game, because the number of draws so far
  // is not recorded.
  random_.symmetries =
      RandomStream(so_far.seed, so_far.number, static_cast<uint32_t>(plies_), Purpose::kSymmetry);
  for (const auto& [seat, value] : judged) {
    resignation_.Judge(seat, value);
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
    if (deciding_ == Deciding::kNobody) {
      while (PlayOn()) {
      }
      if (!busy_) {
        return false;
      }
    }
    if (Decider().Advance()) {
      // The sparring model sees views without symmetry, as in a match.
      const bool varies = settings_.symmetry && !OpponentDecides();
      const int symmetries = varies ? game_.Spec().num_symmetries : 1;
      symmetry_ =
          symmetries > 1
              ? static_cast<int>(random_.symmetries.Below(static_cast<uint32_t>(symmetries)))
              : 0;
      return true;
    }
    CommitDecision();
  }
}

bool GameSlot::PlayOn() {
  envs::ActorSet actors;
  game_.Actors(position_.Span(), {&actors, 1});
  const bool cut = settings_.max_plies > 0 && plies_ >= settings_.max_plies;
  if (actors.Empty() || cut) {
    End(!actors.Empty());
    return false;
  }
  if (const std::optional<Seat> resigned = resignation_.Resigned()) {
    EndResigned(*resigned);
    return false;
  }
  if (actors.Has(Actor::kChance)) {
    game_.ChanceOutcomes(position_.Span(), &outcomes_);
    Apply(Actor::kChance, envs::DrawOutcome(outcomes_, &random_.chance));
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
  if (seat == plan_.sparring) {
    BeginDecisionOfOpponent(seat);
  } else {
    BeginDecision(seat);
  }
  return false;
}

bool GameSlot::Adjudicate(Seat seat) {
  if (settings_.adjudicated_share == 0 || game_.known_returns() == nullptr) {
    return false;
  }
  adjudication_.Note(seat, game_.known_returns()->KnownReturn(view_.Span()));
  // A win that the rules play without a search is still played out.
  const bool shown = adjudication_.Winner() == seat && plays_wins_ && seat != plan_.sparring;
  if (!adjudication_.Ends() || shown) {
    return false;
  }
  EndResigned(envs::Other(*adjudication_.Winner()));
  record_.reason = kAdjudicated;
  return true;
}

bool GameSlot::PlayWithoutSearch(Seat seat) {
  game_.MakeViews(position_.Span(), {&seat, 1}, view_.Span());
  game_.LegalActions(view_.Span(), mask_);
  const envs::ActionMask legal(mask_);
  const int count = legal.Count();
  const bool at_random = plies_ < plan_.random_plies;
  if (!at_random && count > 1) {
    const bool spars = seat == plan_.sparring && opponent_ == nullptr;
    if (!plan_.demonstration && !spars) {
      return false;
    }
    PlayAsBaseline(seat);
    return true;
  }
  const int rank =
      at_random ? static_cast<int>(random_.opening.Below(static_cast<uint32_t>(count))) : 0;
  Apply(envs::ActorOf(seat), legal.Nth(rank));
  return true;
}

void GameSlot::PlayAsBaseline(Seat seat) {
  game_.baseline()->GreedyActions(view_.Span(), &greedy_);
  const envs::ActionMask legal(mask_);
  const double noise = plan_.baseline_noise[static_cast<size_t>(envs::Index(seat))];
  const bool errs = noise > 0 && random_.opening.Uniform() < noise;
  const auto choices =
      static_cast<uint32_t>(errs ? static_cast<size_t>(legal.Count()) : greedy_.size());
  const uint32_t choice = random_.opening.Below(choices);
  const Action action = errs ? legal.Nth(static_cast<int>(choice)) : greedy_[choice];
  if (plan_.demonstration) {
    record_.models = {kBaselineName};
    AddRow(ChoiceAmong(greedy_, legal, action, noise), 0, &record_);
  }
  Apply(envs::ActorOf(seat), action);
}

void GameSlot::BeginDecisionOfOpponent(Seat seat) {
  deciding_ = Deciding::kOpponent;
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
  deciding_ = Deciding::kSelf;
  decider_ = envs::ActorOf(seat);
  full_ = settings_.full_search_share == 1 || random_.caps.Uniform() < settings_.full_search_share;
  const int simulations = SimulationsOf(search_settings_, settings_, record_.number);
  search_->Begin(
      {.view = view_.Span(),
       .history = &history_,
       .seed = record_.seed,
       .game = record_.number,
       .ply = static_cast<uint32_t>(plies_),
       .simulations = full_ ? simulations : std::min(simulations, settings_.quick_simulations),
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
  if (OpponentDecides()) {
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
  if (std::exchange(deciding_, Deciding::kNobody) == Deciding::kOpponent) {
    Apply(decider_, opponent_->Result().action);
    return;
  }
  const Decision& decision = search_->Result();
  if (full_) {
    RandomStream rounding(record_.seed, record_.number,
                          static_cast<uint32_t>(record_.events.size()), Purpose::kNoise);
    const bool drawn = AlgorithmOf(search_settings_) == Algorithm::kPolicy;
    const uint16_t model = WonByRules(decision) ? ModelIndex(kRulesName) : model_;
    AddRow(decision, model, &record_, drawn ? &rounding : nullptr);
  }
  resignation_.Judge(envs::SeatOf(decider_), decision.value);
  Apply(decider_, decision.action);
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
