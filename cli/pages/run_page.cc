// RunPage: see the header.
#include "cli/pages/run_page.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/pages/comparison_page.h"
#include "cli/pages/document.h"
#include "cli/words/work_time.h"

namespace kvintet::cli {
namespace {

using training::LearningFigures;
using training::Progress;
using training::RowFigures;

// What a figure is measured on; until there is some of it, the figure means nothing.
enum class Of { kPlaying, kGames, kSteps, kRounds };

// A figure of a run that has a history.
struct ShownFigure {
  const char* name;
  const char* unit;
  training::Figure (*value)(const Progress&);
  // Converts the value to the displayed unit.
  double factor;
  int digits;
  Of of;
};

template <double Progress::*kMember>
training::Figure Plain(const Progress& progress) {
  return progress.*kMember;
}

template <training::Figure LearningFigures::*kMember>
training::Figure Learnt(const Progress& progress) {
  return progress.learning.*kMember;
}

template <RowFigures LearningFigures::*kRows, training::Figure RowFigures::*kMember>
training::Figure OfRows(const Progress& progress) {
  return progress.learning.*kRows.*kMember;
}

using L = LearningFigures;
using R = RowFigures;

// A figure of learning that has no value in any round has no line.
constexpr auto kFigures = std::to_array<ShownFigure>({
    {"policy loss", "", Plain<&Progress::policy_loss>, 1, 3, Of::kSteps},
    {"value loss", "", Plain<&Progress::value_loss>, 1, 3, Of::kSteps},
    {"held out: policy loss", "", OfRows<&L::held_out, &R::policy_loss>, 1, 3, Of::kSteps},
    {"  its floor", "", OfRows<&L::held_out, &R::policy_floor>, 1, 3, Of::kSteps},
    {"  above its floor", "", OfRows<&L::held_out, &R::policy_kl>, 1, 3, Of::kSteps},
    {"  the same, games learnt", "", OfRows<&L::learnt, &R::policy_kl>, 1, 3, Of::kSteps},
    {"held out: value loss", "", OfRows<&L::held_out, &R::value_loss>, 1, 3, Of::kSteps},
    {"  of knowing nothing", "", OfRows<&L::held_out, &R::value_base>, 1, 3, Of::kSteps},
    {"  newest weights", "", OfRows<&L::held_out_newest, &R::value_loss>, 1, 3, Of::kSteps},
    {"  games learnt", "", OfRows<&L::learnt, &R::value_loss>, 1, 3, Of::kSteps},
    {"held out: top-1", " %", OfRows<&L::held_out, &R::top1>, 100, 0, Of::kSteps},
    {"games learnt: top-1", " %", OfRows<&L::learnt, &R::top1>, 100, 0, Of::kSteps},
    {"held out: values explain", " %", OfRows<&L::held_out, &R::explained_variance>, 100, 0,
     Of::kSteps},
    {"games learnt: they explain", " %", OfRows<&L::learnt, &R::explained_variance>, 100, 0,
     Of::kSteps},
    {"held out: calibration", " error", OfRows<&L::held_out, &R::calibration_error>, 1, 3,
     Of::kSteps},
    {"policy entropy", " nats", OfRows<&L::learnt, &R::entropy>, 1, 3, Of::kSteps},
    {"search moves the policy", " nats", Learnt<&L::surprise>, 1, 3, Of::kGames},
    {"KL to the data", " nats", Learnt<&L::kl_to_data>, 1, 4, Of::kSteps},
    {"clipped rows", " %", Learnt<&L::clip_share>, 100, 1, Of::kSteps},
    {"advantages", " RMS", Learnt<&L::advantage_scale>, 1, 3, Of::kSteps},
    {"gradient norm", "", Learnt<&L::gradient_norm>, 1, 3, Of::kSteps},
    {"clipped gradients", " %", Learnt<&L::clipped_gradients>, 100, 0, Of::kSteps},
    {"learning rate", "", Learnt<&L::learning_rate>, 1, 6, Of::kSteps},
    {"rows' age", " rows", Learnt<&L::age_rows>, 1, 0, Of::kSteps},
    {"rows' age", " min", Learnt<&L::age_minutes>, 1, 1, Of::kSteps},
    {"seat 0 wins", " %", Learnt<&L::seat0_wins>, 100, 0, Of::kGames},
    {"seat 1 wins", " %", Learnt<&L::seat1_wins>, 100, 0, Of::kGames},
    {"draws", " %", Learnt<&L::draws>, 100, 0, Of::kGames},
    {"cut games", " %", Learnt<&L::cut>, 100, 0, Of::kGames},
    {"game length", " plies", Plain<&Progress::mean_plies>, 1, 1, Of::kGames},
    {"rows", "/s", Plain<&Progress::rows_per_second>, 1, 0, Of::kGames},
    {"evaluations", "/s", Plain<&Progress::evaluations_per_second>, 1, 0, Of::kPlaying},
    {"batch fill", " %", Plain<&Progress::batch_fill>, 100, 0, Of::kPlaying},
    {"cache hits", " % of evaluations", Plain<&Progress::cache_hit_share>, 100, 0, Of::kPlaying},
    {"search and rules", " % of playing", Plain<&Progress::tree_share>, 100, 0, Of::kPlaying},
    {"learner works", " % of the time", Plain<&Progress::learn_share>, 100, 0, Of::kRounds},
    {"learner waits for games", " %", Plain<&Progress::learn_idle_share>, 100, 0, Of::kRounds},
    {"games wait for the learner", " %", Plain<&Progress::play_idle_share>, 100, 0, Of::kRounds},
    {"a game's time in the queue", " s", Plain<&Progress::queue_seconds>, 1, 2, Of::kGames},
});

// Columns of a history in a terminal.
constexpr size_t kColumns = 40;
constexpr std::array<std::string_view, 8> kBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr int kWidth = 640;
constexpr int kHeight = 120;

struct Range {
  double least;
  double most;
  // Position of a value in the range, in [0, 1]; 0.5 if all values are equal.
  double Place(double value) const { return most > least ? (value - least) / (most - least) : 0.5; }
};

Range RangeOf(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  return {least, most};
}

bool IsMeasured(const RunPage& page, const ShownFigure& figure) {
  switch (figure.of) {
    case Of::kPlaying:
      return page.now.evaluations > 0;
    case Of::kGames:
      return page.now.games > 0;
    case Of::kSteps:
      return page.now.steps > 0;
    case Of::kRounds:
      return page.now.steps > 0 && !page.rounds.empty();
  }
  return false;
}

// The progress after each round, or the current progress if no round has ended.
std::vector<Progress> PointsOf(const RunPage& page) {
  return page.rounds.empty() ? std::vector<Progress>{page.now} : page.rounds;
}

// The history of a figure over the rounds that have a value.
struct Course {
  std::vector<double> values;
  std::vector<double> games;
};

Course CourseOf(const RunPage& page, const ShownFigure& figure) {
  Course course;
  for (const Progress& round : PointsOf(page)) {
    if (const training::Figure value = figure.value(round)) {
      course.values.push_back(*value * figure.factor);
      course.games.push_back(static_cast<double>(round.games));
    }
  }
  return course;
}

// Draws the means of equal parts of the values, one for each column.
std::string Blocks(const std::vector<double>& values) {
  const size_t columns = std::min(kColumns, values.size());
  std::vector<double> means;
  for (size_t column = 0; column < columns; ++column) {
    const size_t begin = column * values.size() / columns;
    const size_t end = (column + 1) * values.size() / columns;
    double sum = 0;
    for (size_t i = begin; i < end; ++i) {
      sum += values[i];
    }
    means.push_back(sum / static_cast<double>(end - begin));
  }
  const Range range = RangeOf(means);
  std::string text;
  for (const double mean : means) {
    const auto block = static_cast<size_t>(range.Place(mean) * (kBlocks.size() - 1) + 0.5);
    text += kBlocks[block];
  }
  return text;
}

std::string Number(double value, const ShownFigure& figure) {
  return absl::StrFormat("%.*f", figure.digits, value);
}

std::string Sums(const RunPage& page) {
  const Progress& now = page.now;
  const std::string in_play = InPlayText(now);
  return absl::StrFormat("%d games, %d rows, %d evaluations, %d steps, %s of work, %d rounds%s",
                         now.games, now.rows, now.evaluations, now.steps, WorkTime(now.seconds),
                         page.rounds.size(), in_play.empty() ? "" : "; " + in_play);
}

// How games end, and how the newest model does against others.
std::vector<std::string> LinesOfLearning(const Progress& progress) {
  std::vector<std::string> lines;
  std::string ends;
  for (const auto& [reason, share] : progress.learning.ends) {
    absl::StrAppendFormat(&ends, "%s%s %.0f %%", ends.empty() ? "" : ", ", reason, 100 * share);
  }
  if (!ends.empty()) {
    lines.push_back("games end: " + ends);
  }
  for (const auto& [opponent, elo] : progress.learning.strength) {
    lines.push_back(absl::StrFormat("against %s: %+.0f Elo [%+.0f, %+.0f], %.0f pairs", opponent,
                                    elo.elo, elo.low, elo.high, elo.pairs));
  }
  return lines;
}

std::string Curve(const RunPage& page, const ShownFigure& figure) {
  const auto [values, at] = CourseOf(page, figure);
  if (values.empty()) {
    return "";
  }
  const Range range = RangeOf(values);
  const Range games = {at.front(), at.back()};
  std::string points;
  for (size_t i = 0; i < values.size(); ++i) {
    absl::StrAppendFormat(&points, "%.1f,%.1f ", kWidth * games.Place(at[i]),
                          kHeight * (1 - range.Place(values[i])));
  }
  return absl::StrFormat(
      "<h2>%s: %s%s</h2>\n<svg class=\"plot\" viewBox=\"-4 -4 %d %d\"><polyline points=\"%s\" "
      "fill=\"none\" "
      "stroke=\"#2b5fb4\" stroke-width=\"2\"/></svg>\n"
      "<p>%s to %s%s, over %.0f to %.0f games</p>\n",
      figure.name, Number(values.back(), figure), figure.unit, kWidth + 8, kHeight + 8, points,
      Number(range.least, figure), Number(range.most, figure), figure.unit, games.least,
      games.most);
}

}  // namespace

std::string ToText(const RunPage& page) {
  std::string text = absl::StrCat(page.title, "\n", Sums(page), "\n");
  for (const ShownFigure& figure : kFigures) {
    if (!IsMeasured(page, figure)) {
      continue;
    }
    const std::vector<double> values = CourseOf(page, figure).values;
    if (!values.empty()) {
      absl::StrAppendFormat(&text, "%-27s %10s%-14s %s\n", figure.name,
                            Number(values.back(), figure), figure.unit, Blocks(values));
    }
  }
  for (const std::string& line : LinesOfLearning(page.now)) {
    absl::StrAppend(&text, line, "\n");
  }
  for (const training::LearningWarning& warning : page.warnings) {
    absl::StrAppend(&text, "warning: ", warning.text, "\n");
  }
  return absl::StrCat(text, page.bottleneck, "\n");
}

std::string ToHtml(const RunPage& page) {
  std::string html = absl::StrCat("<p>", Sums(page), "</p>\n<p><strong>", Escaped(page.bottleneck),
                                  "</strong></p>\n");
  for (const training::LearningWarning& warning : page.warnings) {
    absl::StrAppend(&html, "<p><strong>Warning: ", Escaped(warning.text), "</strong></p>\n");
  }
  for (const std::string& line : LinesOfLearning(page.now)) {
    absl::StrAppend(&html, "<p>", Escaped(line), "</p>\n");
  }
  if (page.measured.has_value()) {
    html += DiagramHtml({{.label = "", .runs = {*page.measured}}}, training::Measure::kStrength,
                        training::Axis::kSeconds);
  }
  for (const ShownFigure& figure : kFigures) {
    if (IsMeasured(page, figure)) {
      html += Curve(page, figure);
    }
  }
  return HtmlDocument({.title = page.title}, html);
}

}  // namespace kvintet::cli
