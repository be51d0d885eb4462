// LearnFromActors: see the header.
#include "training/loop/learn_from_actors.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/fail_point.h"
#include "base/files/file.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "proto/textproto.h"
#include "selfplay/games/selfplay.h"
#include "selfplay/records/record_words.h"
#include "training/fleet/backpressure.h"
#include "training/fleet/fleet_view.h"
#include "training/fleet/head_keeper.h"
#include "training/fleet/model_ages.h"
#include "training/fleet/ratings_copy.h"
#include "training/fleet/shard_check.h"
#include "training/fleet/shard_intake.h"
#include "training/link/link_troubles.h"
#include "training/run/published_models.h"

namespace kvintet::training {
namespace {

using Clock = std::chrono::steady_clock;
using selfplay::GameRecord;

// How long to wait when there is nothing to do.
constexpr std::chrono::milliseconds kIdle(50);
// Schedule CONTINUOUS: how many rounds of games may wait for the learner. While actors seal a
// shard, it has the games of another one to learn from.
constexpr int64_t kWaitingRounds = 2;
// How long the learner waits for a game of its round before it plays what is missing.
constexpr double kPatience = 60;
const ShardFate kCommitted = {ShardFate::Kind::kCommitted};

// What both schedules do.
class ActorsLearner {
 public:
  static absl::StatusOr<std::unique_ptr<ActorsLearner>> Begin(Session* session, RunLink* link) {
    const SelfPlayConfig& self_play = session->SelfPlay();
    if (self_play.sparring_past() || !self_play.sparring_model().empty()) {
      return absl::InvalidArgumentError(
          "self_play: wanted no sparring partner in a run with actors, found one");
    }
    const std::string run = session->Directory().Path();
    KVINTET_ASSIGN_OR_RETURN(const LinkMemory memory, ReadLinkMemory(run));
    KVINTET_ASSIGN_OR_RETURN(HeadKeeper keeper,
                             HeadKeeper::TakeOver(link, memory, [run](const LinkMemory& kept) {
                               return WriteLinkMemory(run, kept);
                             }));
    KVINTET_ASSIGN_OR_RETURN(const std::string fingerprint,
                             PlayFingerprint(*session->Options().game));
    std::unique_ptr<ActorsLearner> learner(
        new ActorsLearner(session, link, std::move(keeper), fingerprint));
    KVINTET_ASSIGN_OR_RETURN(const std::vector<PublishedModel> published, PublishedModels(run));
    for (const PublishedModel& model : published) {
      learner->ages_.Add(model.name);
    }
    return learner;
  }

  bool InRounds() const { return session_->SelfPlay().schedule() == SelfPlayConfig::ROUNDS; }
  absl::Status Run() { return InRounds() ? RunInRounds() : RunContinuously(); }

 private:
  ActorsLearner(Session* session, RunLink* link, HeadKeeper keeper, std::string fingerprint)
      : session_(session),
        link_(link),
        keeper_(std::move(keeper)),
        fingerprint_(std::move(fingerprint)),
        intake_(link, keeper_.Epoch(), *session->Options().game,
                {.seed = session->Options().config.seed(),
                 .numbers = session->Directory().State().Numbers(),
                 .is_known = [this](const std::string& model) { return IsKnown(model); },
                 .number_bound = [this] { return keeper_.NumberBound(); }}),
        ratings_(session->Directory().Path()),
        fleet_(InRounds()),
        backpressure_(kWaitingRounds * session->SelfPlay().games_per_round()) {
    keeper_.Saw(session->Counts().next_game - 1);
  }

  // Whether a row may name this as what chose its action.
  bool IsKnown(const std::string& model) const {
    std::error_code error;
    return model == selfplay::kBaselineName || model == selfplay::kRulesName ||
           (IsSha256(model) &&
            std::filesystem::exists(session_->Directory().ModelPath(model), error));
  }

  // The configuration that actors play with. In rounds they all use the learner's precision and
  // convolution, so that it does not matter who plays.
  std::string ConfigText() const {
    Config config = session_->Options().config;
    if (InRounds()) {
      const network::NetworkOptions& playing = session_->Format().playing;
      NetworkConfig* const network = config.mutable_network();
      network->set_precision(playing.precision == network::Precision::kBf16 ? NetworkConfig::BF16
                                                                            : NetworkConfig::FP32);
      network->set_convolution(playing.convolution == network::Convolution::kWinograd
                                   ? NetworkConfig::WINOGRAD
                                   : NetworkConfig::DIRECT);
    }
    return ToTextProto(config);
  }

  absl::Status PublishHead(std::optional<int64_t> end) {
    const RunState& state = session_->Directory().State();
    KVINTET_ASSIGN_OR_RETURN(const std::string model,
                             ReadFile(session_->Directory().ModelPath(state.commit->model)));
    const RunHead head = {.generation = state.commit->next_game,
                          .model = state.commit->model,
                          .steps = state.commit->steps,
                          .seconds = state.commit->seconds,
                          .config = ConfigText(),
                          .fingerprint = fingerprint_,
                          .first_free = session_->Counts().next_game,
                          .end = end,
                          .pause = backpressure_.Pauses()};
    ages_.Add(head.model);
    return troubles_.Unless(keeper_.Publish(head, model));
  }

  // What the link needs all the time.
  absl::Status TendLink() {
    KVINTET_RETURN_IF_ERROR(troubles_.Unless(keeper_.Keep(Clock::now())));
    KVINTET_RETURN_IF_ERROR(troubles_.Unless(intake_.Deliver()));
    KVINTET_RETURN_IF_ERROR(troubles_.Unless(ratings_.Take(link_, Clock::now())));
    KVINTET_RETURN_IF_ERROR(troubles_.Unless(fleet_.Look(link_, Clock::now())));
    session_->Figures().actors = fleet_.Actors();
    session_->Figures().paused_actors = fleet_.Paused();
    session_->Figures().full_spools = fleet_.FullSpools();
    return absl::OkStatus();
  }

  // Makes actors pause, or go on. A round cannot have too many games.
  absl::Status HoldBack() {
    KVINTET_RETURN_IF_ERROR(backpressure_.Look(link_, Clock::now()));
    return keeper_.SetPause(backpressure_.Pauses());
  }

  // Whether this took a shard of an actor.
  absl::StatusOr<bool> TakeShard() {
    KVINTET_RETURN_IF_ERROR(TendLink());
    absl::StatusOr<TakenShard> shard = intake_.Next();
    if (absl::IsNotFound(shard.status())) {
      return false;
    }
    if (!shard.ok()) {
      KVINTET_RETURN_IF_ERROR(troubles_.Unless(shard.status()));
      return false;
    }
    ages_.Count(shard->actor, shard->records);
    for (const GameRecord& record : shard->records) {
      keeper_.Saw(record.number);
      ++played_.games;
      played_.rows += std::ssize(record.rows);
      played_.evaluations += record.evaluations;
    }
    taken_ = *std::move(shard);
    return true;
  }

  absl::Status RunContinuously() {
    KVINTET_RETURN_IF_ERROR(PublishHead({}));
    session_->BeginRound();
    Clock::time_point begun = Clock::now();
    while (!session_->Done()) {
      KVINTET_RETURN_IF_ERROR(troubles_.Unless(HoldBack()));
      KVINTET_ASSIGN_OR_RETURN(const bool learnt, session_->Learn());
      KVINTET_RETURN_IF_ERROR(learnt ? TendLink() : TakeOne(begun));
      if (session_->GamesOfRound() >= session_->SelfPlay().games_per_round()) {
        KVINTET_RETURN_IF_ERROR(EndRound());
        begun = Clock::now();
        KVINTET_RETURN_IF_ERROR(PublishHead({}));
      }
    }
    KVINTET_RETURN_IF_ERROR(troubles_.Unless(intake_.Deliver()));
    return session_->HasNews() ? EndRound() : absl::OkStatus();
  }

  absl::Status TakeOne(Clock::time_point begun) {
    KVINTET_ASSIGN_OR_RETURN(const bool took, TakeShard());
    session_->MeasurePlay(played_, SecondsSince(begun));
    if (!took) {
      Idle();
      return session_->Tick();
    }
    KVINTET_RETURN_IF_ERROR(session_->TakeShard(taken_.bytes, std::move(taken_.records)));
    FailPoint("shard_in_manifest");
    intake_.Answer(taken_.sha, kCommitted);
    absl::Status answered = troubles_.Unless(intake_.Deliver());
    FailPoint("shard_answered");
    return answered;
  }

  // Waits for games.
  void Idle() {
    const Clock::time_point begun = Clock::now();
    std::this_thread::sleep_for(kIdle);
    idle_seconds_ += SecondsSince(begun);
  }

  absl::Status EndRound() {
    const double idle = idle_seconds_ / std::max(SecondsSince(round_begun_), kIdle.count() / 1e3);
    session_->Figures().learn_idle_share = idle;
    session_->Figures().learn_share = 1 - idle;
    idle_seconds_ = 0;
    round_begun_ = Clock::now();
    FailPoint("before_commit");
    KVINTET_RETURN_IF_ERROR(session_->Commit());
    FailPoint("after_commit");
    KVINTET_RETURN_IF_ERROR(session_->Report());
    session_->BeginRound();
    played_ = {};
    return absl::OkStatus();
  }

  absl::Status RunInRounds() {
    while (!session_->Done() || (session_->GamesSinceCommit() > 0 && !session_->TimeIsUp())) {
      session_->BeginRound();
      std::map<int64_t, GameRecord> games;
      KVINTET_RETURN_IF_ERROR(Gather(&games));
      if (session_->TimeIsUp()) {
        break;  // Actors keep the games until the run goes on.
      }
      for (auto& [number, record] : games) {
        KVINTET_RETURN_IF_ERROR(session_->TakeGame(std::move(record)));
      }
      KVINTET_RETURN_IF_ERROR(session_->LearnAll());
      if (session_->StopRequested()) {
        return session_->LeaveRound();
      }
      KVINTET_RETURN_IF_ERROR(EndRound());
      for (const std::string& sha : gathered_) {
        intake_.Answer(sha, kCommitted);
      }
      gathered_.clear();
      KVINTET_RETURN_IF_ERROR(troubles_.Unless(intake_.Deliver()));
    }
    return absl::OkStatus();
  }

  // Collects the games of the next round, by number.
  absl::Status Gather(std::map<int64_t, GameRecord>* games) {
    const selfplay::SelfPlayTask task = session_->MakeTask();
    const int64_t left = session_->SelfPlay().games_per_round() - session_->GamesSinceCommit();
    const int64_t first = task.first_game;
    const int64_t count = std::min<int64_t>(std::max<int64_t>(left, 0), task.games.value_or(left));
    KVINTET_RETURN_IF_ERROR(PublishHead(first + count));
    const Clock::time_point begun = Clock::now();
    Clock::time_point news = begun;
    while (static_cast<int64_t>(games->size()) < count && !session_->TimeIsUp()) {
      KVINTET_ASSIGN_OR_RETURN(const bool took, TakeShard());
      session_->MeasurePlay(played_, SecondsSince(begun));
      if (took) {
        news = Clock::now();
        TakeForRound(first, first + count, games);
      } else if (SecondsSince(news) > kPatience) {
        KVINTET_RETURN_IF_ERROR(PlayMissing(task, first, first + count, games));
      } else {
        Idle();
      }
    }
    return absl::OkStatus();
  }

  void TakeForRound(int64_t first, int64_t end, std::map<int64_t, GameRecord>* games) {
    for (GameRecord& record : taken_.records) {
      if (first <= record.number && record.number < end) {
        games->emplace(record.number, std::move(record));
      }
    }
    gathered_.push_back(taken_.sha);
  }

  absl::Status PlayMissing(selfplay::SelfPlayTask task, int64_t first, int64_t end,
                           std::map<int64_t, GameRecord>* games) {
    KVINTET_ASSIGN_OR_RETURN(const network::PlayingNetwork playing, session_->MakePlayingNetwork());
    int64_t next = first;
    task.in_order = false;
    task.games.reset();
    std::mutex mutex;
    task.next_number = [&]() -> std::optional<uint32_t> {
      const std::lock_guard lock(mutex);
      while (next < end && games->contains(next)) {
        ++next;
      }
      return next < end ? std::optional(static_cast<uint32_t>(next++)) : std::nullopt;
    };
    std::vector<GameRecord> played;
    task.make_evaluator = [&](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
      return std::make_unique<network::NetworkEvaluator>(*task.game, playing);
    };
    task.sink = [&](GameRecord record) {
      played.push_back(std::move(record));
      return absl::OkStatus();
    };
    KVINTET_RETURN_IF_ERROR(selfplay::RunSelfPlay(task).status());
    for (GameRecord& record : played) {
      games->emplace(record.number, std::move(record));
    }
    return absl::OkStatus();
  }

  Session* const session_;
  RunLink* const link_;
  HeadKeeper keeper_;
  const std::string fingerprint_;
  ShardIntake intake_;
  RatingsCopy ratings_;
  FleetView fleet_;
  Backpressure backpressure_;
  ModelAges ages_;
  TakenShard taken_;
  // Of the round that the figures are about, which ends with a commit.
  Clock::time_point round_begun_ = Clock::now();
  double idle_seconds_ = 0;
  // What actors have played, from the shards of this round.
  selfplay::SelfPlayStats played_;
  // Shards of the round.
  std::vector<std::string> gathered_;
  LinkTroubles troubles_{"the link is in trouble, learning goes on", LinkTroubles::Missing::kFails};
};

}  // namespace

absl::Status LearnFromActors(Session* session, RunLink* link) {
  if (session->Done()) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<ActorsLearner> learner,
                           ActorsLearner::Begin(session, link));
  return learner->Run();
}

}  // namespace kvintet::training
