// RunPage: see the header.
#include "cli/run_page.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/comparison_page.h"
#include "cli/html.h"
#include "cli/work_time.h"

namespace kvintet::cli {
namespace {

using training::Progress;

// What a figure is measured of: without any it says nothing.
enum class Of { kPlaying, kGames, kSteps, kRounds };

// A figure of a run that has a course.
struct Figure {
  const char* name;
  const char* unit;
  double Progress::*value;
  // What it is shown in.
  double factor;
  int digits;
  Of of;
};

constexpr std::array<Figure, 12> kFigures = {{
    {"policy loss", "", &Progress::policy_loss, 1, 3, Of::kSteps},
    {"value loss", "", &Progress::value_loss, 1, 3, Of::kSteps},
    {"game length", " plies", &Progress::mean_plies, 1, 1, Of::kGames},
    {"rows", "/s", &Progress::rows_per_second, 1, 0, Of::kGames},
    {"evaluations", "/s", &Progress::evaluations_per_second, 1, 0, Of::kPlaying},
    {"batch fill", " %", &Progress::batch_fill, 100, 0, Of::kPlaying},
    {"cache hits", " % of evaluations", &Progress::cache_hit_share, 100, 0, Of::kPlaying},
    {"search and rules", " % of playing", &Progress::tree_share, 100, 0, Of::kPlaying},
    {"learner works", " % of the time", &Progress::learn_share, 100, 0, Of::kRounds},
    {"learner waits for games", " %", &Progress::learn_idle_share, 100, 0, Of::kRounds},
    {"games wait for the learner", " %", &Progress::play_idle_share, 100, 0, Of::kRounds},
    {"a game's time in the queue", " s", &Progress::queue_seconds, 1, 2, Of::kGames},
}};

// Columns of a course in a terminal.
constexpr size_t kColumns = 40;
constexpr std::array<std::string_view, 8> kBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr int kWidth = 640;
constexpr int kHeight = 120;

struct Range {
  double least;
  double most;
  // Where a value lies, in [0, 1]; in the middle where all are equal.
  double Place(double value) const { return most > least ? (value - least) / (most - least) : 0.5; }
};

Range RangeOf(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  return {least, most};
}

bool IsMeasured(const RunPage& page, const Figure& figure) {
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

// Those of the rounds; before the first has ended, how it goes.
std::vector<Progress> PointsOf(const RunPage& page) {
  return page.rounds.empty() ? std::vector<Progress>{page.now} : page.rounds;
}

std::vector<double> CourseOf(const RunPage& page, const Figure& figure) {
  std::vector<double> values;
  for (const Progress& round : PointsOf(page)) {
    values.push_back(round.*figure.value * figure.factor);
  }
  return values;
}

// Means of as many equal parts as there are columns.
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

std::string Number(double value, const Figure& figure) {
  return absl::StrFormat("%.*f", figure.digits, value);
}

std::string Sums(const RunPage& page) {
  const Progress& now = page.now;
  const std::string in_play = InPlayText(now);
  return absl::StrFormat("%d games, %d rows, %d evaluations, %d steps, %s of work, %d rounds%s",
                         now.games, now.rows, now.evaluations, now.steps, WorkTime(now.seconds),
                         page.rounds.size(), in_play.empty() ? "" : "; " + in_play);
}

std::string Curve(const RunPage& page, const Figure& figure) {
  const std::vector<double> values = CourseOf(page, figure);
  const Range range = RangeOf(values);
  const std::vector<Progress> rounds = PointsOf(page);
  const Range games = {static_cast<double>(rounds.front().games),
                       static_cast<double>(rounds.back().games)};
  std::string points;
  for (size_t i = 0; i < values.size(); ++i) {
    absl::StrAppendFormat(&points, "%.1f,%.1f ",
                          kWidth * games.Place(static_cast<double>(rounds[i].games)),
                          kHeight * (1 - range.Place(values[i])));
  }
  return absl::StrFormat(
      "<h2>%s: %s%s</h2>\n<svg viewBox=\"-4 -4 %d %d\"><polyline points=\"%s\"/></svg>\n"
      "<p>%s to %s%s, over %.0f to %.0f games</p>\n",
      figure.name, Number(values.back(), figure), figure.unit, kWidth + 8, kHeight + 8, points,
      Number(range.least, figure), Number(range.most, figure), figure.unit, games.least,
      games.most);
}

}  // namespace

std::string ToText(const RunPage& page) {
  std::string text = absl::StrCat(page.title, "\n", Sums(page), "\n");
  for (const Figure& figure : kFigures) {
    if (!IsMeasured(page, figure)) {
      continue;
    }
    const std::vector<double> values = CourseOf(page, figure);
    absl::StrAppendFormat(&text, "%-27s %10s%-14s %s\n", figure.name, Number(values.back(), figure),
                          figure.unit, Blocks(values));
  }
  return absl::StrCat(text, page.bottleneck, "\n");
}

std::string ToHtml(const RunPage& page) {
  std::string html = absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>",
      Escaped(page.title),
      "</title>\n<style>body{font:16px sans-serif;max-width:44em;margin:2em auto}h2{font-size:1em}"
      "svg{width:100%;background:#f6f6f6}polyline{fill:none;stroke:#2b5fb4;stroke-width:2}"
      "p{color:#555}</style></head>\n<body><h1>",
      Escaped(page.title), "</h1>\n<p>", Sums(page), "</p>\n<p><strong>", Escaped(page.bottleneck),
      "</strong></p>\n");
  if (page.measured.has_value()) {
    html += DiagramHtml({{.label = "", .runs = {*page.measured}}}, training::Measure::kStrength,
                        training::Axis::kSeconds);
  }
  for (const Figure& figure : kFigures) {
    if (IsMeasured(page, figure)) {
      html += Curve(page, figure);
    }
  }
  return html + "</body></html>\n";
}

}  // namespace kvintet::cli
