// RedisServer: a Redis server of a test's own, with nothing on disk.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "base/check.h"
#include "tests/support/temp_dir.h"
#include "training/link/redis_connection.h"

extern char** environ;

namespace kvintet::testing {

// A port of this machine that nobody listens on.
inline int FreePort() {
  const int file = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  KVINTET_CHECK(bind(file, generic, size) == 0 && getsockname(file, generic, &size) == 0);
  close(file);
  return ntohs(address.sin_port);
}

class RedisServer {
 public:
  explicit RedisServer(std::vector<std::string> options = {})
      : options_(std::move(options)), port_(FreePort()) {
    Start();
  }
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;
  ~RedisServer() { Kill(); }

  training::RedisAddress Address() const { return {.host = "127.0.0.1", .port = port_}; }

  // SIGKILL. Everything that the server held is lost.
  void Kill() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
      process_ = 0;
    }
  }

  // Starts the server, at the same address as before, and waits until it answers.
  void Start() {
    std::vector<std::string> words = {
        "redis-server", "--port",    std::to_string(port_), "--bind", "127.0.0.1",
        "--save",       "",          "--appendonly",        "no",     "--dir",
        folder_.Path(), "--logfile", folder_.Path("log")};
    words.insert(words.end(), options_.begin(), options_.end());
    std::vector<char*> arguments;
    for (std::string& word : words) {
      arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    KVINTET_CHECK(
        posix_spawnp(&process_, arguments[0], nullptr, nullptr, arguments.data(), environ) == 0);
    training::RedisConnection connection(Address(), 5);
    for (int tries = 0; !connection.Call({"PING"}).ok(); ++tries) {
      KVINTET_CHECK(tries < 1000);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

 private:
  const TempDir folder_;
  const std::vector<std::string> options_;
  const int port_;
  pid_t process_ = 0;
};

}  // namespace kvintet::testing
