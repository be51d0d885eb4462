// Document: the frame and the common parts of every HTML page that this program writes.
#pragma once

#include <string>
#include <vector>

namespace kvintet::cli {

// What a page has besides its body.
struct DocumentText {
  std::string title = {};
  // The heading on the page; empty: the title.
  std::string heading = {};
  // JavaScript that runs once the body is there.
  std::string script = {};
};
// A whole page around `body`, which is HTML. The page has the style sheet document.css and names no
// address, so that it needs no network.
std::string HtmlDocument(const DocumentText& text, const std::string& body);

// Text escaped for an element or an attribute.
std::string Escaped(const std::string& text);
// A sentence as HTML, with no line break between a number and its "%".
std::string SentenceHtml(const std::string& text);

// Cells in plain text.
using Row = std::vector<std::string>;
using Table = std::vector<Row>;
// The first `headings` rows are headings.
std::string TableHtml(const Table& rows, size_t headings = 1);

// HTML that a click on its summary shows and hides.
std::string DetailsHtml(const std::string& summary, const std::string& html, bool open = false);

}  // namespace kvintet::cli
