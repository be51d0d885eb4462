// HeadKeeper: keeps a run's head and newest models in its link, also after the link has lost them.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/fleet/link_memory.h"
#include "training/link/run_link.h"

namespace kvintet::training {

// One thread at a time.
class HeadKeeper {
 public:
  using Clock = std::chrono::steady_clock;
  // Makes a memory durable.
  using Remember = std::function<absl::Status(const LinkMemory&)>;

  // How many of the newest models actors can still get.
  static constexpr size_t kModels = 3;
  // How far the numbers of a link that has forgotten some begin above all that the learner has
  // seen. A fleet may hold as many numbers and games that the learner knows nothing of: at 7,000
  // games a second, the fastest game on 50 cores, those of 40 minutes. Numbers have 32 bits.
  static constexpr int64_t kSlack = int64_t{1} << 24;

  // Takes over the run, whose learner had that memory. `link` must outlive the object.
  static absl::StatusOr<HeadKeeper> TakeOver(RunLink* link, LinkMemory memory, Remember remember);

  int64_t Epoch() const { return memory_.epoch; }
  // The learner has seen this game number.
  void Saw(int64_t number);
  // Publishes a head with its model's file. Sets head.epoch. Without an end, numbers begin where
  // nobody can have got one before; FailedPrecondition if there are no more.
  absl::Status Publish(RunHead head, const std::string& model_bytes);
  // Publishes the head again if it should say otherwise whether actors are to pause. REQUIRES:
  // Publish has been called.
  absl::Status SetPause(bool pause);
  // Looks once a second whether the link still has the head, and puts it back if not, with numbers
  // that nobody can have got before.
  absl::Status Keep(Clock::time_point now);
  // Above all numbers that actors may have; none if the link cannot tell, since it has just
  // forgotten the head.
  absl::StatusOr<std::optional<int64_t>> NumberBound();

 private:
  HeadKeeper(RunLink* link, LinkMemory memory, Remember remember)
      : link_(link), memory_(memory), remember_(std::move(remember)), new_run_(memory.epoch == 0) {}

  // Whether the link has the head that it was last told. Errors of a link that cannot say.
  absl::StatusOr<bool> Remembers();
  // Begins new numbers, since the link has forgotten which it has given.
  absl::Status BeginNumbersAnew();
  // Gives the link the head; with all models, and new numbers, if it has forgotten the last one.
  absl::Status SetHead();
  absl::Status SetHeadAnew();

  struct NamedBytes {
    std::string sha;
    std::string bytes;
  };

  RunLink* link_;
  LinkMemory memory_;
  Remember remember_;
  // The run directory has never had a link, and published nothing.
  bool new_run_;
  // The link has forgotten numbers, and the head does not say so yet.
  bool forgot_ = false;
  // The head as it should be; as the link was last told, none if it has not been told yet or has
  // forgotten it; and as the last attempt to tell it was.
  std::optional<RunHead> head_;
  std::optional<RunHead> told_;
  std::optional<RunHead> tried_;
  // The newest last.
  std::deque<NamedBytes> models_;
  int64_t greatest_ = -1;
  Clock::time_point looked_ = Clock::now();
};

}  // namespace kvintet::training
