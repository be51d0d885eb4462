// Document: see the header.
#include "cli/pages/document.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include "cli/pages/embedded.h"

namespace kvintet::cli {

std::string HtmlDocument(const DocumentText& text, const std::string& body) {
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>",
      Escaped(text.title), "</title>\n<style>\n", kDocumentCss, "</style></head>\n<body><h1>",
      Escaped(text.heading.empty() ? text.title : text.heading), "</h1>\n", body,
      text.script.empty() ? "" : absl::StrCat("<script>\n", text.script, "</script>\n"),
      "</body></html>\n");
}

std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(text,
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

std::string SentenceHtml(const std::string& text) {
  return absl::StrReplaceAll(Escaped(text), {{" %", "&#160;%"}});
}

std::string TableHtml(const Table& rows, size_t headings) {
  std::string html = "<table>";
  for (size_t i = 0; i < rows.size(); ++i) {
    const char* const tag = i < headings ? "th" : "td";
    html += "<tr>";
    for (const std::string& cell : rows[i]) {
      absl::StrAppend(&html, "<", tag, ">", SentenceHtml(cell), "</", tag, ">");
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

std::string DetailsHtml(const std::string& summary, const std::string& html, bool open) {
  return absl::StrCat("<details", open ? " open" : "", "><summary>", Escaped(summary),
                      "</summary>\n", html, "</details>\n");
}

}  // namespace kvintet::cli
