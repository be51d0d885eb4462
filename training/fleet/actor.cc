// RunActor: see the header.
#include "training/fleet/actor.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/reports/log.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "selfplay/records/game_record.h"
#include "training/fleet/actor_name.h"
#include "training/fleet/assignment.h"
#include "training/fleet/number_stock.h"
#include "training/fleet/players.h"
#include "training/fleet/sealer.h"
#include "training/fleet/spool.h"
#include "training/link/link_troubles.h"
#include "training/network/tower/processor.h"

namespace kvintet::training {
namespace {

using Clock = std::chrono::steady_clock;
using selfplay::GameRecord;

constexpr std::chrono::milliseconds kPause(100);
// At most, between tries to reach the link.
constexpr double kLongestPause = 5;
// How many refusals in a row show that something is wrong here.
constexpr int kMaxRefusals = 3;

class Actor {
 public:
  static absl::StatusOr<std::unique_ptr<Actor>> Open(const ActorOptions& options) {
    const std::string host = HostName();
    const std::string name = UniqueName(host);
    KVINTET_ASSIGN_OR_RETURN(Spool spool, Spool::Open(options.spool, name));
    std::unique_ptr<Actor> actor(new Actor(options, std::move(spool)));
    actor->note_.name = name;
    actor->note_.host = host;
    actor->note_.processor = network::ThisProcessor().instructions;
    return actor;
  }

  absl::Status Run() {
    while (!Stopped()) {
      KVINTET_RETURN_IF_ERROR(FindWork());
      if (!Stopped()) {
        KVINTET_RETURN_IF_ERROR(assignment_->InRounds() ? PlayLeases() : PlayOn());
      }
    }
    note_.state = ActorState::kStopped;
    // Once more, also what was asked about just now.
    return troubles_.Unless(Deliver(/*show=*/true, Clock::now() + Spool::kLongestPause));
  }

 private:
  Actor(const ActorOptions& options, Spool spool) : options_(options), spool_(std::move(spool)) {}

  bool Stopped() const { return options_.stop.stop_requested(); }
  void Pause(double seconds) const {
    const Clock::time_point begun = Clock::now();
    while (!Stopped() && SecondsSince(begun) < seconds) {
      std::this_thread::sleep_for(kPause);
    }
  }

  // Waits for a head, and loads what it asks for.
  absl::Status FindWork() {
    double pause = 0.2;
    while (!Stopped()) {
      note_.state = ActorState::kWaitingForLearner;
      const absl::StatusOr<RunHead> head = options_.link->Head();
      absl::Status status = head.status();
      if (head.ok()) {
        absl::StatusOr<std::unique_ptr<Assignment>> loaded =
            Assignment::Load(options_.link, *head, options_.threads);
        status = loaded.status();
        if (loaded.ok()) {
          assignment_ = *std::move(loaded);
          spool_.BeginAssignment();
          note_.generation = head->generation;
          return absl::OkStatus();
        }
      }
      // Without a head there is no learner yet, which is no trouble.
      if (!absl::IsNotFound(status)) {
        KVINTET_RETURN_IF_ERROR(troubles_.Unless(status));
      }
      KVINTET_RETURN_IF_ERROR(troubles_.Unless(Deliver(/*show=*/true)));
      Pause(pause);
      pause = std::min(2 * pause, kLongestPause);
    }
    return absl::OkStatus();
  }

  // Gives the spool to the learner and shows this actor, when it is time.
  absl::Status Deliver(bool show, Clock::time_point now = Clock::now()) {
    KVINTET_RETURN_IF_ERROR(spool_.Deliver(options_.link, now));
    if (assignment_ != nullptr && spool_.Refusals() >= kMaxRefusals) {
      KVINTET_RETURN_IF_ERROR(JudgeRefusals());
    }
    note_.spool_shards = spool_.Shards();
    note_.spool_bytes = spool_.Bytes();
    if (!show && SecondsSince(shown_) < kShowSeconds) {
      return absl::OkStatus();
    }
    shown_ = Clock::now();
    if (options_.progress) {
      options_.progress(note_);
    }
    return options_.link->Show(note_);
  }

  // FailedPrecondition if this actor plays what the learner asks for, and is refused all the same.
  absl::Status JudgeRefusals() {
    KVINTET_ASSIGN_OR_RETURN(const RunHead head, options_.link->Head());
    if (head.config == assignment_->Head().config && head.epoch == assignment_->Head().epoch) {
      return absl::FailedPreconditionError(absl::StrCat(
          "the learner has refused ", spool_.Refusals(), " shards in a row: ", spool_.Reason()));
    }
    looked_ = {};  // FollowHead looks at once.
    return absl::OkStatus();
  }

  // Loads what is new in a head of the same configuration.
  absl::Status Follow(const RunHead& head) {
    if (head.epoch != assignment_->Head().epoch) {
      spool_.BeginAssignment();
    }
    KVINTET_RETURN_IF_ERROR(assignment_->Follow(options_.link, head));
    note_.generation = head.generation;
    return absl::OkStatus();
  }

  // Schedule CONTINUOUS: plays one game after the other, with the newest model, until the run asks
  // for something else.
  absl::Status PlayOn() {
    const SelfPlayConfig& self_play = assignment_->Settings().self_play();
    NumberStock stock;
    Sealer sealer(&spool_, assignment_->Settings());
    absl::Status status;
    {
      Players players(*assignment_, &stock,
                      [&](const GameRecord& record) { return sealer.Add(record); });
      const Clock::time_point begun = Clock::now();
      bool same = true;
      while (status.ok() && same && !Stopped() && !players.Ended()) {
        stock.Pause(assignment_->Head().pause);
        const double seconds = std::max(SecondsSince(begun), 1.0);
        const double rate = static_cast<double>(players.Stats().games) / seconds;
        status = troubles_.Unless(Restock(StockSize(self_play.threads(), rate), &stock));
        status.Update(troubles_.Unless(FollowHead(&players, &same)));
        status.Update(sealer.Enter(/*all=*/false, &note_));
        note_.evaluations_per_second =
            static_cast<double>(players.Stats().evaluations) / std::max(SecondsSince(begun), 1e-3);
        status.Update(troubles_.Unless(Deliver(/*show=*/false)));
        std::this_thread::sleep_for(kPause);
      }
      players.Stop();
      if (players.Ended()) {
        status.Update(players.Status());
      }
    }
    status.Update(sealer.Enter(/*all=*/true, &note_));
    return status;
  }

  absl::Status Restock(int64_t size, NumberStock* stock) {
    const bool full = spool_.Bytes() >= options_.max_spool_bytes;
    note_.state = full                        ? ActorState::kSpoolFull
                  : assignment_->Head().pause ? ActorState::kPaused
                                              : ActorState::kPlaying;
    const int64_t wanted = size - stock->Left();
    if (full || wanted < (size + 1) / 2) {
      return absl::OkStatus();
    }
    KVINTET_ASSIGN_OR_RETURN(const Lease lease, TakeLease(wanted));
    stock->Add(lease);
    return absl::OkStatus();
  }

  // Follows the run to its newest model. Sets `same` to whether the rest is as before.
  absl::Status FollowHead(Players* players, bool* same) {
    if (SecondsSince(looked_) < kHeadSeconds) {
      return absl::OkStatus();
    }
    looked_ = Clock::now();
    KVINTET_ASSIGN_OR_RETURN(const RunHead head, options_.link->Head());
    const RunHead& known = assignment_->Head();
    // A link that goes back shows a head that has been replaced.
    const bool older = head.epoch < known.epoch ||
                       (head.epoch == known.epoch && head.generation < known.generation);
    if (older || head == known) {
      return absl::OkStatus();
    }
    *same = head.config == known.config;
    if (*same) {
      const bool newer = head.model != known.model;
      KVINTET_RETURN_IF_ERROR(Follow(head));
      if (newer) {
        players->Publish(assignment_->Playing());
      }
    }
    return absl::OkStatus();
  }

  // Schedule ROUNDS: plays each lease to its end with the model of its generation.
  absl::Status PlayLeases() {
    while (!Stopped()) {
      absl::Status status = spool_.Bytes() < options_.max_spool_bytes
                                ? PlayLease()
                                : absl::ResourceExhaustedError(ToText(ActorState::kSpoolFull));
      if (absl::IsAborted(status)) {
        return absl::OkStatus();  // The run asks for something else.
      }
      KVINTET_RETURN_IF_ERROR(troubles_.Unless(status));
      if (!status.ok()) {
        Pause(kHeadSeconds);
      }
      KVINTET_RETURN_IF_ERROR(troubles_.Unless(Deliver(/*show=*/false)));
    }
    return absl::OkStatus();
  }

  // Plays the lease that it has, or takes one. A lease stays until it is played or of no use: the
  // round waits for its games.
  absl::Status PlayLease() {
    const SelfPlayConfig& self_play = assignment_->Settings().self_play();
    const int64_t size = int64_t{self_play.threads()} * self_play.slots_per_thread();
    if (!lease_) {
      KVINTET_ASSIGN_OR_RETURN(lease_, TakeLease(size));
    }
    if (lease_->count == 0 || !IsOfAssignment(*lease_)) {
      KVINTET_RETURN_IF_ERROR(FollowRound());
    }
    if (lease_->count == 0) {
      lease_.reset();
      note_.state = ActorState::kWaitingForRound;
      Pause(0.2);
      return absl::OkStatus();
    }
    note_.state = ActorState::kPlaying;
    // Otherwise its round has ended without these games.
    absl::Status played = IsOfAssignment(*lease_) ? PlayAll(*lease_) : absl::OkStatus();
    lease_.reset();
    return played;
  }

  // Takes numbers from the link. DataLoss if it gives some that records cannot hold.
  absl::StatusOr<Lease> TakeLease(int64_t count) {
    KVINTET_ASSIGN_OR_RETURN(const Lease lease,
                             options_.link->TakeNumbers(static_cast<uint32_t>(count)));
    if (lease.first < 0 || lease.first > selfplay::kGameNumberEnd - lease.count) {
      return absl::DataLossError(absl::StrCat("the link: wanted game numbers below ",
                                              selfplay::kGameNumberEnd, ", found ", lease.count,
                                              " from ", lease.first));
    }
    return lease;
  }

  // Takes the newest model. Aborted if the run asks for something else.
  absl::Status FollowRound() {
    KVINTET_ASSIGN_OR_RETURN(const RunHead head, options_.link->Head());
    if (head.config != assignment_->Head().config) {
      return absl::AbortedError("another configuration");
    }
    return Follow(head);
  }

  bool IsOfAssignment(const Lease& lease) const {
    const RunHead& head = assignment_->Head();
    return lease.epoch == head.epoch && lease.generation == head.generation;
  }

  absl::Status PlayAll(const Lease& lease) {
    NumberStock stock;
    Sealer sealer(&spool_, assignment_->Settings());
    const Clock::time_point begun = Clock::now();
    Players players(*assignment_, &stock,
                    [&](const GameRecord& record) { return sealer.Add(record); });
    stock.Add(lease);
    stock.End();
    while (!players.Ended() && !Stopped()) {
      KVINTET_RETURN_IF_ERROR(troubles_.Unless(Deliver(/*show=*/false)));
      std::this_thread::sleep_for(kPause / 10);
    }
    if (!players.Ended()) {
      return absl::OkStatus();  // Part of a lease is no use: the learner plays it if nobody does.
    }
    KVINTET_RETURN_IF_ERROR(players.Status());
    note_.evaluations_per_second =
        static_cast<double>(players.Stats().evaluations) / std::max(SecondsSince(begun), 1e-3);
    return sealer.Enter(/*all=*/true, &note_);
  }

  const ActorOptions& options_;
  Spool spool_;
  ActorNote note_;
  std::unique_ptr<Assignment> assignment_;
  // Schedule ROUNDS: what it plays now, or next.
  std::optional<Lease> lease_;
  Clock::time_point looked_ = Clock::now();
  Clock::time_point shown_;
  LinkTroubles troubles_{"the link is in trouble, playing goes on", LinkTroubles::Missing::kWaits};
};

}  // namespace

absl::Status RunActor(const ActorOptions& options) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Actor> actor, Actor::Open(options));
  return actor->Run();
}

}  // namespace kvintet::training
