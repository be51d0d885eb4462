// Follower: see the header.
#include "training/network/ranks/follower.h"

#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "training/network/ranks/batch_bytes.h"
#include "training/network/ranks/meeting_desk.h"
#include "training/network/ranks/start_bytes.h"

namespace kvintet::network {
namespace {

// No batch or state is larger.
constexpr int64_t kMostBytesOfBatch = int64_t{1} << 36;
constexpr size_t kMostOfReason = 1024;

// The notes, over the line to the first rank, whose desk keeps them.
class DistantNotes final : public RankNotes {
 public:
  DistantNotes(RankLine* line, double seconds) : line_(line), seconds_(seconds) {}

  absl::Status Leave(const std::string& key, const std::string& note) override {
    return line_->Send(RankWord::kNote, PackNote(key, note));
  }

  absl::StatusOr<std::string> Fetch(const std::string& key) override {
    KVINTET_RETURN_IF_ERROR(line_->Send(RankWord::kAsk, key));
    KVINTET_ASSIGN_OR_RETURN(RankMessage answer, line_->Hear(seconds_));
    if (answer.word != RankWord::kAnswer) {
      line_->PutBack(std::move(answer));
      return absl::UnavailableError("the first rank has given up the group");
    }
    return std::move(answer.bytes);
  }

 private:
  RankLine* const line_;
  const double seconds_;
};

absl::Status CheckSize(int64_t size) {
  return size >= 0 && size <= kMostBytesOfBatch
             ? absl::OkStatus()
             : absl::InvalidArgumentError(
                   absl::StrCat("a rank was told to expect ", size, " bytes"));
}

absl::StatusOr<int64_t> NumberIn(const RankMessage& message) {
  int64_t number = 0;
  if (message.bytes.size() != sizeof number) {
    return absl::InvalidArgumentError("a message between ranks has no number");
  }
  std::memcpy(&number, message.bytes.data(), sizeof number);
  return number;
}

// Receives what the first rank announces: the number of bytes, then the bytes.
absl::StatusOr<std::string> Listen(RankGroup& group) {
  int64_t size = 0;
  KVINTET_RETURN_IF_ERROR(group.Broadcast(0, BytesOf(&size)));
  KVINTET_RETURN_IF_ERROR(CheckSize(size));
  std::string bytes(static_cast<size_t>(size), '\0');
  KVINTET_RETURN_IF_ERROR(group.Broadcast(0, std::as_writable_bytes(std::span(bytes))));
  return bytes;
}

}  // namespace

std::string PackCall(const MeetingCall& call, absl::string_view address) {
  std::string bytes(sizeof call, '\0');
  std::memcpy(bytes.data(), &call, sizeof call);
  return absl::StrCat(bytes, address);
}

Follower::Follower(RankLine* line, std::optional<int> threads) : line_(line), threads_(threads) {}

Follower::~Follower() { Leave(); }

void Follower::Leave() {
  if (learner_) {
    learner_->UseGroup(nullptr);
  }
  group_.reset();
}

absl::Status Follower::Follow(const std::stop_token& stop) {
  while (true) {
    KVINTET_ASSIGN_OR_RETURN(const RankMessage message, line_->Hear(-1, stop));
    switch (message.word) {
      case RankWord::kGather:
        Leave();
        KVINTET_RETURN_IF_ERROR(line_->Send(RankWord::kReady, message.bytes));
        break;
      case RankWord::kMeet:
        KVINTET_RETURN_IF_ERROR(Meet(message));
        break;
      case RankWord::kStep:
        KVINTET_RETURN_IF_ERROR(Step(message));
        break;
      case RankWord::kEnd:
        return absl::OkStatus();
      default:
        // An answer to a question of a meeting that was given up.
        break;
    }
  }
}

absl::Status Follower::Meet(const RankMessage& message) {
  MeetingCall call;
  if (message.bytes.size() < sizeof call) {
    return absl::InvalidArgumentError("a rank was called to a meeting without a place");
  }
  std::memcpy(&call, message.bytes.data(), sizeof call);
  const absl::Status joined = Join(call, message.bytes.substr(sizeof call));
  if (joined.ok()) {
    return absl::OkStatus();
  }
  Leave();
  const std::string why(joined.message().substr(0, kMostOfReason));
  LogWarning("training", "this rank could not join the others", {{"why", why}});
  return line_->Send(RankWord::kFailed, why);
}

absl::Status Follower::Join(const MeetingCall& call, const std::string& address) {
  Leave();
  DistantNotes notes(line_, call.meeting_seconds);
  KVINTET_ASSIGN_OR_RETURN(group_, JoinRankGroup({.rank = call.rank,
                                                  .ranks = call.ranks,
                                                  .timeout_seconds = call.timeout_seconds,
                                                  .meeting_seconds = call.meeting_seconds,
                                                  .address = address,
                                                  .notes = &notes}));
  KVINTET_RETURN_IF_ERROR(line_->Send(RankWord::kJoined));
  KVINTET_ASSIGN_OR_RETURN(const std::string start, Listen(*group_));
  KVINTET_ASSIGN_OR_RETURN(learner_, UnpackStart(start, threads_));
  learner_->UseGroup(group_.get());
  LogInfo("training", "this rank learns along",
          {{"rank", call.rank}, {"ranks", call.ranks}, {"from_step", learner_->Steps()}});
  return absl::OkStatus();
}

absl::Status Follower::Step(const RankMessage& message) {
  KVINTET_ASSIGN_OR_RETURN(const int64_t size, NumberIn(message));
  KVINTET_RETURN_IF_ERROR(CheckSize(size));
  if (!group_) {
    // The first rank does not know yet that the group is broken.
    return absl::OkStatus();
  }
  batch_.resize(static_cast<size_t>(size));
  absl::Status status = group_->Broadcast(0, batch_);
  if (status.ok()) {
    status = learner_->Step(UnpackBatch(batch_)).status();
  }
  if (!status.ok()) {
    // The first rank has seen the same, and says what comes next.
    Leave();
    LogWarning("training", "this rank has left the others", {{"why", status.message()}});
  }
  return absl::OkStatus();
}

}  // namespace kvintet::network
