// Ranks: takes a learner's steps with several processes together.
//
// The first rank is the run: it plays, makes the batches and commits. The others are processes of
// the same program that know neither game nor run. It starts some of them itself on its machine;
// those on other hosts join it at a door. They get the learner's state once and then each batch in
// full, process their part of its rows, and step as the first rank does. On the CPU a step gives
// the same bytes with any number of ranks, so they may come and go.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/network/files/model_file.h"
#include "training/network/learning/learner.h"
#include "training/network/ranks/patience.h"

namespace kvintet::network {

class FurtherRank;
class LocalRank;
class RankDoor;
class RankGroup;
class RemoteRank;

// How many ranks, and how they are started.
struct RankOptions {
  // On this machine, the first one included.
  int ranks = 1;
  // A rank that is silent for this long while others wait for it is considered lost.
  double timeout_seconds = 30;
  // A process that has not started after this time is given up.
  double start_seconds = 60;
  // The program and its first arguments; the number of this process follows (RunRank).
  std::vector<std::string> command = {};
  // Where ranks on other hosts join, or null. Must outlive the ranks.
  RankDoor* door = nullptr;
};

// InvalidArgument unless this many ranks can learn from batches of `batch_size` rows of this shape
// on this device; Unimplemented if this build has no Gloo. One rank without a door is always
// allowed.
absl::Status CheckRanks(const RankOptions& options, const NetworkShape& shape, int batch_size,
                        const Device& device);

// The further ranks, seen from the first. Those of this machine start with the first step and end
// with this object; those at the door are taken in before a step, as far as a batch has parts for
// them, and wait there again afterwards. If a rank is lost, the others get the learner's state
// before the step, which is repeated without it. A lost process of this machine is replaced; after
// three failures in a row there is one fewer, in the end only the learner itself. The weights stay
// the same. One thread at a time.
class Ranks {
 public:
  // `learner` was made with these options and this architecture, and must outlive the ranks.
  // REQUIRES: CheckRanks is ok.
  Ranks(RankOptions options, const LearnerOptions& learner_options, ModelHeader head,
        Learner* learner);
  ~Ranks();

  // As Learner::Step.
  absl::StatusOr<LossReport> Step(const TrainingBatch& batch);

  // The current number of ranks, including the first.
  int Count() const;

 private:
  using Clock = Patience::Clock;

  absl::StatusOr<LossReport> TryStep(const TrainingBatch& batch);
  // Removes ranks of other hosts that have left since the last step.
  void LetGo();
  // Takes ranks from the door, as far as a batch has parts for them.
  void TakeNewcomers(const TrainingBatch& batch);
  // Starts the missing ranks of this machine.
  absl::Status StartLocal();
  // Makes a group of all ranks, which are ready, and gives them the learner's state.
  absl::Status Meet();
  // Call before each step: wakes the others and sends them the batch.
  absl::Status Share(const TrainingBatch& batch);
  // Ends the group, but no ranks.
  void Leave();
  // Called when the group has broken, in a step that began then: ends it, and removes those that
  // are lost.
  void Lose(const absl::Status& status, Clock::time_point begin);
  // Counts the time since `begin` as lost.
  void HoldUp(Clock::time_point begin);
  // Ends the group and calls all to the next one. Says what has become of those that are lost.
  std::vector<std::string> Regather();
  // Has ranks leave their group. Removes those that do not answer soon, and says what has become of
  // them, for the log.
  template <typename Rank>
  std::vector<std::string> Gather(std::vector<std::unique_ptr<Rank>>* ranks);

  std::vector<FurtherRank*> All() const;

  const RankOptions options_;
  const LearnerOptions learner_options_;
  const ModelHeader head_;
  Learner* const learner_;
  // How many of this machine there are to be, without the first.
  size_t local_wanted_;
  // Failures since the last completed step.
  int failures_ = 0;
  // Of calls to gather.
  int64_t calls_ = 0;
  // Newcomers wait until there is some.
  Patience patience_{Clock::now()};
  // Null before the first step and after a loss.
  std::unique_ptr<RankGroup> group_;
  std::vector<std::unique_ptr<LocalRank>> local_;
  std::vector<std::unique_ptr<RemoteRank>> remote_;
};

// Runs a further rank in a process that Ranks of `parent` has started: learns along until the first
// rank no longer needs it, which is ok. FailedPrecondition if the process was started otherwise.
absl::Status RunRank(int parent);

}  // namespace kvintet::network
