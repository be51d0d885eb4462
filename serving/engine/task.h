// Task: what wants evaluations one at a time, until it has its answer.
#pragma once

#include <span>

#include "envs/row_span.h"
#include "selfplay/search/search.h"

namespace kvintet::serving {

// While Advance says that it waits: evaluate View and Legal, Resume. One thread at a time.
class Task {
 public:
  virtual ~Task() = default;
  // Goes on until an evaluation is needed (true) or the answer is there (false).
  virtual bool Advance() = 0;
  // One view and its legal actions, ascending. REQUIRES: Advance returned true.
  virtual envs::ConstViews View() const = 0;
  virtual std::span<const envs::Action> Legal() const = 0;
  virtual void Resume(const selfplay::Evaluation& evaluation) = 0;
};

}  // namespace kvintet::serving
