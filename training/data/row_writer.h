// RowWriter: writes rows of recorded games into the arrays of a training batch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "envs/game.h"
#include "proto/learner_config.pb.h"
#include "selfplay/records/replay_rows.h"
#include "selfplay/rows/returns.h"
#include "training/data/batch_arrays.h"
#include "training/data/replay_window.h"
#include "training/network/learning/training_batch.h"
#include "training/network/network_config.h"
#include "training/network/network_sight.h"

namespace kvintet::training {

// A row of a batch, before it is replayed.
struct PlannedRow {
  WindowRow row;
  int symmetry = 0;
  // Whether the privileged critic sees the position after the row's action.
  bool after_action = false;
};

// One thread at a time; different writers may run side by side.
class RowWriter {
 public:
  // `game` must outlive the writer. REQUIRES: the configuration has passed CheckSettings.
  RowWriter(const envs::Game& game, const network::NetworkSight& sight,
            const LearnerConfig& config);

  // Writes to these arrays from now on. `margin_share`: the share of margins in returns.
  // `judgments`: a privileged critic's, of all games to come, or null. Both must outlive the rows.
  void Begin(double margin_share, const selfplay::GameJudgments* judgments, BatchArrays* rows);
  // REQUIRES: Begin; the row's record has passed selfplay::CheckRecord.
  void Add(const PlannedRow& planned);

 private:
  // The following append parts of one replayed row under the symmetry.
  void AppendView(const selfplay::ReplayedRow& row, int symmetry);
  selfplay::ReturnRule RuleOf(double lambda) const;
  void AppendValue(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row);
  // Call after the row's policy has been appended.
  void AppendGradient(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row);
  // Appends what both seats see. Moves the replay on, so call it after everything that reads the
  // row's position.
  void AppendCritic(const PlannedRow& planned, const selfplay::ReplayedRow& row);
  // Targets of the heads. They move the replay on to the next row and to the end.
  void AppendReply(const selfplay::GameRecord& record, int row, int symmetry);
  void AppendEnd(const selfplay::GameRecord& record, envs::Seat seat, int symmetry);

  const envs::Game& game_;
  const network::NetworkSight sight_;
  const LearnerConfig config_;
  const network::WantedTargets wanted_;
  double margin_share_ = 0;
  const selfplay::GameJudgments* judgments_ = nullptr;
  // Of the row's game, or null.
  const selfplay::GameJudgment* judgment_ = nullptr;
  selfplay::RowReplay replay_;
  envs::ViewBuffer image_;
  envs::ViewBuffer reply_image_;
  envs::PositionBuffer end_image_;
  BatchArrays* rows_ = nullptr;
};

}  // namespace kvintet::training
