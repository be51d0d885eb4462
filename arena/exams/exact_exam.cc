// ExactExam: see the header.
#include "arena/exams/exact_exam.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "absl/strings/str_cat.h"

#include "arena/exams/answers.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "selfplay/exact_value.h"

namespace kvintet::arena {

// Writes the questions by visiting all positions.
class ExactExam::Author {
 public:
  Author(const envs::Game& game, selfplay::ExactSolver solver)
      : game_(game), solver_(std::move(solver)) {}

  absl::Status Visit(envs::ConstPositions one) {
    const envs::ActorSet actors = envs::ActorsOf(game_, one);
    if (actors.Empty() || !met_.insert(HashBytes(one.Bytes())).second) {
      return absl::OkStatus();
    }
    KVINTET_ASSIGN_OR_RETURN(const selfplay::ExactValue value, solver_.Value(one));
    Question question = {.view = envs::ViewOf(game_, one, envs::SeatOf(actors.First()))};
    envs::PositionBuffer next(1, game_.Spec().position_bytes);
    envs::RepetitionHistory history(0);
    for (const envs::Action action : envs::LegalList(game_, question.view.Span())) {
      envs::CopyRows<envs::PositionTag>(one, next.Span());
      envs::StepOne(game_, next.Span(), &history, actors.First(), action);
      KVINTET_ASSIGN_OR_RETURN(const selfplay::ExactValue after, solver_.Value(next.Span()));
      ++question.moves;
      if (after.value == value.value) {
        question.right.push_back(action);
      }
      KVINTET_RETURN_IF_ERROR(Visit(next.Span()));
    }
    if (std::ssize(question.right) < question.moves) {
      questions_.push_back(std::move(question));
    }
    return absl::OkStatus();
  }

  std::vector<Question> Questions() { return std::move(questions_); }

 private:
  const envs::Game& game_;
  selfplay::ExactSolver solver_;
  std::unordered_set<Key128> met_;
  std::vector<Question> questions_;
};

absl::StatusOr<ExactExam> ExactExam::Make(const envs::Game& game, int64_t max_positions) {
  KVINTET_ASSIGN_OR_RETURN(selfplay::ExactSolver solver,
                           selfplay::ExactSolver::Make(game, max_positions));
  Author author(game, std::move(solver));
  const envs::PositionBuffer start = envs::InitialPosition(game);
  KVINTET_RETURN_IF_ERROR(author.Visit(start.Span()));
  ExactExam exam;
  exam.questions_ = author.Questions();
  if (exam.questions_.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("in ", game.Spec().text, " every move is as good as the others"));
  }
  return exam;
}

absl::StatusOr<ExamMarks> ExactExam::Mark(Agent* agent) const {
  ExamMarks marks;
  std::vector<envs::ConstViews> views;
  for (const Question& question : questions_) {
    views.push_back(question.view.Span());
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<envs::Action> answers, AnswersTo(views, agent));
  for (size_t i = 0; i < questions_.size(); ++i) {
    const Question& question = questions_[i];
    ++marks.questions;
    marks.right += std::ranges::binary_search(question.right, answers[i]) ? 1 : 0;
    marks.by_chance += static_cast<double>(question.right.size()) / question.moves;
  }
  marks.by_chance /= static_cast<double>(marks.questions);
  return marks;
}

}  // namespace kvintet::arena
