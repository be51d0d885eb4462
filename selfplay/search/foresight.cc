// Foresight: see the header.
#include "selfplay/search/foresight.h"

#include <algorithm>
#include <utility>

namespace kvintet::selfplay {
namespace {

// From this number of rows on, more hardly make an evaluation cheaper (benchmarks/README.md).
constexpr size_t kEnoughRows = 16;

}  // namespace

int RowsAhead(size_t waiting) {
  return static_cast<int>(kEnoughRows / std::max<size_t>(waiting, 1)) - 1;
}

bool Foresight::Advance(Search* search) {
  while (search->Advance()) {
    const auto told =
        answers_.empty() ? answers_.end() : answers_.find(game_.CacheKey(search->View()));
    if (told == answers_.end()) {
      return true;
    }
    const Answer answer = std::move(told->second);
    answers_.erase(told);
    ++used_;
    search->Resume({.logits = answer.logits, .wdl = answer.wdl});
  }
  return false;
}

void Foresight::Foresee(Search* search, int most, std::vector<Question>* questions) const {
  auto* const foresighted = dynamic_cast<ForesightedSearch*>(search);
  if (foresighted == nullptr || most <= 0) {
    return;
  }
  std::vector<Question> foreseen;
  foresighted->Foresee(most, &foreseen);
  for (Question& question : foreseen) {
    if (!answers_.contains(game_.CacheKey(question.View()))) {
      questions->push_back(std::move(question));
    }
  }
}

void Foresight::Tell(const Question& question, const Evaluation& evaluation) {
  answers_[game_.CacheKey(question.View())] = {
      .logits = {evaluation.logits.begin(), evaluation.logits.end()}, .wdl = evaluation.wdl};
}

}  // namespace kvintet::selfplay
