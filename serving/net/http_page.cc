// HttpPage: see the header.
#include "serving/net/http_page.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/check.h"

namespace kvintet::serving {
namespace {

constexpr size_t kMaxBytes = 8192;
constexpr int kSeconds = 2;
// Pause while no file descriptor is left.
constexpr int kPauseMs = 100;

std::string StatusLine(int code) {
  switch (code) {
    case 200:
      return "200 OK";
    case 400:
      return "400 Bad Request";
    case 404:
      return "404 Not Found";
    case 405:
      return "405 Method Not Allowed";
    default:
      return "503 Service Unavailable";
  }
}

// Reads until the end of the header; empty if that does not arrive in time.
std::string ReadRequest(int descriptor) {
  std::string request;
  char part[1024];
  while (request.size() < kMaxBytes) {
    const ssize_t bytes = recv(descriptor, part, sizeof part, 0);
    if (bytes <= 0) {
      return "";
    }
    request.append(part, static_cast<size_t>(bytes));
    if (absl::StrContains(request, "\r\n\r\n") || absl::StrContains(request, "\n\n")) {
      return request;
    }
  }
  return "";
}

void WriteAll(int descriptor, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t bytes = send(descriptor, text.data(), text.size(), MSG_NOSIGNAL);
    if (bytes <= 0) {
      return;
    }
    text.remove_prefix(static_cast<size_t>(bytes));
  }
}

}  // namespace

HttpPage::HttpPage(Listener listener, Pages pages)
    : listener_(std::move(listener)), pages_(std::move(pages)) {
  KVINTET_CHECK(pipe2(stop_, O_CLOEXEC) == 0);
  thread_ = std::jthread([this] { Run(); });
}

HttpPage::~HttpPage() {
  const char word = 0;
  KVINTET_CHECK(write(stop_[1], &word, 1) == 1);
  thread_.join();
  close(stop_[0]);
  close(stop_[1]);
}

void HttpPage::Run() {
  while (true) {
    pollfd polled[] = {{.fd = listener_.Descriptor(), .events = POLLIN, .revents = 0},
                       {.fd = stop_[0], .events = POLLIN, .revents = 0}};
    poll(polled, std::size(polled), -1);
    if (polled[1].revents != 0) {
      return;
    }
    const int descriptor = accept4(listener_.Descriptor(), nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) {
      poll(nullptr, 0, kPauseMs);
      continue;
    }
    Serve(descriptor);
    close(descriptor);
  }
}

void HttpPage::Serve(int descriptor) const {
  const timeval patience = {.tv_sec = kSeconds, .tv_usec = 0};
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const HttpAnswer answer = AnswerTo(ReadRequest(descriptor));
  WriteAll(descriptor,
           absl::StrCat("HTTP/1.0 ", StatusLine(answer.code),
                        "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8"
                        "\r\nContent-Length: ",
                        answer.text.size(), "\r\nConnection: close\r\n\r\n", answer.text));
  shutdown(descriptor, SHUT_WR);
}

HttpAnswer HttpPage::AnswerTo(const std::string& request) const {
  const std::vector<std::string> words =
      absl::StrSplit(request.substr(0, request.find_first_of("\r\n")), ' ');
  if (words.size() != 3 || !absl::StartsWith(words[2], "HTTP/1.")) {
    return {.code = 400, .text = "wanted an HTTP/1 request\n"};
  }
  if (words[0] != "GET") {
    return {.code = 405, .text = "wanted GET\n"};
  }
  const auto page = pages_.find(words[1].substr(0, words[1].find('?')));
  if (page == pages_.end()) {
    return {.code = 404, .text = "there is no such page\n"};
  }
  return page->second();
}

}  // namespace kvintet::serving
