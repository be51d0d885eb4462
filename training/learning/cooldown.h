// CooledRate: how the learning rate falls at the end of a run.
#pragma once

namespace kvintet::training {

// The factor of the learning rate once a share `done` of the run is over, if the last
// `cooldown_share` of the run cools down (LearnerConfig::cooldown_share). In [0.01, 1].
double CooledRate(double done, double cooldown_share);

}  // namespace kvintet::training
