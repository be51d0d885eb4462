// Session: see the header.
#include "training/loop/session.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "base/reports/log.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "selfplay/games/slot_search.h"
#include "selfplay/records/replay_rows.h"
#include "selfplay/settings/settings_of.h"
#include "training/learning/cooldown.h"
#include "training/learning/given_games.h"
#include "training/learning/given_models.h"
#include "training/learning/past_self.h"
#include "training/learning/settings_check.h"
#include "training/loop/session_settings.h"
#include "training/network/network_sight.h"
#include "training/network/tower/precision.h"

namespace kvintet::training {
namespace {

// Minimum seconds between progress reports, and between writes of progress.json.
constexpr double kSecondsToTell = 1;
constexpr double kSecondsToWrite = 5;

// The clock starts now.
RunLimits LimitsOf(const TrainOptions& options, const RunState& state) {
  return {options.minutes, options.games, state.commit ? state.commit->seconds : 0};
}

// Whether the rules allow a game. Threads that play check their games themselves, because the
// learner's thread would be too slow for many of them.
auto CheckOf(const envs::Game& game) {
  return
      [&game](const selfplay::GameRecord& record) { return selfplay::CheckRecord(game, record); };
}

}  // namespace

absl::StatusOr<std::unique_ptr<Session>> Session::Open(const TrainOptions& options) {
  Config config = options.config;
  config.set_game(options.game->Spec().text);
  NameThreads(&config);
  // Checks the settings before creating anything.
  KVINTET_RETURN_IF_ERROR(CheckSettings(*options.game, config));
  KVINTET_RETURN_IF_ERROR(selfplay::CheckSlotSearches(*options.game,
                                                      selfplay::SettingsOf(config.search()),
                                                      selfplay::SettingsOf(config.self_play())));
  KVINTET_ASSIGN_OR_RETURN(const GivenModels given,
                           LoadGivenModels(*options.game, options.directory, &config));
  KVINTET_ASSIGN_OR_RETURN(const std::optional<GivenGames> games,
                           FindGivenGames(*options.game, options.directory, &config));
  KVINTET_RETURN_IF_ERROR(CheckReferences(*options.game, config.strength()));
  KVINTET_ASSIGN_OR_RETURN(const network::Device device,
                           network::ParseDevice(config.network().device()));
  KVINTET_RETURN_IF_ERROR(network::CheckRanks(RankOptionsOf(options),
                                              network::NetworkSight(*options.game).Shape(),
                                              config.learner().batch_size(), device));
  KVINTET_ASSIGN_OR_RETURN(RunDirectory directory, RunDirectory::Open(options.directory, config));
  if (games) {
    KVINTET_RETURN_IF_ERROR(TakeGivenGames(*games, &directory));
  }
  TrainOptions resolved = options;
  resolved.config = config;
  std::unique_ptr<Session> session(new Session(resolved, std::move(directory)));
  KVINTET_RETURN_IF_ERROR(session->Begin(given));
  if (!session->directory_.State().commit) {
    // Commits at once, so that there is a model from the start, untrained.
    KVINTET_RETURN_IF_ERROR(session->Commit());
  }
  KVINTET_RETURN_IF_ERROR(session->RestoreJournal());
  session->Tell();
  session->WriteProgress();
  return session;
}

Session::Session(const TrainOptions& options, RunDirectory directory)
    : options_(options),
      config_(options_.config),
      directory_(std::move(directory)),
      batches_(*options.game, *network::NetworkSight::FromConfig(*options.game, config_.network()),
               config_.learner(), config_.seed(), LearnerThreads(config_)),
      review_(*options.game, config_, directory_.Path()),
      bucket_(BucketOf(config_.learner(), directory_.State())),
      limits_(LimitsOf(options_, directory_.State())) {}

absl::Status Session::Begin(const GivenModels& given) {
  KVINTET_ASSIGN_OR_RETURN(learner_, RunLearner::Create(options_, given, directory_));
  if (given.sparring) {
    KVINTET_ASSIGN_OR_RETURN(opponent_, network::MakePlayingNetwork(*options_.game, *given.sparring,
                                                                    learner_->Format().playing));
  }
  KVINTET_ASSIGN_OR_RETURN(games_, RunGames::Load(*options_.game, config_, &directory_));
  CountGames();
  progress_.evaluations = games_->Counts().evaluations;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  KVINTET_ASSIGN_OR_RETURN(
      events_, EventFile::Create(directory_.Path(),
                                 std::chrono::duration_cast<std::chrono::seconds>(now).count(),
                                 absl::StrCat("step", learner_->Steps())));
  // The time that loading takes does not count.
  limits_ = LimitsOf(options_, directory_.State());
  return absl::OkStatus();
}

selfplay::SelfPlayTask Session::MakeTask() const {
  selfplay::SelfPlayTask task = {.game = options_.game,
                                 .search = selfplay::SettingsOf(config_.search()),
                                 .self_play = selfplay::SettingsOf(config_.self_play()),
                                 .seed = config_.seed(),
                                 .first_game = static_cast<uint32_t>(games_->Counts().next_game),
                                 .stop = options_.stop,
                                 .deadline = limits_.Deadline(),
                                 .check = CheckOf(*options_.game)};
  if (const std::optional<int64_t> games = limits_.GamesLeft(OwnGames()); games) {
    const int64_t numbers = selfplay::kGameNumberEnd - games_->Counts().next_game;
    task.games = static_cast<uint32_t>(std::min(*games, numbers));
  }
  return task;
}

// Rows name the published model. That counts the games begun before its commit, while a resumed
// session may have found more in shards and the journal.
absl::StatusOr<network::PlayingNetwork> Session::MakePlayingNetwork() const {
  const CommitEntry& commit = *directory_.State().commit;
  KVINTET_CHECK_EQ(commit.steps, learner_->Steps());
  const network::NamedModel named = {.name = commit.model,
                                     .model = learner_->CurrentModel(commit.next_game)};
  return network::MakePlayingNetwork(*options_.game, named, learner_->Format().playing);
}

absl::StatusOr<std::optional<network::PlayingNetwork>> Session::MakeOpponent() const {
  if (!config_.self_play().sparring_past()) {
    return opponent_;
  }
  KVINTET_ASSIGN_OR_RETURN(const network::NamedModel model,
                           DrawPastSelf(directory_.Path(), config_.seed()));
  return network::MakePlayingNetwork(*options_.game, model, learner_->Format().playing);
}

void Session::BeginRound() { round_ = {}; }

void Session::CountGame(const selfplay::GameRecord& record) {
  round_.AddGame(record);
  review_.AddGame(record);
  bucket_.AddRows(static_cast<int64_t>(record.rows.size()));
}

absl::Status Session::TakeShard(const std::string& bytes,
                                std::vector<selfplay::GameRecord> records) {
  for (const selfplay::GameRecord& record : records) {
    CountGame(record);
  }
  KVINTET_RETURN_IF_ERROR(games_->Adopt(bytes, std::move(records)));
  CountGames();
  TellNowAndThen();
  return absl::OkStatus();
}

absl::Status Session::TakeGame(selfplay::GameRecord record) {
  CountGame(record);
  KVINTET_RETURN_IF_ERROR(games_->Add(std::move(record)));
  CountGames();
  TellNowAndThen();
  return games_->WriteJournalIfDue();
}

absl::Status Session::RestoreJournal() {
  UnsealedGames unsealed = games_->RestoreJournal();
  for (const selfplay::GameRecord& record : unsealed.in_play) {
    progress_.evaluations += record.evaluations;
  }
  begun_ = std::move(unsealed.in_play);
  for (selfplay::GameRecord& record : unsealed.ended) {
    KVINTET_RETURN_IF_ERROR(selfplay::CheckRecord(*options_.game, record));
    KVINTET_RETURN_IF_ERROR(TakeGame(std::move(record)));
  }
  return absl::OkStatus();
}

void Session::CountGames() {
  progress_.games = games_->Counts().games;
  progress_.given_games = games_->Counts().given_games;
  progress_.rows = games_->Window().TotalRows();
}

double Session::RateShare() const {
  // As of the last commit, so that a repeated round has the same rates.
  const CommitEntry commit = directory_.State().commit.value_or(CommitEntry{});
  // The numbers of actors' games have gaps, those of a round have none.
  const int64_t games = std::min(commit.next_game - games_->Counts().first_game, OwnGames());
  return CooledRate(limits_.ShareAt(commit.seconds, games), config_.learner().cooldown_share());
}

absl::StatusOr<bool> Session::Learn() {
  progress_.window = games_->TrimWindow();
  const ReplayWindow& window = games_->Window();
  if (!bucket_.AllowsStep(window.TotalRows())) {
    return false;
  }
  KVINTET_ASSIGN_OR_RETURN(const selfplay::GameJudgments* judgments,
                           learner_->Judge(window, progress_.window));
  batches_.Make(window, progress_.window, learner_->Steps(), config_.learner().batch_size(),
                judgments);
  if (batches_.Batch().Rows() == 0) {
    // All rows so far are held out.
    return false;
  }
  KVINTET_ASSIGN_OR_RETURN(const StepLosses losses, learner_->Step(batches_, RateShare()));
  round_.AddStep(losses, batches_.Fit());
  review_.AddStep(losses.learner, batches_);
  bucket_.TakeStep();
  TellNowAndThen();
  return true;
}

absl::Status Session::LearnAll() {
  bool stepped = true;
  while (stepped && !TimeIsUp()) {
    KVINTET_ASSIGN_OR_RETURN(stepped, Learn());
  }
  return absl::OkStatus();
}

absl::Status Session::Tick() {
  TellNowAndThen();
  KVINTET_RETURN_IF_ERROR(games_->SealIfDue());
  return games_->WriteJournalIfDue();
}

void Session::TellNowAndThen() {
  if (SecondsSince(told_) > kSecondsToTell) {
    Tell();
  }
  if (SecondsSince(written_) > kSecondsToWrite) {
    WriteProgress();
  }
}

void Session::MeasurePlay(const selfplay::SelfPlayStats& since_round, double seconds) {
  progress_.evaluations = games_->Counts().evaluations + since_round.in_play.evaluations;
  round_.WritePlay(since_round, seconds, &progress_);
  TellNowAndThen();
}

void Session::WriteProgress() {
  written_ = Clock::now();
  // Uses the same clock as TimeIsUp, so that readers can tell whether the limit was reached.
  progress_.seconds = limits_.Seconds();
  progress_.seconds_left = limits_.SecondsLeft().value_or(-1);
  progress_.done_share = limits_.DoneShare(OwnGames());
  if (const absl::Status written = directory_.WriteProgress(ToStateJson(progress_));
      !written.ok()) {
    LogWarning("training", "progress cannot be shown to viewers", {{"why", written.message()}});
  }
}

void Session::Tell() {
  told_ = Clock::now();
  progress_.steps = learner_->Steps();
  progress_.seconds = limits_.Seconds();
  progress_.seconds_left = limits_.SecondsLeft().value_or(-1);
  progress_.done_share = limits_.DoneShare(OwnGames());
  if (options_.progress) {
    options_.progress(progress_);
  }
}

absl::Status Session::Commit() {
  KVINTET_RETURN_IF_ERROR(games_->Seal());
  CommitEntry commit = {.credit = bucket_.Credit(),
                        .next_game = games_->Counts().next_game,
                        .seconds = limits_.Seconds()};
  KVINTET_RETURN_IF_ERROR(learner_->Save(directory_, &commit));
  KVINTET_RETURN_IF_ERROR(directory_.AddCommit(commit));
  review_.Publish(directory_.ModelPath(commit.model));
  return games_->RemoveOldShards();
}

absl::Status Session::Report() {
  round_.WriteMeans(learner_->Heads(), &progress_);
  progress_.steps = learner_->Steps();
  progress_.seconds = limits_.Seconds();
  KVINTET_RETURN_IF_ERROR(
      review_.EndRound(games_->Window(), learner_->Learner(), &batches_, &progress_));
  Tell();
  WriteProgress();
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  KVINTET_RETURN_IF_ERROR(directory_.AddMetrics(ToJson(progress_)));
  return events_->Write(progress_.steps, std::chrono::duration<double>(wall).count(),
                        ToScalars(progress_));
}

}  // namespace kvintet::training
