// Sealer: seals finished games into an actor's spool.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include <absl/status/status.h>

#include "base/status_macros.h"
#include "proto/config.pb.h"
#include "selfplay/records/game_record.h"
#include "selfplay/records/shard_writer.h"
#include "selfplay/settings/settings_of.h"
#include "training/fleet/spool.h"
#include "training/link/notes.h"

namespace kvintet::training {

class Sealer {
 public:
  using Clock = std::chrono::steady_clock;

  Sealer(Spool* spool, const Config& config)
      : writer_(spool->Folder(), config.game(), selfplay::SettingsOf(config.storage()),
                [this](const selfplay::Shard& shard) {
                  sealed_.push_back(shard);
                  return absl::OkStatus();
                }),
        spool_(spool) {}

  // Any thread.
  absl::Status Add(const selfplay::GameRecord& record) {
    const std::lock_guard lock(mutex_);
    ++games_;
    rows_ += static_cast<int64_t>(record.rows.size());
    return writer_.Add(record, Clock::now());
  }
  // From the thread that owns the spool: enters what is sealed into the spool; `all` seals all
  // games.
  absl::Status Enter(bool all, ActorNote* note) {
    const std::lock_guard lock(mutex_);
    KVINTET_RETURN_IF_ERROR(all ? writer_.Seal() : writer_.SealIfDue(Clock::now()));
    for (const selfplay::Shard& shard : sealed_) {
      spool_->Add(shard);
    }
    sealed_.clear();
    note->games += std::exchange(games_, 0);
    note->rows += std::exchange(rows_, 0);
    return absl::OkStatus();
  }

 private:
  std::mutex mutex_;
  selfplay::ShardWriter writer_;
  std::vector<selfplay::Shard> sealed_;
  Spool* const spool_;
  int64_t games_ = 0;
  int64_t rows_ = 0;
};

}  // namespace kvintet::training
