// HttpPage: answers GET requests with text, for monitoring programs on this machine.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <thread>

#include "serving/net/listener.h"

namespace kvintet::serving {

// An answer: the HTTP status code, and plain text.
struct HttpAnswer {
  int code = 200;
  std::string text = {};
};

// Speaks HTTP/1.0, one request per connection and one connection at a time, each for at most two
// seconds. Runs its own thread.
class HttpPage {
 public:
  // By path, e.g. "/metrics". The functions are called by the page's thread.
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
  // A byte written to this pipe ends the thread, which polls the other end.
  int stop_[2];
  std::jthread thread_;
};

}  // namespace kvintet::serving
