// Train: see the header.
#include "training/loop/loop.h"

#include "training/loop/single_run.h"
#include "training/loop/stages.h"

namespace kvintet::training {

absl::StatusOr<Progress> Train(const TrainOptions& options) {
  if (options.config.stage_size() > 0 || HasStages(options.directory)) {
    return TrainStages(options);
  }
  return TrainSingle(options, [] { return absl::OkStatus(); });
}

}  // namespace kvintet::training
