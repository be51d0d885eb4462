// Session settings: see the header.
#include "training/loop/session_settings.h"

#include <algorithm>
#include <thread>

namespace kvintet::training {

void NameThreads(Config* config) {
  if (config->self_play().threads() == 0) {
    config->mutable_self_play()->set_threads(
        static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  }
}

int LearnerThreads(const Config& config) {
  const SelfPlayConfig& play = config.self_play();
  const bool alone = play.schedule() == SelfPlayConfig::ROUNDS;
  const int usual = alone ? play.threads() : play.threads() / 4;
  const int all = config.learner().threads() > 0 ? config.learner().threads() : usual;
  return std::max(1, all / config.learner().ranks());
}

network::RankOptions RankOptionsOf(const TrainOptions& options) {
  return {.ranks = options.config.learner().ranks(),
          .timeout_seconds = options.config.learner().rank_timeout_seconds(),
          .command = options.rank_command,
          .door = options.rank_door};
}

}  // namespace kvintet::training
