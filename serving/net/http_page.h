// HttpPage: answers GET requests with text, for monitoring programs on this machine.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "serving/net/listener.h"

namespace kvintet::serving {

// An answer: the HTTP status code, and plain text.
struct HttpAnswer {
  unsigned code = 200;
  std::string text = {};
};

// Speaks HTTP/1.1, one request per connection and at most 16 connections at a time; others wait. A
// connection is closed two seconds after it was accepted, whether it has been answered or not. Runs
// its own thread.
class HttpPage {
 public:
  // By path, e.g. "/metrics". The functions are called by the page's thread.
  using Pages = std::map<std::string, std::function<HttpAnswer()>>;

  HttpPage(Listener listener, Pages pages);
  ~HttpPage();

  const ListenAddress& Address() const;

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace kvintet::serving
