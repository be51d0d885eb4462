// Task: work that needs evaluations one at a time until it has its answer.
#pragma once

#include <span>

#include "envs/row_span.h"
#include "selfplay/search/search.h"

namespace kvintet::serving {

// While Advance returns true, evaluate View and Legal and call Resume. Not thread-safe.
class Task {
 public:
  virtual ~Task() = default;
  // Runs until an evaluation is needed (true) or the answer is ready (false).
  virtual bool Advance() = 0;
  // One view and its legal actions, ascending. REQUIRES: Advance returned true.
  virtual envs::ConstViews View() const = 0;
  virtual std::span<const envs::Action> Legal() const = 0;
  virtual void Resume(const selfplay::Evaluation& evaluation) = 0;
};

}  // namespace kvintet::serving
