// RatingsCopy: writes the ratings that somebody has put into a link into the run.
#pragma once

#include <chrono>
#include <string>

#include <absl/status/status.h>
#include <absl/strings/string_view.h>

#include "base/pace.h"
#include "base/reports/rare_log.h"
#include "training/link/run_link.h"

namespace kvintet::training {

// InvalidArgument, naming the line, unless a text is a table of ratings: a line of kind "ladder",
// then lines of kind "player" (docs/ladder.md).
absl::Status CheckRatings(absl::string_view text);

// One thread at a time.
class RatingsCopy {
 public:
  using Clock = Pace::Clock;

  explicit RatingsCopy(std::string run) : run_(std::move(run)) {}

  // Looks now and then for ratings, and replaces ratings.jsonl of the run with what is new and
  // sound. A run that is rated in its own folder (ladder.jsonl) keeps those ratings. Errors: those
  // of the link and of the folder.
  absl::Status Take(RunLink* link, Clock::time_point now);

  static constexpr std::chrono::seconds kPause{5};

 private:
  const std::string run_;
  Pace pace_{kPause};
  // What was last looked at.
  std::string text_;
  RareLog refusals_{LogLevel::kWarning, "training", "ratings are refused"};
};

}  // namespace kvintet::training
