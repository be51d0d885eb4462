// Train: see the header.
#include "training/loop.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>

#include "base/file.h"
#include "base/json.h"
#include "base/log.h"
#include "base/sha256.h"
#include "base/status_macros.h"
#include "selfplay/record_file.h"
#include "selfplay/replay_rows.h"
#include "selfplay/search.h"
#include "selfplay/selfplay.h"
#include "selfplay/shard_writer.h"
#include "training/batch_maker.h"
#include "training/network/learner.h"
#include "training/network/network_config.h"
#include "training/network/network_evaluator.h"
#include "training/run_directory.h"
#include "training/window.h"

namespace kvintet::training {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kGib = 1 << 30;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Where and how the run's networks are evaluated; chosen once, kept in run.json.
absl::StatusOr<network::NetworkOptions> FormatOfRun(const std::string& directory,
                                                    const NetworkConfig& config,
                                                    const network::Model& model) {
  network::NetworkOptions options;
  KVINTET_ASSIGN_OR_RETURN(options.device, network::ParseDevice(config.device()));
  const std::string path = directory + "/run.json";
  const absl::StatusOr<std::string> kept = ReadFile(path);
  if (kept.ok()) {
    KVINTET_ASSIGN_OR_RETURN(const Json json, ParseJson(*kept, path));
    KVINTET_ASSIGN_OR_RETURN(const std::string name, JsonMember<std::string>(json, "precision"));
    options.precision = name == network::PrecisionName(network::Precision::kBf16)
                            ? network::Precision::kBf16
                            : network::Precision::kFp32;
    return options;
  }
  KVINTET_ASSIGN_OR_RETURN(const network::FormatChoice format,
                           network::ChooseFormat(model, config));
  const std::string precision(network::PrecisionName(format.options.precision));
  LogInfo("training", "precision chosen", {{"precision", precision}, {"why", format.reason}});
  const Json json = {{"precision", precision},
                     {"device", network::DeviceName(format.options.device)},
                     {"why", format.reason}};
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(path, ToJsonLine(json) + "\n"));
  return format.options;
}

class Run {
 public:
  static absl::StatusOr<std::unique_ptr<Run>> Open(const TrainOptions& options);
  absl::StatusOr<Progress> Loop();

 private:
  Run(const TrainOptions& options, RunDirectory directory)
      : options_(options),
        config_(options.config),
        directory_(std::move(directory)),
        batches_(*options.game, config_.learner(), config_.seed()) {}

  absl::Status Begin();
  absl::Status LoadWindow();
  bool Done() const;
  absl::Status PlayRound();
  absl::Status Learn();
  absl::Status Commit();
  absl::Status Report();
  void MeasureSpeed(double seconds);
  // Says how far the run is.
  void Tell();
  network::Model CurrentModel() const;
  double SecondsSoFar() const { return seconds_before_ + SecondsSince(start_); }
  absl::Status TakeGame(selfplay::GameRecord record, selfplay::ShardWriter* shards);

  const TrainOptions options_;
  const Config config_;
  RunDirectory directory_;
  BatchMaker batches_;
  ReplayWindow window_;
  network::ModelHead head_;
  network::NetworkOptions format_;
  std::unique_ptr<network::Learner> learner_;
  std::optional<EventFile> events_;
  // Samples that the train bucket allows.
  double credit_ = 0;
  int64_t next_game_ = 0;
  double seconds_before_ = 0;
  Clock::time_point start_ = Clock::now();
  Progress progress_;
  // What has ended of the round in play.
  struct Round {
    Clock::time_point start = Clock::now();
    int64_t games = 0;
    int64_t plies = 0;
    int64_t rows = 0;
    int64_t evaluations = 0;
  } round_;
  Clock::time_point told_ = Clock::now();
};

absl::StatusOr<std::unique_ptr<Run>> Run::Open(const TrainOptions& options) {
  Config config = options.config;
  config.set_game(options.game->Spec().text);
  if (config.self_play().threads() == 0) {
    config.mutable_self_play()->set_threads(
        static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  }
  // Refuses before anything is made.
  if (config.learner().objective() == LearnerConfig::POLICY_GRADIENT &&
      config.search().algorithm() != SearchConfig::POLICY) {
    return absl::InvalidArgumentError(
        absl::StrCat("learner.objective: POLICY_GRADIENT learns from search.algorithm POLICY, is ",
                     SearchConfig::Algorithm_Name(config.search().algorithm())));
  }
  KVINTET_RETURN_IF_ERROR(selfplay::MakeSearch(*options.game, config.search()).status());
  KVINTET_RETURN_IF_ERROR(network::ParseDevice(config.network().device()).status());
  KVINTET_ASSIGN_OR_RETURN(RunDirectory directory, RunDirectory::Open(options.directory, config));
  TrainOptions resolved = options;
  resolved.config = config;
  std::unique_ptr<Run> run(new Run(resolved, std::move(directory)));
  KVINTET_RETURN_IF_ERROR(run->Begin());
  return run;
}

// Makes or restores the learner, and chooses the format.
absl::Status Run::Begin() {
  head_ = {.game = config_.game(),
           .shape = network::ShapeOf(*options_.game),
           .size = network::SizeFromConfig(config_.network()),
           .provenance = {{"run", "kvintet train"}}};
  const network::Weights first = network::InitialWeights(head_.shape, head_.size, config_.seed());
  KVINTET_ASSIGN_OR_RETURN(format_, FormatOfRun(directory_.Path(), config_.network(),
                                                {.head = head_, .weights = first}));
  KVINTET_ASSIGN_OR_RETURN(
      network::LearnerOptions learner_options,
      network::LearnerOptionsFromConfig(config_.learner(), config_.network(), format_.precision));
  learner_options.threads = config_.self_play().threads();
  KVINTET_ASSIGN_OR_RETURN(
      learner_, network::Learner::Create(head_.shape, head_.size, first, learner_options));
  if (const std::optional<CommitEntry>& commit = directory_.State().commit; commit) {
    const std::string path = directory_.LearnerPath(commit->learner);
    KVINTET_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
    if (Sha256Hex(bytes) != commit->learner) {
      return absl::DataLossError(absl::StrCat(path, ": its content is not what its name says"));
    }
    KVINTET_ASSIGN_OR_RETURN(const network::LearnerCheckpoint saved,
                             network::DecodeLearner(bytes, path));
    KVINTET_RETURN_IF_ERROR(learner_->LoadState(saved.state));
    credit_ = commit->credit;
    next_game_ = commit->next_game;
    seconds_before_ = commit->seconds;
    KVINTET_RETURN_IF_ERROR(LoadWindow());
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  KVINTET_ASSIGN_OR_RETURN(
      events_, EventFile::Create(directory_.Path(),
                                 std::chrono::duration_cast<std::chrono::seconds>(now).count(),
                                 absl::StrCat("step", learner_->Steps())));
  start_ = Clock::now();
  return absl::OkStatus();
}

// Reads as many of the newest shards as the window needs, oldest first.
absl::Status Run::LoadWindow() {
  const std::vector<ShardEntry>& shards = directory_.State().shards;
  int64_t total = 0;
  for (const ShardEntry& shard : shards) {
    total += shard.rows;
    progress_.games += shard.games;
  }
  const int64_t needed = WindowRows(config_.learner().window(), total);
  size_t first = shards.size();
  int64_t rows = 0;
  for (; first > 0 && rows < needed; rows += shards[first].rows) {
    --first;
  }
  window_ = ReplayWindow(total - rows);
  for (size_t i = first; i < shards.size(); ++i) {
    KVINTET_ASSIGN_OR_RETURN(const selfplay::RecordFile file,
                             selfplay::RecordFile::Read(directory_.ShardPath(shards[i].name)));
    KVINTET_ASSIGN_OR_RETURN(std::vector<selfplay::GameRecord> records, file.ReadAll());
    for (selfplay::GameRecord& record : records) {
      if (const auto sound = selfplay::CheckRecord(*options_.game, record); !sound.ok()) {
        return absl::Status(sound.code(), absl::StrCat(directory_.ShardPath(shards[i].name), ": ",
                                                       sound.message()));
      }
      window_.Add(std::move(record));
    }
  }
  progress_.rows = total;
  return absl::OkStatus();
}

bool Run::Done() const {
  return options_.stop.stop_requested() || (options_.games && progress_.games >= *options_.games) ||
         (options_.minutes && SecondsSoFar() >= 60 * *options_.minutes);
}

network::Model Run::CurrentModel() const {
  network::Model model = {.head = head_, .weights = learner_->AveragedWeights()};
  model.head.provenance["steps"] = absl::StrCat(learner_->Steps());
  model.head.provenance["games"] = absl::StrCat(next_game_);
  model.head.provenance["seed"] = absl::StrCat(config_.seed());
  return model;
}

absl::Status Run::TakeGame(selfplay::GameRecord record, selfplay::ShardWriter* shards) {
  KVINTET_RETURN_IF_ERROR(selfplay::CheckRecord(*options_.game, record));
  KVINTET_RETURN_IF_ERROR(shards->Add(record, Clock::now()));
  const auto rows = static_cast<int64_t>(record.rows.size());
  ++next_game_;
  ++progress_.games;
  progress_.rows += rows;
  ++round_.games;
  round_.rows += rows;
  round_.plies += static_cast<int64_t>(record.events.size());
  round_.evaluations += record.evaluations;
  credit_ += config_.learner().reuse() * static_cast<double>(rows);
  window_.Add(std::move(record));
  if (SecondsSince(told_) > 1) {
    MeasureSpeed(SecondsSince(round_.start));
    Tell();
  }
  return absl::OkStatus();
}

// From the games that have ended: too little while most of the round's are in play. Where none has,
// the speeds of the round before stand.
void Run::MeasureSpeed(double seconds) {
  if (round_.games == 0) {
    return;
  }
  const double divisor = std::max(seconds, 1e-9);
  progress_.evaluations_per_second = static_cast<double>(round_.evaluations) / divisor;
  progress_.rows_per_second = static_cast<double>(round_.rows) / divisor;
}

void Run::Tell() {
  told_ = Clock::now();
  progress_.steps = learner_->Steps();
  progress_.seconds = SecondsSoFar();
  if (options_.minutes) {
    progress_.seconds_left = std::max(0.0, 60 * *options_.minutes - progress_.seconds);
  }
  if (options_.progress) {
    options_.progress(progress_);
  }
}

absl::Status Run::PlayRound() {
  const network::Model model = CurrentModel();
  const network::NamedModel named = {.name = Sha256Hex(network::EncodeModel(model)),
                                     .model = model};
  KVINTET_ASSIGN_OR_RETURN(const network::PlayingNetwork playing,
                           network::MakePlayingNetwork(*options_.game, named, format_));
  selfplay::ShardWriter shards(directory_.Path() + "/shards", config_.game(), config_.storage(),
                               [this](const selfplay::Shard& shard) {
                                 return directory_.AddShard({.name = shard.name,
                                                             .games = shard.games,
                                                             .rows = shard.rows,
                                                             .evaluations = shard.evaluations,
                                                             .bytes = shard.bytes});
                               });
  int64_t games = config_.self_play().games_per_round();
  if (options_.games) {
    games = std::min(games, *options_.games - progress_.games);
  }
  selfplay::SelfPlayTask task = {.game = options_.game,
                                 .search = config_.search(),
                                 .self_play = config_.self_play(),
                                 .seed = config_.seed(),
                                 .first_game = static_cast<uint32_t>(next_game_),
                                 .games = static_cast<uint32_t>(games),
                                 .stop = options_.stop};
  if (options_.minutes) {
    const std::chrono::duration<double> left(60 * *options_.minutes - SecondsSoFar());
    task.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
  }
  task.make_evaluator = [&](int) -> absl::StatusOr<std::unique_ptr<selfplay::Evaluator>> {
    return std::make_unique<network::NetworkEvaluator>(*options_.game, playing);
  };
  task.sink = [&](selfplay::GameRecord record) { return TakeGame(std::move(record), &shards); };
  round_ = {};
  KVINTET_ASSIGN_OR_RETURN(const selfplay::SelfPlayStats stats, selfplay::RunSelfPlay(task));
  KVINTET_RETURN_IF_ERROR(shards.Seal());
  progress_.batch_fill = stats.BatchFill();
  progress_.tree_share = stats.TreeShare();
  MeasureSpeed(stats.seconds);
  progress_.mean_plies =
      static_cast<double>(round_.plies) / static_cast<double>(std::max<int64_t>(1, round_.games));
  return absl::OkStatus();
}

// Takes the steps that the bucket allows. None before the window has its least number of rows; what
// was credited until then is not made up for at once.
absl::Status Run::Learn() {
  const LearnerConfig& config = config_.learner();
  progress_.window = WindowRows(config.window(), window_.TotalRows());
  window_.Trim(progress_.window);
  const auto size = static_cast<double>(config.batch_size());
  if (window_.TotalRows() < config.window().min_rows()) {
    credit_ = std::min(credit_, size);
    return absl::OkStatus();
  }
  double policy = 0;
  double value = 0;
  int steps = 0;
  for (; credit_ >= size && !options_.stop.stop_requested(); ++steps, credit_ -= size) {
    batches_.Make(window_, progress_.window, learner_->Steps(), config.batch_size());
    KVINTET_ASSIGN_OR_RETURN(const network::LossReport loss, learner_->Step(batches_.Batch()));
    policy += loss.policy;
    value += loss.value;
  }
  if (steps > 0) {
    progress_.policy_loss = policy / steps;
    progress_.value_loss = value / steps;
  }
  return absl::OkStatus();
}

absl::Status Run::Commit() {
  const network::Model model = CurrentModel();
  const std::string model_bytes = network::EncodeModel(model);
  const std::string learner_bytes =
      network::EncodeLearner({.head = model.head, .state = learner_->SaveState()});
  const CommitEntry commit = {.model = Sha256Hex(model_bytes),
                              .learner = Sha256Hex(learner_bytes),
                              .steps = learner_->Steps(),
                              .credit = credit_,
                              .next_game = next_game_,
                              .seconds = SecondsSoFar()};
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(directory_.ModelPath(commit.model), model_bytes));
  KVINTET_RETURN_IF_ERROR(
      WriteFileAtomically(directory_.LearnerPath(commit.learner), learner_bytes));
  KVINTET_RETURN_IF_ERROR(directory_.AddCommit(commit));
  const double max_bytes = config_.storage().max_gib() * kGib;
  return max_bytes > 0 ? directory_.RemoveOldShards(
                             static_cast<int64_t>(max_bytes),
                             WindowRows(config_.learner().window(), window_.TotalRows()))
                       : absl::OkStatus();
}

absl::Status Run::Report() {
  Tell();
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  KVINTET_RETURN_IF_ERROR(directory_.AddMetrics(ToJson(progress_)));
  return events_->Write(progress_.steps, std::chrono::duration<double>(wall).count(),
                        ToScalars(progress_));
}

absl::StatusOr<Progress> Run::Loop() {
  if (!directory_.State().commit) {
    // There is a model from the first moment on, untrained.
    KVINTET_RETURN_IF_ERROR(Commit());
  }
  Tell();
  while (!Done()) {
    const Clock::time_point begun = Clock::now();
    KVINTET_RETURN_IF_ERROR(PlayRound());
    const double played = SecondsSince(begun);
    KVINTET_RETURN_IF_ERROR(Learn());
    const double whole = SecondsSince(begun);
    progress_.learn_share = whole > 0 ? 1 - played / whole : 0;
    KVINTET_RETURN_IF_ERROR(Commit());
    KVINTET_RETURN_IF_ERROR(Report());
  }
  return progress_;
}

}  // namespace

absl::StatusOr<Progress> Train(const TrainOptions& options) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Run> run, Run::Open(options));
  return run->Loop();
}

}  // namespace kvintet::training
