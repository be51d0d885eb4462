// GoldenAnswers: see the header.
#include "selfplay/evaluators/golden_answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "base/rng.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "selfplay/evaluators/softmax.h"

namespace kvintet::selfplay {
namespace {

// Numbers of seat actions after which a decision is recorded; those after the end of the game are
// skipped.
constexpr std::array<int, 4> kActionsBefore = {0, 6, 18, 42};

struct Answer {
  Wdl wdl = {};
  std::vector<float> policy = {};
};

absl::StatusOr<Answer> Ask(envs::ConstViews view, Evaluator* evaluator) {
  const std::vector<envs::Action> legal = envs::LegalList(evaluator->game(), view);
  const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(legal.size())};
  std::vector<float> logits(legal.size());
  Answer answer;
  KVINTET_RETURN_IF_ERROR(
      evaluator->Evaluate({.views = view, .actions = legal, .offsets = offsets},
                          {.policy_logits = logits, .wdl = std::span(&answer.wdl, 1)}));
  // Softmax requires finite logits; other answers fail in the comparison.
  const bool finite = std::ranges::all_of(logits, [](float x) { return std::isfinite(x); });
  answer.policy.assign(legal.size(), std::nanf(""));
  if (finite) {
    std::vector<double> powers(legal.size());
    Softmax(logits, powers, answer.policy);
  }
  return answer;
}

// Also false for NaN.
bool Within(double difference, double tolerance) { return std::abs(difference) <= tolerance; }

absl::Status Compare(const GoldenAnswer& wanted, const Answer& found,
                     const GoldenTolerance& tolerance) {
  if (wanted.policy.size() != found.policy.size()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "wanted %d legal actions, found %d", wanted.policy.size(), found.policy.size()));
  }
  double apart = 0;
  for (size_t i = 0; i < wanted.policy.size(); ++i) {
    apart += std::abs(static_cast<double>(wanted.policy[i]) - static_cast<double>(found.policy[i]));
  }
  const auto near = [&](float a, float b) {
    return Within(static_cast<double>(a) - static_cast<double>(b), tolerance.wdl);
  };
  if (near(wanted.wdl.win, found.wdl.win) && near(wanted.wdl.draw, found.wdl.draw) &&
      near(wanted.wdl.loss, found.wdl.loss) && Within(apart / 2, tolerance.policy)) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "wanted win, draw, loss %.4f %.4f %.4f within %g and a policy within %g, found %.4f %.4f "
      "%.4f and a policy %.4f away",
      wanted.wdl.win, wanted.wdl.draw, wanted.wdl.loss, tolerance.wdl, tolerance.policy,
      found.wdl.win, found.wdl.draw, found.wdl.loss, apart / 2));
}

// Advances a random game to the next decision; false if the game is over.
bool ToDecision(RandomStream* random, envs::Playthrough* play) {
  while (play->Actors().Has(envs::Actor::kChance)) {
    play->ApplyChance(random);
  }
  return !play->Ended();
}

absl::Status ActAtRandom(RandomStream* random, envs::Playthrough* play) {
  const envs::Actor actor = play->Actors().First();
  const std::vector<envs::Action> legal =
      envs::LegalList(play->game(), play->View(envs::SeatOf(actor)).Span());
  return play->Apply(actor, legal[random->Below(static_cast<uint32_t>(legal.size()))]);
}

absl::StatusOr<std::vector<float>> Numbers(absl::string_view text) {
  std::vector<float> numbers;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    float number = 0;
    if (!absl::SimpleAtof(word, &number) || !(number >= 0 && number <= 1)) {
      return absl::InvalidArgumentError(
          absl::StrCat("wanted a probability, found '", word.substr(0, 40), "'"));
    }
    numbers.push_back(number);
  }
  return numbers;
}

std::string NumbersText(std::span<const float> numbers) {
  return absl::StrJoin(numbers, " ", [](std::string* text, float number) {
    absl::StrAppendFormat(text, "%.5f", number);
  });
}

}  // namespace

absl::StatusOr<std::vector<GoldenAnswer>> MakeGoldenAnswers(Evaluator* evaluator, uint64_t seed) {
  RandomStream random(seed, 0, 0, Purpose::kOpening);
  envs::Playthrough play(evaluator->game());
  std::vector<GoldenAnswer> answers;
  int actions = 0;
  for (const int before : kActionsBefore) {
    while (ToDecision(&random, &play) && (actions < before || !play.BetweenMoves())) {
      KVINTET_RETURN_IF_ERROR(ActAtRandom(&random, &play));
      ++actions;
    }
    if (play.Ended()) {
      break;
    }
    const envs::Seat seat = envs::SeatOf(play.Actors().First());
    KVINTET_ASSIGN_OR_RETURN(Answer answer, Ask(play.View(seat).Span(), evaluator));
    answers.push_back({play.Record(), seat, answer.wdl, std::move(answer.policy)});
  }
  return answers;
}

absl::Status CheckGoldenAnswers(const std::vector<GoldenAnswer>& answers,
                                const GoldenTolerance& tolerance, Evaluator* evaluator) {
  const envs::Game& game = evaluator->game();
  for (size_t i = 0; i < answers.size(); ++i) {
    const std::string where = absl::StrCat("golden answer ", i, ": ");
    const auto play = envs::Playthrough::FromRecord(game, answers[i].record);
    if (!play.ok()) {
      return absl::FailedPreconditionError(absl::StrCat(where, play.status().message()));
    }
    const envs::ViewBuffer view = play->View(answers[i].seat);
    if (!game.MustAct(view.Span())) {
      return absl::FailedPreconditionError(absl::StrCat(
          where, "wanted a decision of seat ", envs::Index(answers[i].seat), ", found none"));
    }
    KVINTET_ASSIGN_OR_RETURN(const Answer found, Ask(view.Span(), evaluator));
    if (const absl::Status same = Compare(answers[i], found, tolerance); !same.ok()) {
      return absl::FailedPreconditionError(absl::StrCat(where, same.message()));
    }
  }
  return absl::OkStatus();
}

std::string GoldenText(const GoldenAnswer& answer) {
  const std::array<float, 3> wdl = {answer.wdl.win, answer.wdl.draw, answer.wdl.loss};
  return absl::StrCat(envs::Index(answer.seat), "|", answer.record, "|", NumbersText(wdl), "|",
                      NumbersText(answer.policy));
}

absl::StatusOr<GoldenAnswer> ParseGolden(const std::string& text) {
  const std::vector<std::string> parts = absl::StrSplit(text, '|');
  if (parts.size() != 4 || (parts[0] != "0" && parts[0] != "1")) {
    return absl::InvalidArgumentError(
        "wanted a golden answer, SEAT|RECORD|WIN DRAW LOSS|POLICY, with seat 0 or 1");
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<float> wdl, Numbers(parts[2]));
  KVINTET_ASSIGN_OR_RETURN(std::vector<float> policy, Numbers(parts[3]));
  if (wdl.size() != 3) {
    return absl::InvalidArgumentError(absl::StrCat(
        "wanted win, draw and loss of a golden answer, found ", wdl.size(), " numbers"));
  }
  return GoldenAnswer{.record = parts[1],
                      .seat = parts[0] == "0" ? envs::Seat::k0 : envs::Seat::k1,
                      .wdl = {wdl[0], wdl[1], wdl[2]},
                      .policy = std::move(policy)};
}

}  // namespace kvintet::selfplay
