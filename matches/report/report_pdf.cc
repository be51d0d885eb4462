// ReportPdf: see the header.
#include "matches/report/report_pdf.h"

#include <cairo-pdf.h>
#include <cairo.h>

#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

#include "matches/report/cairo_page.h"
#include "matches/report/report_steps.h"

namespace kvintet::matches {
namespace {

// An A4 page, in points.
constexpr double kPageWidth = 595;
constexpr double kPageHeight = 842;
constexpr double kPageMargin = 40;
constexpr double kInside = kPageWidth - 2 * kPageMargin;

constexpr int kColumns = 3;
constexpr int kRows = 3;
constexpr double kGap = 10;
constexpr double kFoot = 16;
constexpr double kStepWidth = (kInside - (kColumns - 1) * kGap) / kColumns;
constexpr double kStepHeight = (kPageHeight - 2 * kPageMargin - kFoot - (kRows - 1) * kGap) / kRows;

constexpr double kTitleSize = 18;
constexpr double kTextSize = 10;
constexpr double kStepSize = 7;
constexpr double kLine = 1.3;
// Acts of the director: lines that the longest one needs, and acts on a page.
constexpr size_t kReasonLines = 8;
constexpr double kActHeight = (kReasonLines + 4) * kTextSize * kLine;
constexpr auto kActsOnPage =
    static_cast<size_t>((kPageHeight - 2 * kPageMargin - kFoot) / kActHeight);
// Lines of text above and below the picture of a step.
constexpr size_t kMoveLines = 3;
constexpr size_t kCaptionLines = 3;
constexpr double kLargestCell = 24;
constexpr double kLargestFrontCell = 44;
// Most pictures in a report, so that it stays short enough to read.
constexpr size_t kMaxSteps = 600;

struct SurfaceDeleter {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct CairoDeleter {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};

cairo_status_t Append(void* bytes, const unsigned char* data, unsigned int size) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

// A PDF document that is being written.
class Document {
 public:
  explicit Document(const MatchReport& report)
      : surface_(cairo_pdf_surface_create_for_stream(&Append, &bytes_, kPageWidth, kPageHeight)),
        cairo_(cairo_create(surface_.get())),
        page_(cairo_.get()) {
    const std::string title = absl::StrCat("Match ", report.match, ", game ", report.game_number);
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
    // Uses the game's time rather than the file's, so that equal reports give equal bytes.
    const int64_t ended = report.lines.empty() ? 0 : report.lines.back().at_millis;
    const std::string date =
        absl::FormatTime("%Y-%m-%dT%H:%M:%SZ", absl::FromUnixMillis(ended), absl::UTCTimeZone());
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATE_DATE, date.c_str());
  }

  CairoPage& Page() { return page_; }
  void EndPage(const std::string& foot) {
    page_.Text(kPageMargin, kPageHeight - kPageMargin + kStepSize, kStepSize, false, foot);
    cairo_show_page(cairo_.get());
  }
  absl::StatusOr<std::string> Finish() {
    cairo_surface_finish(surface_.get());
    const cairo_status_t status = cairo_status(cairo_.get());
    if (status != CAIRO_STATUS_SUCCESS) {
      return absl::InternalError(absl::StrCat("the report: ", cairo_status_to_string(status)));
    }
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
  const std::unique_ptr<cairo_surface_t, SurfaceDeleter> surface_;
  const std::unique_ptr<cairo_t, CairoDeleter> cairo_;
  CairoPage page_;
};

std::vector<std::pair<std::string, std::string>> HeadOf(const MatchReport& report,
                                                        envs::Palette palette) {
  std::vector<std::pair<std::string, std::string>> head = {
      {"Match", absl::StrCat(report.match, ", game ", report.game_number)},
      {"Game", report.game->Spec().text}};
  for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
    const size_t player = report.seats[0] == seat ? 0 : 1;
    head.emplace_back(
        absl::StrCat("Seat ", Index(seat)),
        absl::StrCat(SeatText(report, seat), ", time used ", TimeText(report.spent[player])));
  }
  for (const std::string& line : AgentLines(report)) {
    head.emplace_back("Agent", line);
  }
  const envs::MatchPlay* const play = report.game->match_play();
  if (std::string key = play == nullptr ? "" : play->ColourKey(palette); !key.empty()) {
    head.emplace_back("Colours", std::move(key));
  }
  if (report.event) {
    head.emplace_back("Tournament", TournamentText(*report.event));
  }
  if (report.start_millis > 0) {
    head.emplace_back("Start", DateText(report.start_millis));
  }
  head.emplace_back("Clock", ClockName(report.clock.kind));
  for (const WrongPause& pause : report.wrong_pauses) {
    head.emplace_back("Pause", WrongPauseText(pause));
  }
  head.emplace_back("Result", ResultText(report.end));
  if (report.end.margin[0] != 0 || report.end.margin[1] != 0) {
    head.emplace_back("Score", absl::StrCat(report.end.margin[0], " : ", report.end.margin[1]));
  }
  if (report.end.tenths) {
    head.emplace_back("Points", PointsText(report.end));
  }
  if (!report.lines.empty()) {
    head.emplace_back("Played", absl::StrCat(DateText(report.lines.front().at_millis), " to ",
                                             DateText(report.lines.back().at_millis)));
  }
  return head;
}

// The first page: players, result and the last picture.
void WriteFront(const MatchReport& report, envs::Palette palette, const ReportStep& last,
                Document* document) {
  constexpr double kIndent = 60;
  constexpr size_t kMaxLines = 4;
  CairoPage& page = document->Page();
  double y = kPageMargin + kTitleSize;
  page.Text(kPageMargin, y, kTitleSize, true,
            absl::StrCat("Report of a game of ", report.game->Spec().name));
  y += kTitleSize;
  for (const auto& [name, value] : HeadOf(report, palette)) {
    page.Text(kPageMargin, y, kTextSize, true, name);
    for (const std::string& line :
         page.Wrapped(value, kTextSize, false, kInside - kIndent, kMaxLines)) {
      page.Text(kPageMargin + kIndent, y, kTextSize, false, line);
      y += kTextSize * kLine;
    }
  }
  const double bottom = kPageHeight - kPageMargin - 2 * kFoot;
  page.Draw(last.scene, {kPageMargin, y, kInside, bottom - y}, kLargestFrontCell);
  page.Text(kPageMargin, bottom + kTextSize, kTextSize, false, last.scene.caption);
}

// Writes one act of the director into its own strip of the page.
void WriteAct(const ToldAct& told, double top, CairoPage* page) {
  double y = top + kTextSize;
  bool first = true;
  for (const std::string& line : ActLines(told)) {
    for (const std::string& part :
         page->Wrapped(line, kTextSize, first, kInside, first ? kReasonLines : 1)) {
      page->Text(kPageMargin, y, kTextSize, first, part);
      y += kTextSize * kLine;
    }
    first = false;
  }
}

std::string ClocksText(const ReportStep& step) {
  return absl::StrCat("player 0 used ", TimeText(step.spent[0]), ", player 1 ",
                      TimeText(step.spent[1]));
}

void WriteStep(const MatchReport& report, const ReportStep& step, const Frame& frame,
               CairoPage* page) {
  const double line = kStepSize * kLine;
  double y = frame.top + kStepSize;
  size_t lines = 0;
  for (const std::string& move : step.lines) {
    for (const std::string& part :
         page->Wrapped(move, kStepSize, true, frame.width, kMoveLines - lines)) {
      page->Text(frame.left, y + static_cast<double>(lines) * line, kStepSize, true, part);
      ++lines;
    }
    if (lines == kMoveLines) {
      break;
    }
  }
  y += static_cast<double>(kMoveLines) * line - kStepSize;
  const double under = frame.top + frame.height - static_cast<double>(kCaptionLines + 1) * line;
  page->Draw(step.scene, {frame.left, y, frame.width, under - y}, kLargestCell);
  y = under + kStepSize;
  for (const std::string& part :
       page->Wrapped(step.scene.caption, kStepSize, false, frame.width, kCaptionLines)) {
    page->Text(frame.left, y, kStepSize, false, part);
    y += line;
  }
  if (report.clock.kind != ClockKind::kNone) {
    page->Text(frame.left, y, kStepSize, false, ClocksText(step));
  }
}

}  // namespace

absl::StatusOr<std::string> ReportPdf(const MatchReport& report, envs::Palette palette) {
  std::vector<ReportStep> steps = StepsOf(report, kMaxSteps);
  for (ReportStep& step : steps) {
    step.scene = envs::InPalette(std::move(step.scene), palette);
  }
  Document document(report);
  constexpr size_t kEach = size_t{kColumns} * kRows;
  const size_t act_pages = (report.acts.size() + kActsOnPage - 1) / kActsOnPage;
  const size_t pages = 1 + act_pages + (steps.size() + kEach - 1) / kEach;
  size_t number = 1;
  const auto end_page = [&] {
    document.EndPage(absl::StrCat("match ", report.match, ", game ", report.game_number, ", page ",
                                  number++, " of ", pages));
  };
  WriteFront(report, palette, steps.back(), &document);
  end_page();
  for (size_t i = 0; i < report.acts.size(); ++i) {
    WriteAct(report.acts[i], kPageMargin + static_cast<double>(i % kActsOnPage) * kActHeight,
             &document.Page());
    if (i + 1 == report.acts.size() || (i + 1) % kActsOnPage == 0) {
      end_page();
    }
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    const auto column = static_cast<double>(i % kColumns);
    const size_t line = i % kEach / kColumns;
    const auto row = static_cast<double>(line);
    WriteStep(report, steps[i],
              {kPageMargin + column * (kStepWidth + kGap), kPageMargin + row * (kStepHeight + kGap),
               kStepWidth, kStepHeight},
              &document.Page());
    if (i + 1 == steps.size() || (i + 1) % kEach == 0) {
      end_page();
    }
  }
  return document.Finish();
}

}  // namespace kvintet::matches
