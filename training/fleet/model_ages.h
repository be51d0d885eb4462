// ModelAges: how old the models are that actors play with.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <absl/strings/str_cat.h>

#include "base/reports/rare_log.h"
#include "selfplay/records/game_record.h"

namespace kvintet::training {

// One thread at a time.
class ModelAges {
 public:
  // A model is old when this many newer ones have been published: an actor that hears of each
  // within a second plays with one of them only if it was cut off, or if models come faster than
  // its games end.
  static constexpr int64_t kOld = 10;

  // The next model that the run has published. A model that it has published before stays where it
  // was.
  void Add(const std::string& model) {
    models_.emplace(model, static_cast<int64_t>(models_.size()));
  }
  // Counts the rows of an actor's games, and warns of old ones.
  void Count(const std::string& actor, const std::vector<selfplay::GameRecord>& games) {
    int64_t old = 0;
    int64_t all = 0;
    for (const selfplay::GameRecord& game : games) {
      all += static_cast<int64_t>(game.rows.size());
      for (const selfplay::RecordRow& row : game.rows) {
        old += IsOld(game.models[row.model]) ? 1 : 0;
      }
    }
    old_rows_ += old;
    if (old > 0) {
      log_.Tell(absl::StrCat(actor, ": ", old, " of ", all, " rows"));
    }
  }
  // Of all games counted.
  int64_t OldRows() const { return old_rows_; }

 private:
  bool IsOld(const std::string& model) const {
    const auto known = models_.find(model);
    return known != models_.end() &&
           static_cast<int64_t>(models_.size()) - 1 - known->second >= kOld;
  }

  // By name, how many were published before it.
  std::map<std::string, int64_t> models_;
  int64_t old_rows_ = 0;
  RareLog log_{LogLevel::kWarning, "training",
               absl::StrCat("an actor's games are by models that ", kOld, " others have followed")};
};

}  // namespace kvintet::training
