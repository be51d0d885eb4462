// Ranks: see the header.
#include "training/network/ranks/ranks.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <span>
#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>

#include "base/reports/log.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "training/network/learning/chunk_rows.h"
#include "training/network/learning/rank_group.h"
#include "training/network/ranks/batch_bytes.h"
#include "training/network/ranks/follower.h"
#include "training/network/ranks/local_rank.h"
#include "training/network/ranks/meeting_board.h"
#include "training/network/ranks/meeting_desk.h"
#include "training/network/ranks/rank_door.h"
#include "training/network/ranks/remote_rank.h"
#include "training/network/ranks/start_bytes.h"

namespace kvintet::network {
namespace {

using Clock = Patience::Clock;

constexpr int kFailuresInARow = 3;
// After so many failures in a row ranks of other hosts are let go: perhaps some of them do not
// reach each other.
constexpr int kRemoteFailures = 2;
// In all. Their addresses must fit a message.
constexpr size_t kMostRanks = 256;
constexpr double kMeetingSeconds = 10;
// A rank that is called to gather answers within this time: it has seen the failure, too, or it
// waits.
constexpr double kGatherSeconds = 5;

std::string NumberBytes(int64_t number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

// Sends bytes from the first rank to all: their number, then the bytes.
absl::Status Announce(RankGroup& group, std::span<std::byte> bytes) {
  auto size = static_cast<int64_t>(bytes.size());
  KVINTET_RETURN_IF_ERROR(group.Broadcast(0, BytesOf(&size)));
  return group.Broadcast(0, bytes);
}

// Waits until the rank repeats the number of the call.
bool IsReady(FurtherRank* rank, absl::string_view call, Clock::time_point end) {
  while (true) {
    const double left = std::max(0.0, ToSeconds(end - Clock::now()));
    const absl::StatusOr<RankMessage> message = rank->Line().Hear(left);
    if (!message.ok()) {
      return false;
    }
    if (message->word == RankWord::kReady && message->bytes == call) {
      return true;
    }
  }
}

// `what` wants so many ranks, and begins the message.
absl::Status CheckParts(absl::string_view what, int ranks, const NetworkShape& shape,
                        int batch_size, const Device& device) {
  if (device.is_cuda) {
    return absl::InvalidArgumentError(absl::StrCat(
        what, "ranks learn on the CPU only, and network.device is ", DeviceName(device)));
  }
  const int64_t rows = ChunkRows(shape, batch_size);
  if (batch_size < ranks * rows) {
    return absl::InvalidArgumentError(
        absl::StrCat(what, "learner.batch_size of ", batch_size, " is divided into parts of ", rows,
                     " rows, and each rank takes at least one: wanted ", ranks,
                     " whole parts, found ", batch_size / rows));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckRanks(const RankOptions& options, const NetworkShape& shape, int batch_size,
                        const Device& device) {
  if (options.door != nullptr) {
    KVINTET_RETURN_IF_ERROR(CheckParts("--ranks-at: ", 2, shape, batch_size, device));
  }
  if (options.ranks <= 1) {
    return absl::OkStatus();
  }
  const std::string wanted = absl::StrCat("learner.ranks is ", options.ranks, ", but ");
  if (!HasRankGroups()) {
    return absl::UnimplementedError(absl::StrCat(wanted, kWithoutGloo));
  }
  KVINTET_RETURN_IF_ERROR(CheckParts(wanted, options.ranks, shape, batch_size, device));
  return options.command.empty()
             ? absl::InvalidArgumentError(absl::StrCat(wanted, "this program starts no ranks"))
             : absl::OkStatus();
}

Ranks::Ranks(RankOptions options, const LearnerOptions& learner_options, ModelHeader head,
             Learner* learner)
    : options_(std::move(options)),
      learner_options_(learner_options),
      head_(std::move(head)),
      learner_(learner),
      local_wanted_(static_cast<size_t>(options_.ranks - 1)) {}

Ranks::~Ranks() {
  local_.clear();
  Leave();
  if (!remote_.empty()) {
    options_.door->Return(std::move(remote_));
  }
}

int Ranks::Count() const { return static_cast<int>(1 + local_wanted_ + remote_.size()); }

std::vector<FurtherRank*> Ranks::All() const {
  std::vector<FurtherRank*> all;
  for (const auto& rank : local_) {
    all.push_back(rank.get());
  }
  for (const auto& rank : remote_) {
    all.push_back(rank.get());
  }
  return all;
}

absl::StatusOr<LossReport> Ranks::Step(const TrainingBatch& batch) {
  LetGo();
  TakeNewcomers(batch);
  while (local_wanted_ > 0 || !remote_.empty()) {
    const auto begin = Clock::now();
    absl::StatusOr<LossReport> report = TryStep(batch);
    if (report.ok()) {
      failures_ = 0;
      return report;
    }
    if (!absl::IsUnavailable(report.status())) {
      Leave();
      return report;
    }
    Lose(report.status(), begin);
  }
  failures_ = 0;
  return learner_->Step(batch);
}

absl::StatusOr<LossReport> Ranks::TryStep(const TrainingBatch& batch) {
  if (group_ == nullptr) {
    KVINTET_RETURN_IF_ERROR(StartLocal());
    KVINTET_RETURN_IF_ERROR(Meet());
    learner_->UseGroup(group_.get());
    LogInfo("training", "ranks learn together",
            {{"ranks", Count()}, {"elsewhere", remote_.size()}, {"from_step", learner_->Steps()}});
  }
  KVINTET_RETURN_IF_ERROR(Share(batch));
  return learner_->Step(batch);
}

void Ranks::LetGo() {
  if (std::ranges::none_of(remote_, [](const auto& rank) { return rank->Line().IsClosed(); })) {
    return;
  }
  for (const std::string& fate : Regather()) {
    LogInfo("training", "a rank has left", {{"fate", fate}, {"step", learner_->Steps()}});
  }
}

void Ranks::TakeNewcomers(const TrainingBatch& batch) {
  if (options_.door == nullptr || options_.door->Waiting() == 0 ||
      !patience_.IsLeft(Clock::now())) {
    return;
  }
  const int64_t chunks = ChunkCount(head_.shape, batch.Rows());
  const size_t parts = std::min(static_cast<size_t>(chunks), kMostRanks);
  const auto there = static_cast<size_t>(Count());
  if (there >= parts) {
    return;
  }
  std::vector<std::unique_ptr<RemoteRank>> newcomers = options_.door->Take(parts - there);
  // The others go on together unless somebody really comes.
  const auto begin = Clock::now();
  for (const std::string& fate : Gather(&newcomers)) {
    LogWarning("training", "a rank is lost before it has learnt", {{"fate", fate}});
    HoldUp(begin);
  }
  if (newcomers.empty()) {
    return;
  }
  for (const std::string& fate : Regather()) {
    LogWarning("training", "a rank is lost", {{"fate", fate}});
  }
  for (std::unique_ptr<RemoteRank>& rank : newcomers) {
    LogInfo("training", "a rank joins", {{"from", rank->Name()}, {"step", learner_->Steps()}});
    remote_.push_back(std::move(rank));
  }
}

absl::Status Ranks::StartLocal() {
  const size_t there = local_.size();
  while (local_.size() < local_wanted_) {
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<LocalRank> rank, LocalRank::Start(options_.command));
    local_.push_back(std::move(rank));
  }
  for (size_t i = there; i < local_.size(); ++i) {
    KVINTET_RETURN_IF_ERROR(local_[i]->AwaitHello(options_.start_seconds));
  }
  return absl::OkStatus();
}

absl::Status Ranks::Meet() {
  const std::string here = remote_.empty() ? "127.0.0.1" : options_.door->Host();
  const double meeting_seconds = std::min(options_.timeout_seconds, kMeetingSeconds);
  MeetingCall call = {.rank = 1,
                      .ranks = Count(),
                      .timeout_seconds = options_.timeout_seconds,
                      .meeting_seconds = meeting_seconds};
  for (const auto& rank : local_) {
    KVINTET_RETURN_IF_ERROR(rank->Line().Send(RankWord::kMeet, PackCall(call, here)));
    ++call.rank;
  }
  for (const auto& rank : remote_) {
    KVINTET_RETURN_IF_ERROR(rank->Line().Send(RankWord::kMeet, PackCall(call, rank->Host())));
    ++call.rank;
  }
  MeetingBoard board(meeting_seconds);
  // Those that connect may take as long as those that wait for notes.
  MeetingDesk desk(All(), 2 * meeting_seconds, &board);
  absl::StatusOr<std::unique_ptr<RankGroup>> group =
      JoinRankGroup({.rank = 0,
                     .ranks = call.ranks,
                     .timeout_seconds = options_.timeout_seconds,
                     .meeting_seconds = meeting_seconds,
                     .address = here,
                     .notes = &board});
  KVINTET_RETURN_IF_ERROR(group.status());
  group_ = *std::move(group);
  KVINTET_RETURN_IF_ERROR(desk.Finish());
  std::string start = PackStart(learner_options_, head_, *learner_);
  return Announce(*group_, std::as_writable_bytes(std::span(start)));
}

absl::Status Ranks::Share(const TrainingBatch& batch) {
  std::vector<std::byte> bytes = PackBatch(batch);
  const std::string size = NumberBytes(static_cast<int64_t>(bytes.size()));
  for (FurtherRank* const rank : All()) {
    if (rank->Line().IsClosed()) {
      return absl::UnavailableError("the line to a rank is lost");
    }
    KVINTET_RETURN_IF_ERROR(rank->Line().Send(RankWord::kStep, size));
  }
  return group_->Broadcast(0, bytes);
}

void Ranks::Leave() {
  learner_->UseGroup(nullptr);
  group_.reset();
}

void Ranks::Lose(const absl::Status& status, Clock::time_point begin) {
  std::vector<std::string> lost = Regather();
  ++failures_;
  if (failures_ >= kRemoteFailures) {
    for (const auto& rank : remote_) {
      lost.push_back(absl::StrCat("the rank at ", rank->Name(), " is let go"));
    }
    remote_.clear();
  }
  LogWarning("training", "a rank is lost; the step is taken again",
             {{"step", learner_->Steps()},
              {"fate", lost.empty() ? "all answer" : absl::StrJoin(lost, ", ")},
              {"seen", status.message()}});
  HoldUp(begin);
  if (failures_ >= kFailuresInARow && local_wanted_ > 0) {
    failures_ = 0;
    --local_wanted_;
    local_.resize(std::min(local_.size(), local_wanted_));
    LogError("training", "ranks are lost repeatedly; continuing with one fewer",
             {{"ranks", Count()}, {"step", learner_->Steps()}});
  }
}

std::vector<std::string> Ranks::Regather() {
  Leave();
  std::vector<std::string> lost = Gather(&local_);
  std::ranges::move(Gather(&remote_), std::back_inserter(lost));
  return lost;
}

void Ranks::HoldUp(Clock::time_point begin) {
  const auto now = Clock::now();
  patience_.Spend(now - begin, now);
  if (options_.door != nullptr && !patience_.IsLeft(now)) {
    LogWarning("training", "lost ranks have held up the learner for long; newcomers wait a while");
  }
}

template <typename Rank>
std::vector<std::string> Ranks::Gather(std::vector<std::unique_ptr<Rank>>* ranks) {
  const std::string call = NumberBytes(++calls_);
  for (const auto& rank : *ranks) {
    // A lost line shows in the answer.
    rank->Line().Send(RankWord::kGather, call).IgnoreError();
  }
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                         std::min(options_.timeout_seconds, kGatherSeconds)));
  std::vector<std::string> fates;
  std::erase_if(*ranks, [&](const std::unique_ptr<Rank>& rank) {
    const bool ready = IsReady(rank.get(), call, end);
    if (!ready) {
      fates.push_back(rank->Fate());
    }
    return !ready;
  });
  return fates;
}

absl::Status RunRank(int parent) {
  KVINTET_RETURN_IF_ERROR(FollowParent(parent));
  RankLine line(kRankLine);
  absl::Status status = line.Send(RankWord::kHello);
  if (status.ok()) {
    status = Follower(&line, std::nullopt).Follow();
  }
  // The line is lost because the first rank has ended, or no longer needs this one.
  return absl::IsUnavailable(status) ? absl::OkStatus() : status;
}

}  // namespace kvintet::network
