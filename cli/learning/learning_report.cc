// LearningReport: see the header.
#include "cli/learning/learning_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/pages/document.h"

namespace kvintet::cli {
namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 360;
constexpr int kLeft = 70;
constexpr int kRight = 20;
constexpr int kTop = 34;
constexpr int kBottom = 48;

std::optional<double> ValueOf(const LearningPoint& point, const std::string& measure) {
  const auto found = std::ranges::find(point.measured, measure, &Measured::value_type::first);
  return found == point.measured.end() ? std::nullopt : std::optional(found->second);
}

double UsedUp(const LearningPoint& point, const std::string& axis) {
  return axis == "games"         ? static_cast<double>(point.games)
         : axis == "evaluations" ? static_cast<double>(point.evaluations)
                                 : point.core_seconds;
}

double UsedUp(const SeedBand& band, const std::string& axis) {
  return axis == "games"         ? band.games
         : axis == "evaluations" ? band.evaluations
                                 : band.core_seconds;
}

// REQUIRES: not empty.
double Median(std::vector<double> values) {
  std::ranges::sort(values);
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::string BandText(const SeedBand& band, int digits) {
  const std::string median = absl::StrFormat("%.*f", digits, band.median);
  return band.seeds == 1
             ? median
             : absl::StrFormat("%s [%.*f, %.*f]", median, digits, band.least, digits, band.most);
}

// The plotted range of values; x is the logarithm of the cost.
struct Frame {
  double left = std::numeric_limits<double>::infinity();
  double right = -std::numeric_limits<double>::infinity();
  double bottom = std::numeric_limits<double>::infinity();
  double top = -std::numeric_limits<double>::infinity();

  void AddX(double used) {
    left = std::min(left, std::log10(std::max(used, 1.0)));
    right = std::max(right, std::log10(std::max(used, 1.0)));
  }
  void AddY(double value) {
    bottom = std::min(bottom, value);
    top = std::max(top, value);
  }
  double X(double used) const {
    const double share =
        right > left ? (std::log10(std::max(used, 1.0)) - left) / (right - left) : 0.5;
    return kLeft + share * (kWidth - kLeft - kRight);
  }
  double Y(double value) const {
    const double share = top > bottom ? (value - bottom) / (top - bottom) : 0.5;
    return kHeight - kBottom - share * (kHeight - kBottom - kTop);
  }
};

std::string Text(double x, double y, const std::string& text, const char* anchor) {
  return absl::StrFormat("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor,
                         Escaped(text));
}

std::string LineSvg(double x1, double y1, double x2, double y2, const char* style) {
  return absl::StrFormat("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2,
                         y2, style);
}

constexpr char kGrid[] = "stroke=\"#ddd\"";

// Vertical lines at powers of ten, and at 2 and 5 times them on a short axis, and five horizontal
// lines.
std::string GridSvg(const Frame& frame, int digits) {
  std::string svg;
  const bool wide = frame.right - frame.left > 2;
  for (int power = static_cast<int>(frame.left) - 1; power <= frame.right; ++power) {
    for (const int factor : {1, 2, 5}) {
      const double at = factor * std::pow(10.0, power);
      const double x = frame.X(at);
      if (at < 1 || x < kLeft - 0.5 || x > kWidth - kRight + 0.5 || (wide && factor > 1)) {
        continue;
      }
      svg += LineSvg(x, kTop, x, kHeight - kBottom, kGrid);
      svg += Text(x, kHeight - kBottom + 14, absl::StrFormat("%.7g", at), "middle");
    }
  }
  for (int i = 0; i <= 4; ++i) {
    const double value = frame.bottom + (frame.top - frame.bottom) * i / 4;
    svg += LineSvg(kLeft, frame.Y(value), kWidth - kRight, frame.Y(value), kGrid);
    svg += Text(kLeft - 6, frame.Y(value) + 4, absl::StrFormat("%.*f", digits, value), "end");
  }
  return svg;
}

std::string AnchorsSvg(const LearningReport& report, const std::string& measure,
                       const Frame& frame) {
  std::string svg;
  for (const LearningAnchor& anchor : report.anchors) {
    if (anchor.measure == measure) {
      const double y = frame.Y(anchor.value);
      svg += LineSvg(kLeft, y, kWidth - kRight, y, "stroke=\"#a33\" stroke-dasharray=\"5 4\"");
      svg += Text(kWidth - kRight - 4, y - 4, std::string(anchor.who), "end");
    }
  }
  return svg;
}

std::string CurveSvg(const std::vector<SeedBand>& bands, const std::string& axis,
                     const Frame& frame) {
  std::string line;
  std::string upper;
  std::string lower;
  for (const SeedBand& band : bands) {
    const double x = frame.X(UsedUp(band, axis));
    absl::StrAppendFormat(&line, "%.1f,%.1f ", x, frame.Y(band.median));
    absl::StrAppendFormat(&upper, "%.1f,%.1f ", x, frame.Y(band.most));
    lower = absl::StrFormat("%.1f,%.1f ", x, frame.Y(band.least)) + lower;
  }
  return absl::StrCat("<polygon points=\"", upper, lower,
                      "\" fill=\"#2b5fb4\" opacity=\"0.2\"/>\n<polyline points=\"", line,
                      "\" fill=\"none\" stroke=\"#2b5fb4\" stroke-width=\"2.5\"/>\n");
}

Frame FrameOf(const LearningReport& report, const std::string& measure, const std::string& axis) {
  Frame frame;
  for (const LearningPoint& point : report.points) {
    if (const auto value = ValueOf(point, measure)) {
      frame.AddX(UsedUp(point, axis));
      frame.AddY(*value);
    }
  }
  for (const LearningAnchor& anchor : report.anchors) {
    if (anchor.measure == measure) {
      frame.AddY(anchor.value);
    }
  }
  return frame;
}

}  // namespace

std::vector<SeedBand> BandsOf(const LearningReport& report, const std::string& measure) {
  std::vector<SeedBand> bands;
  for (int place = 0; place < report.places; ++place) {
    std::vector<double> values;
    std::vector<double> games;
    std::vector<double> evaluations;
    std::vector<double> core_seconds;
    for (const LearningPoint& point : report.points) {
      const std::optional<double> value = ValueOf(point, measure);
      if (point.place == place && value) {
        values.push_back(*value);
        games.push_back(static_cast<double>(point.games));
        evaluations.push_back(static_cast<double>(point.evaluations));
        core_seconds.push_back(point.core_seconds);
      }
    }
    if (!values.empty()) {
      const auto [least, most] = std::ranges::minmax(values);
      bands.push_back({.place = place,
                       .seeds = static_cast<int>(values.size()),
                       .games = Median(games),
                       .evaluations = Median(evaluations),
                       .core_seconds = Median(core_seconds),
                       .median = Median(values),
                       .least = least,
                       .most = most});
    }
  }
  return bands;
}

std::string LearningTable(const LearningReport& report) {
  std::string table = absl::StrCat("# ", report.game, "\n\n`", report.command, "`\n\n",
                                   report.remark, "\nMedian of the seeds [least, most].\n\n",
                                   "| games | evaluations | core-minutes | seeds |");
  std::string rule = "\n|---|---|---|---|";
  std::vector<std::vector<SeedBand>> columns;
  for (const MeasureText& text : report.texts) {
    absl::StrAppend(&table, " ", text.title, " |");
    rule += "---|";
    columns.push_back(BandsOf(report, text.name));
  }
  table += rule + "\n";
  for (size_t row = 0; !columns.empty() && row < columns.front().size(); ++row) {
    const SeedBand& first = columns.front()[row];
    absl::StrAppendFormat(&table, "| %.0f | %.0f | %.2f | %d |", first.games, first.evaluations,
                          first.core_seconds / 60, first.seeds);
    for (size_t i = 0; i < columns.size(); ++i) {
      const auto same = std::ranges::find(columns[i], first.place, &SeedBand::place);
      const std::string text =
          same == columns[i].end() ? "-" : BandText(*same, report.texts[i].digits);
      absl::StrAppend(&table, " ", text, " |");
    }
    table += "\n";
  }
  if (!report.anchors.empty()) {
    table += "\n| published | reached | cost | source |\n|---|---|---|---|\n";
  }
  for (const LearningAnchor& anchor : report.anchors) {
    absl::StrAppend(&table, "| ", anchor.who, " | ", anchor.reached, " | ", anchor.cost, " | ",
                    anchor.source, " |\n");
  }
  return table;
}

std::string LearningLines(const LearningReport& report) {
  std::string lines;
  for (const LearningPoint& point : report.points) {
    absl::StrAppend(&lines, ToJsonLine(ToJson(point)), "\n");
  }
  return lines;
}

std::string LearningSvg(const LearningReport& report, const MeasureText& measure,
                        const std::string& axis) {
  const std::vector<SeedBand> bands = BandsOf(report, measure.name);
  if (bands.empty()) {
    return "";
  }
  const Frame frame = FrameOf(report, measure.name, axis);
  std::string svg = absl::StrFormat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
      "font-size=\"12\"><rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
      kWidth, kHeight);
  svg += Text(kLeft, 20, absl::StrCat(report.game, ": ", measure.title), "start");
  svg += GridSvg(frame, measure.digits) + CurveSvg(bands, axis, frame);
  for (const LearningPoint& point : report.points) {
    if (const auto value = ValueOf(point, measure.name)) {
      absl::StrAppendFormat(&svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"#1f4e96\"/>\n",
                            frame.X(UsedUp(point, axis)), frame.Y(*value));
    }
  }
  svg += AnchorsSvg(report, measure.name, frame);
  const std::string title = axis == "core_seconds" ? "core-seconds" : axis;
  svg += Text((kLeft + kWidth - kRight) / 2.0, kHeight - 10,
              title + " (logarithmic); median and extremes of the seeds", "middle");
  return svg + "</svg>\n";
}

}  // namespace kvintet::cli
