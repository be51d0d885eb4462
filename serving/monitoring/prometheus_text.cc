// PrometheusText: see the header.
#include "serving/monitoring/prometheus_text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace kvintet::serving {
namespace {

constexpr char kPrefix[] = "kvintet_";
constexpr size_t kEvery = 4;

std::string Number(double value) { return absl::StrFormat("%.15g", value); }

// A name and its labels, split.
struct Series {
  explicit Series(absl::string_view text)
      : name(absl::StrCat(kPrefix, text.substr(0, text.find('{')))) {
    if (const size_t brace = text.find('{'); brace != absl::string_view::npos) {
      labels = std::string(text.substr(brace + 1, text.size() - brace - 2));
    }
  }
  // "name{labels}", with at most one additional label.
  std::string Text(absl::string_view suffix, absl::string_view more = "") const {
    const char* comma = labels.empty() || more.empty() ? "" : ",";
    const std::string all = absl::StrCat(labels, comma, more);
    return absl::StrCat(name, suffix, all.empty() ? "" : absl::StrCat("{", all, "}"));
  }

  std::string name;
  std::string labels = {};
};

// Writes the TYPE line when a new name begins. Series of one name are adjacent.
void Begin(const Series& series, absl::string_view type, std::string* last, std::string* text) {
  if (series.name != *last) {
    absl::StrAppend(text, "# TYPE ", series.name, " ", type, "\n");
    *last = series.name;
  }
}

void Append(const Series& series, const HistogramSnapshot& histogram, std::string* text) {
  uint64_t below = 0;
  for (size_t i = 0; i < HistogramSnapshot::kBuckets; ++i) {
    below += histogram.buckets[i];
    if (i % kEvery == kEvery - 1) {
      const std::string bound = absl::StrFormat("le=\"%.3g\"", HistogramSnapshot::UpperBound(i));
      absl::StrAppend(text, series.Text("_bucket", bound), " ", below, "\n");
    }
  }
  absl::StrAppend(text, series.Text("_bucket", "le=\"+Inf\""), " ", histogram.count, "\n",
                  series.Text("_sum"), " ", Number(histogram.sum), "\n", series.Text("_count"), " ",
                  histogram.count, "\n");
}

}  // namespace

std::string PrometheusText(const MetricsSnapshot& snapshot) {
  std::string text;
  std::string last;
  for (const auto& [name, value] : snapshot.counters) {
    const Series series(name);
    Begin(series, "counter", &last, &text);
    absl::StrAppend(&text, series.Text(""), " ", value, "\n");
  }
  for (const auto& [name, value] : snapshot.gauges) {
    const Series series(name);
    Begin(series, "gauge", &last, &text);
    absl::StrAppend(&text, series.Text(""), " ", Number(value), "\n");
  }
  for (const auto& [name, histogram] : snapshot.histograms) {
    const Series series(name);
    Begin(series, "histogram", &last, &text);
    Append(series, histogram, &text);
  }
  return text;
}

}  // namespace kvintet::serving
