// SelfPlayActor: see the header.
#include "selfplay/games/actor.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "selfplay/games/slot_search.h"
#include "selfplay/records/record_words.h"

namespace kvintet::selfplay {
namespace {

using Clock = std::chrono::steady_clock;

// After this many consecutive cache hits a slot waits for an evaluation regardless, so that newer
// models are noticed and a stop request takes effect even if everything is cached.
constexpr int kMaxKnown = 1000;

double Seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

double Ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

}  // namespace

double GamesInPlay::MeanPly() const {
  return Ratio(static_cast<double>(plies), static_cast<double>(games));
}

void GamesInPlay::Add(const GamesInPlay& other) {
  games += other.games;
  plies += other.plies;
  evaluations += other.evaluations;
}

double SelfPlayStats::BatchFill() const {
  return Ratio(static_cast<double>(evaluations), static_cast<double>(batch_room));
}

double SelfPlayStats::CacheHitShare() const {
  return Ratio(static_cast<double>(cache_hits), static_cast<double>(cache_hits + evaluations));
}

double SelfPlayStats::WrongResignShare() const {
  return Ratio(static_cast<double>(wrong_resignations), static_cast<double>(played_out_games));
}

double SelfPlayStats::WrongAdjudicationShare() const {
  return Ratio(static_cast<double>(wrong_adjudications), static_cast<double>(known_games));
}

double SelfPlayStats::AdjudicatedShare() const {
  return Ratio(static_cast<double>(adjudicated_games), static_cast<double>(games));
}

double SelfPlayStats::TreeShare() const {
  return Ratio(tree_seconds, tree_seconds + evaluate_seconds);
}

void SelfPlayStats::Add(const SelfPlayStats& other) {
  games += other.games;
  rows += other.rows;
  dropped_rows += other.dropped_rows;
  evaluations += other.evaluations;
  batches += other.batches;
  batch_room += other.batch_room;
  cache_hits += other.cache_hits;
  resigned_games += other.resigned_games;
  played_out_games += other.played_out_games;
  wrong_resignations += other.wrong_resignations;
  adjudicated_games += other.adjudicated_games;
  known_games += other.known_games;
  wrong_adjudications += other.wrong_adjudications;
  tree_seconds += other.tree_seconds;
  evaluate_seconds += other.evaluate_seconds;
  in_play.Add(other.in_play);
}

SelfPlayStats SelfPlayStats::Since(const SelfPlayStats& earlier) const {
  return {.games = games - earlier.games,
          .rows = rows - earlier.rows,
          .dropped_rows = dropped_rows - earlier.dropped_rows,
          .evaluations = evaluations - earlier.evaluations,
          .batches = batches - earlier.batches,
          .batch_room = batch_room - earlier.batch_room,
          .cache_hits = cache_hits - earlier.cache_hits,
          .resigned_games = resigned_games - earlier.resigned_games,
          .played_out_games = played_out_games - earlier.played_out_games,
          .wrong_resignations = wrong_resignations - earlier.wrong_resignations,
          .adjudicated_games = adjudicated_games - earlier.adjudicated_games,
          .known_games = known_games - earlier.known_games,
          .wrong_adjudications = wrong_adjudications - earlier.wrong_adjudications,
          .tree_seconds = tree_seconds - earlier.tree_seconds,
          .evaluate_seconds = evaluate_seconds - earlier.evaluate_seconds,
          .seconds = seconds - earlier.seconds,
          .in_play = in_play};
}

void SelfPlayActor::AddQueue(Evaluator* evaluator) {
  const SelfPlaySettings& settings = task_.self_play;
  const int wanted = settings.batch_size.value_or(evaluator->PreferredBatch());
  const int batch = std::min(settings.slots_per_thread, wanted);
  queues_.push_back(
      {.evaluator = evaluator, .batch = EvaluationBatch(*task_.game, batch, task_.cache)});
}

absl::StatusOr<std::unique_ptr<SelfPlayActor>> SelfPlayActor::Create(const ActorTask& task,
                                                                     Evaluator* evaluator,
                                                                     Evaluator* opponent) {
  if (SparsWithNetwork(task.self_play) != (opponent != nullptr)) {
    return absl::InvalidArgumentError(
        absl::StrCat("self_play.sparring_model and sparring_past need a separate evaluator: "
                     "sparring_model is '",
                     task.self_play.sparring_model, "', and here there is ",
                     opponent == nullptr ? "none" : "one"));
  }
  std::unique_ptr<SelfPlayActor> actor(new SelfPlayActor(task));
  actor->AddQueue(evaluator);
  if (opponent != nullptr) {
    actor->AddQueue(opponent);
  }
  for (int i = 0; i < task.self_play.slots_per_thread; ++i) {
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<Search> search,
                             MakeSlotSearch(*task.game, task.search, task.self_play));
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<Search> against,
                             MakeOpponentSearch(*task.game, task.self_play));
    actor->slots_.push_back(std::make_unique<GameSlot>(*task.game, task.search, task.self_play,
                                                       std::move(search), std::move(against)));
  }
  return actor;
}

absl::Status SelfPlayActor::Run(std::stop_token stop) {
  stop_ = std::move(stop);
  absl::Status status = Play();
  TellInPlay();
  for (const std::unique_ptr<GameSlot>& slot : slots_) {
    stats_.dropped_rows += slot->RowsInPlay();
  }
  return status;
}

bool SelfPlayActor::TimeIsUp() const {
  return stop_.stop_requested() || (task_.deadline.has_value() && Clock::now() >= *task_.deadline);
}

absl::Status SelfPlayActor::Play() {
  Clock::time_point last = Clock::now();
  in_play_told_ = stats_told_ = last;
  while (!TimeIsUp()) {
    KVINTET_RETURN_IF_ERROR(FillBatches());
    const Clock::time_point filled = Clock::now();
    stats_.tree_seconds += Seconds(filled - last);
    if (NoneAsked()) {
      break;
    }
    KVINTET_RETURN_IF_ERROR(EvaluateBatches());
    last = Clock::now();
    stats_.evaluate_seconds += Seconds(last - filled);
    Answer();
    TellWhatIsDue();
  }
  return absl::OkStatus();
}

void SelfPlayActor::TellWhatIsDue() {
  const Clock::time_point now = Clock::now();
  if (task_.on_checkpoint && now - in_play_told_ >= task_.in_play_period) {
    TellInPlay();
    in_play_told_ = now;
  }
  if (task_.on_progress && now - stats_told_ >= task_.told_period) {
    task_.on_progress(stats_);
    stats_told_ = now;
  }
}

void SelfPlayActor::TellInPlay() const {
  if (!task_.on_checkpoint) {
    return;
  }
  std::vector<GameRecord> games;
  for (const std::unique_ptr<GameSlot>& slot : slots_) {
    if (slot->Busy()) {
      games.push_back(slot->CurrentDecision());
    }
  }
  task_.on_checkpoint(std::move(games));
}

bool SelfPlayActor::AnyFull() const {
  return std::ranges::any_of(queues_,
                             [](const EvaluatorQueue& queue) { return queue.batch.Full(); });
}

bool SelfPlayActor::NoneAsked() const {
  return std::ranges::all_of(queues_,
                             [](const EvaluatorQueue& queue) { return queue.batch.Count() == 0; });
}

absl::Status SelfPlayActor::FillBatches() {
  for (EvaluatorQueue& queue : queues_) {
    queue.batch.Clear();
    queue.waiting.clear();
  }
  for (size_t asked = 0; asked < slots_.size() && !AnyFull(); ++asked) {
    GameSlot* const slot = slots_[next_slot_].get();
    next_slot_ = (next_slot_ + 1) % slots_.size();
    KVINTET_RETURN_IF_ERROR(AdvanceSlot(slot));
  }
  return absl::OkStatus();
}

absl::Status SelfPlayActor::AdvanceSlot(GameSlot* slot) {
  int known = 0;
  while (true) {
    if (!slot->Busy() && !Begin(slot)) {
      return absl::OkStatus();
    }
    const int64_t before = std::ssize(slot->CurrentDecision().events);
    if (slot->Advance()) {
      stats_.in_play.plies += std::ssize(slot->CurrentDecision().events) - before;
      EvaluatorQueue& queue = queues_[slot->OpponentDecides() ? 1u : 0u];
      const int views = queue.batch.Count();
      const bool waits = queue.batch.Add(slot->View(), slot->Legal(), slot->Symmetry(),
                                         /*fresh=*/known == kMaxKnown);
      stats_.cache_hits += queue.batch.Count() == views ? 1 : 0;
      if (waits) {
        queue.waiting.push_back(slot);
        return absl::OkStatus();
      }
      ++known;
      ++stats_.in_play.evaluations;
      slot->Resume(queue.batch.Known(), queue.batch.Model());
      continue;
    }
    GameRecord record = slot->TakeRecord();
    stats_.in_play.plies -= before;
    CountEnded(record, *slot);
    KVINTET_RETURN_IF_ERROR(task_.sink(std::move(record)));
  }
}

bool SelfPlayActor::Begin(GameSlot* slot) {
  if (!begun_left_ && !games_left_) {
    return false;
  }
  while (begun_left_) {
    std::optional<GameRecord> begun = task_.next_begun ? task_.next_begun() : std::nullopt;
    begun_left_ = begun.has_value();
    if (!begun_left_) {
      break;
    }
    const absl::Status goes_on = slot->Resume(*std::move(begun));
    if (goes_on.ok()) {
      CountBegun(*slot);
      return true;
    }
    LogWarning("selfplay", "a game cannot go on", {{"why", goes_on.message()}});
  }
  // Checked here too, because games that need no evaluation can follow each other within one batch.
  games_left_ = games_left_ && !TimeIsUp();
  const std::optional<uint32_t> number = games_left_ ? task_.next_game() : std::nullopt;
  games_left_ = number.has_value();
  if (games_left_) {
    slot->Start(task_.seed, *number);
    CountBegun(*slot);
  }
  return games_left_;
}

void SelfPlayActor::CountBegun(const GameSlot& slot) {
  ++stats_.in_play.games;
  stats_.in_play.plies += std::ssize(slot.CurrentDecision().events);
  stats_.in_play.evaluations += slot.CurrentDecision().evaluations;
}

void SelfPlayActor::CountEnded(const GameRecord& record, const GameSlot& slot) {
  --stats_.in_play.games;
  stats_.in_play.evaluations -= record.evaluations;
  ++stats_.games;
  stats_.rows += static_cast<int64_t>(record.rows.size());
  const bool adjudicated = record.reason == kAdjudicated;
  stats_.adjudicated_games += adjudicated ? 1 : 0;
  stats_.resigned_games += record.resigned.has_value() && !adjudicated ? 1 : 0;
  const auto result_of = [&](envs::Seat seat) {
    return seat == envs::Seat::k0 ? record.result : 0 - record.result;
  };
  // An adjudicated game does not show whether the resignation would have been right.
  if (const auto seat = slot.WouldHaveResigned(); seat.has_value() && !adjudicated) {
    ++stats_.played_out_games;
    stats_.wrong_resignations += result_of(*seat) >= 0 ? 1 : 0;
  }
  if (const auto seat = slot.WouldHaveWon(); seat.has_value() && !record.resigned.has_value()) {
    ++stats_.known_games;
    stats_.wrong_adjudications += result_of(*seat) <= 0 ? 1 : 0;
  }
}

absl::Status SelfPlayActor::EvaluateBatches() {
  for (EvaluatorQueue& queue : queues_) {
    if (queue.batch.Count() == 0) {
      continue;
    }
    KVINTET_RETURN_IF_ERROR(queue.batch.Evaluate(queue.evaluator));
    stats_.evaluations += queue.batch.Count();
    ++stats_.batches;
    stats_.batch_room += queue.batch.Capacity();
  }
  return absl::OkStatus();
}

void SelfPlayActor::Answer() {
  for (EvaluatorQueue& queue : queues_) {
    for (size_t i = 0; i < queue.waiting.size(); ++i) {
      queue.waiting[i]->Resume(queue.batch.Answer(static_cast<int>(i)), queue.batch.Model());
    }
    stats_.in_play.evaluations += std::ssize(queue.waiting);
  }
}

}  // namespace kvintet::selfplay
