// RunPage: see the header.
#include "cli/pages/run_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/pages/comparison_page.h"
#include "cli/pages/document.h"
#include "cli/pages/plots.h"
#include "cli/words/number_text.h"
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
constexpr size_t kHistoryColumns = 40;
constexpr std::array<std::string_view, 8> kHistoryBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

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

// The history of a figure over games, for the rounds that have a value; that of the current
// progress if no round has ended.
std::vector<PlotPoint> CourseOf(const RunPage& page, const ShownFigure& figure) {
  std::vector<PlotPoint> course;
  for (const Progress& round :
       page.rounds.empty() ? std::vector<Progress>{page.now} : page.rounds) {
    if (const training::Figure measured = figure.value(round)) {
      const double value = *measured * figure.factor;
      course.push_back({static_cast<double>(round.games), value, value, value});
    }
  }
  return course;
}

// Draws the means of equal parts of the values, one for each column.
std::string Blocks(const std::vector<PlotPoint>& course) {
  const size_t columns = std::min(kHistoryColumns, course.size());
  std::vector<double> means;
  for (size_t column = 0; column < columns; ++column) {
    const size_t begin = column * course.size() / columns;
    const size_t end = (column + 1) * course.size() / columns;
    double sum = 0;
    for (size_t i = begin; i < end; ++i) {
      sum += course[i].value;
    }
    means.push_back(sum / static_cast<double>(end - begin));
  }
  const auto [least, most] = std::ranges::minmax(means);
  const double step = (most - least) / (kHistoryBlocks.size() - 1);
  std::string text;
  for (const double mean : means) {
    // In the middle if all are equal.
    const double place = step > 0 ? (mean - least) / step : (kHistoryBlocks.size() - 1) / 2.0;
    text += kHistoryBlocks[static_cast<size_t>(std::lround(place))];
  }
  return text;
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

std::string CourseSvg(const RunPage& page, const ShownFigure& figure) {
  const std::vector<PlotPoint> course = CourseOf(page, figure);
  if (course.empty()) {
    return "";
  }
  return CurvesSvg(
      {.x = {.title = "games", .least_step = 1},
       .y = {.title = figure.unit},
       .curves = {{.points = course}},
       .height = 150},
      {.title = absl::StrCat(figure.name, ": ", NumberText(course.back().value, figure.digits),
                             figure.unit)});
}

}  // namespace

std::string ToText(const RunPage& page) {
  std::string text = absl::StrCat(page.title, "\n", Sums(page), "\n");
  for (const ShownFigure& figure : kFigures) {
    const std::vector<PlotPoint> course = CourseOf(page, figure);
    if (IsMeasured(page, figure) && !course.empty()) {
      absl::StrAppendFormat(&text, "%-27s %10s%-14s %s\n", figure.name,
                            NumberText(course.back().value, figure.digits), figure.unit,
                            Blocks(course));
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
      html += CourseSvg(page, figure);
    }
  }
  return HtmlDocument({.title = page.title}, html);
}

}  // namespace kvintet::cli
