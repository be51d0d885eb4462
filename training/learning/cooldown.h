// CooledRate: how the learning rate falls at the end of a run.
#pragma once

namespace kvintet::training {

// What steps have of the learning rate when a share `done` of the run is over, of which the last
// `cooldown_share` cools down (LearnerConfig::cooldown_share). In [0.01, 1].
double CooledRate(double done, double cooldown_share);

}  // namespace kvintet::training
