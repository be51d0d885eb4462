// Task: work that needs evaluations one at a time until it has its answer.
#pragma once

#include <span>
#include <vector>

#include "envs/row_span.h"
#include "selfplay/search/question.h"
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

  // Appends up to `most` questions that it will probably ask next, to be evaluated in the same
  // batch. REQUIRES: Advance returned true.
  virtual void Foresee(int /*most*/, std::vector<selfplay::Question>* /*questions*/) {}
  // The answer to one of them. Called before Resume.
  virtual void Tell(const selfplay::Question&, const selfplay::Evaluation&) {}
};

}  // namespace kvintet::serving
