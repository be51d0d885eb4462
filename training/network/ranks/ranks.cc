// Ranks: see the header.
#include "training/network/ranks/ranks.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "training/network/learning/rank_group.h"
#include "training/network/ranks/batch_bytes.h"
#include "training/network/ranks/rank_process.h"

namespace kvintet::network {
namespace {

constexpr int kFailuresInARow = 3;

std::string StorePath(int file) { return absl::StrCat("/proc/self/fd/", file); }

// What a rank starts with: the options as a copy of their memory, and the learner's file. Both
// processes run the same program.
std::string PackStart(const LearnerOptions& options, const LearnerCheckpoint& learner) {
  static_assert(std::is_trivially_copyable_v<LearnerOptions>, "a rank takes over their bytes");
  std::string bytes(sizeof options, '\0');
  std::memcpy(bytes.data(), &options, sizeof options);
  return bytes + EncodeLearner(learner);
}

absl::StatusOr<std::unique_ptr<Learner>> UnpackStart(std::string_view bytes) {
  LearnerOptions options;
  KVINTET_CHECK(bytes.size() >= sizeof options);
  std::memcpy(&options, bytes.data(), sizeof options);
  KVINTET_ASSIGN_OR_RETURN(
      const LearnerCheckpoint start,
      DecodeLearner(std::string(bytes.substr(sizeof options)), "state from the first rank"));
  const NetworkShape& shape = start.head.shape;
  const NetworkSize& size = start.head.size;
  KVINTET_ASSIGN_OR_RETURN(
      std::unique_ptr<Learner> learner,
      Learner::Create(shape, size, InitialWeights(shape, size, 0, options.loss.Heads()), options));
  KVINTET_RETURN_IF_ERROR(learner->LoadState(start.state));
  return learner;
}

// Sends bytes from the first rank to all: their number, then the bytes.
absl::Status Announce(RankGroup& group, std::span<std::byte> bytes) {
  auto size = static_cast<int64_t>(bytes.size());
  KVINTET_RETURN_IF_ERROR(group.Broadcast(0, BytesOf(&size)));
  return group.Broadcast(0, bytes);
}

absl::StatusOr<std::vector<std::byte>> Listen(RankGroup& group) {
  int64_t size = 0;
  KVINTET_RETURN_IF_ERROR(group.Broadcast(0, BytesOf(&size)));
  std::vector<std::byte> bytes(static_cast<size_t>(size));
  KVINTET_RETURN_IF_ERROR(group.Broadcast(0, bytes));
  return bytes;
}

// An unnamed file through which the ranks of one group meet.
class MeetingFile {
 public:
  MeetingFile() : file_(memfd_create("kvintet ranks", MFD_CLOEXEC)) {}
  ~MeetingFile() {
    if (file_ >= 0) {
      close(file_);
    }
  }
  MeetingFile(const MeetingFile&) = delete;
  MeetingFile& operator=(const MeetingFile&) = delete;

  int File() const { return file_; }

 private:
  const int file_;
};

}  // namespace

absl::Status CheckRanks(const RankOptions& options, int batch_size, const Device& device) {
  if (options.ranks <= 1) {
    return absl::OkStatus();
  }
  const std::string wanted = absl::StrCat("learner.ranks is ", options.ranks, ", but ");
  if (!HasRankGroups()) {
    return absl::UnimplementedError(
        absl::StrCat(wanted,
                     "this build has no Gloo, which several ranks need: install its headers "
                     "(Debian: libgloo-dev), then configure again"));
  }
  if (device.is_cuda) {
    return absl::InvalidArgumentError(absl::StrCat(
        wanted, "ranks learn on the CPU only, and network.device is ", DeviceName(device)));
  }
  if (batch_size < options.ranks * kChunkRows) {
    return absl::InvalidArgumentError(
        absl::StrCat(wanted, "each takes at least ", kChunkRows, " rows of a batch: wanted ",
                     "learner.batch_size of ", options.ranks * kChunkRows, ", found ", batch_size));
  }
  if (options.command.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(wanted, "this program starts no ranks"));
  }
  return absl::OkStatus();
}

// The further processes, and this process's side of the communication.
class Ranks::Group {
 public:
  // Starts `count` - 1 processes.
  absl::Status Begin(const RankOptions& options, int count, std::string start) {
    if (store_.File() < 0) {
      return absl::ErrnoToStatus(errno, "cannot create a file for the ranks to meet");
    }
    for (int rank = 1; rank < count; ++rank) {
      std::vector<std::string> command = options.command;
      for (const int number : {static_cast<int>(getpid()), rank, count}) {
        command.push_back(absl::StrCat(number));
      }
      command.push_back(absl::StrCat(options.timeout_seconds));
      KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<RankProcess> process,
                               RankProcess::Start(command, store_.File()));
      processes_.push_back(std::move(process));
    }
    for (const auto& process : processes_) {
      KVINTET_RETURN_IF_ERROR(process->AwaitSign(options.timeout_seconds));
    }
    KVINTET_ASSIGN_OR_RETURN(group_, JoinRankGroup({.rank = 0,
                                                    .ranks = count,
                                                    .timeout_seconds = options.timeout_seconds,
                                                    .store = StorePath(store_.File())}));
    return Announce(*group_, std::as_writable_bytes(std::span(start)));
  }

  // Call before each step: wakes the others and sends them the batch.
  absl::Status Share(const TrainingBatch& batch) {
    std::vector<std::byte> bytes = PackBatch(batch);
    for (const auto& process : processes_) {
      KVINTET_RETURN_IF_ERROR(process->Tell(static_cast<int64_t>(bytes.size())));
    }
    return group_->Broadcast(0, bytes);
  }

  RankGroup* Joined() const { return group_.get(); }

  std::string Fates() {
    std::string fates;
    for (const auto& process : processes_) {
      absl::StrAppend(&fates, fates.empty() ? "" : ", ", process->Fate());
    }
    return fates;
  }

 private:
  const MeetingFile store_;
  std::unique_ptr<RankGroup> group_;
  // Declared so as to end before the group, which would wait for frozen processes.
  std::vector<std::unique_ptr<RankProcess>> processes_;
};

Ranks::Ranks(RankOptions options, const LearnerOptions& learner_options, ModelHeader head,
             Learner* learner)
    : options_(std::move(options)),
      learner_options_(learner_options),
      head_(std::move(head)),
      learner_(learner),
      count_(options_.ranks) {}

Ranks::~Ranks() { learner_->UseGroup(nullptr); }

absl::StatusOr<LossReport> Ranks::Step(const TrainingBatch& batch) {
  while (count_ > 1) {
    absl::StatusOr<LossReport> report = TryStep(batch);
    if (report.ok()) {
      failures_ = 0;
      return report;
    }
    if (!absl::IsUnavailable(report.status())) {
      End();
      return report;
    }
    Lose(report.status());
  }
  return learner_->Step(batch);
}

absl::StatusOr<LossReport> Ranks::TryStep(const TrainingBatch& batch) {
  if (group_ == nullptr) {
    group_ = std::make_unique<Group>();
    KVINTET_RETURN_IF_ERROR(
        group_->Begin(options_, count_,
                      PackStart(learner_options_, {.head = head_,
                                                   .heads = learner_options_.loss.Heads(),
                                                   .state = learner_->SaveState()})));
    learner_->UseGroup(group_->Joined());
    LogInfo("training", "ranks learn together",
            {{"ranks", count_}, {"from_step", learner_->Steps()}});
  }
  KVINTET_RETURN_IF_ERROR(group_->Share(batch));
  return learner_->Step(batch);
}

void Ranks::End() {
  learner_->UseGroup(nullptr);
  group_.reset();
}

void Ranks::Lose(const absl::Status& status) {
  LogWarning("training", "a rank is lost; the step is taken again",
             {{"step", learner_->Steps()}, {"fate", group_->Fates()}, {"seen", status.message()}});
  End();
  if (++failures_ >= kFailuresInARow) {
    failures_ = 0;
    --count_;
    LogError("training", "ranks are lost repeatedly; continuing with one fewer",
             {{"ranks", count_}, {"step", learner_->Steps()}});
  }
}

absl::Status RunRank(int parent, int rank, int ranks, double timeout_seconds) {
  KVINTET_RETURN_IF_ERROR(FollowParent(parent));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<RankGroup> group,
                           JoinRankGroup({.rank = rank,
                                          .ranks = ranks,
                                          .timeout_seconds = timeout_seconds,
                                          .store = StorePath(kRankStore)}));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::byte> start, Listen(*group));
  KVINTET_ASSIGN_OR_RETURN(
      const std::unique_ptr<Learner> learner,
      UnpackStart({reinterpret_cast<const char*>(start.data()), start.size()}));
  learner->UseGroup(group.get());
  std::vector<std::byte> bytes;
  while (true) {
    KVINTET_ASSIGN_OR_RETURN(const int64_t size, HearNumber());
    bytes.resize(static_cast<size_t>(size));
    KVINTET_RETURN_IF_ERROR(group->Broadcast(0, bytes));
    KVINTET_RETURN_IF_ERROR(learner->Step(UnpackBatch(bytes)).status());
  }
}

}  // namespace kvintet::network
