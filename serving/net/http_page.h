// HttpPage: answers GET requests with texts, for programs on this machine that watch ours.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <thread>

#include "serving/net/listener.h"

namespace kvintet::serving {

// An answer: a status line's number, and plain text.
struct HttpAnswer {
  int code = 200;
  std::string text = {};
};

// HTTP/1.0, one request a connection, one connection after the other, each for at most two seconds.
// One thread of its own.
class HttpPage {
 public:
  // By path: "/metrics". The functions are called by the page's thread.
  using Pages = std::map<std::string, std::function<HttpAnswer()>>;

  HttpPage(Listener listener, Pages pages);
  ~HttpPage();

  const ListenAddress& Address() const { return listener_.Address(); }

 private:
  void Run();
  void Serve(int descriptor) const;
  HttpAnswer AnswerTo(const std::string& request) const;

  const Listener listener_;
  const Pages pages_;
  // Written to end the thread; its other end is polled.
  int stop_[2];
  std::jthread thread_;
};

}  // namespace kvintet::serving
