// Fuzz target for what may come to a run's --ranks-at: messages between ranks, and the greeting.
#include <array>
#include <string>
#include <vector>

#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "training/network/ranks/rank_greeting.h"
#include "training/network/ranks/rank_line.h"

namespace kvintet::fuzz {
namespace {

using network::RankGreeting;
using network::RankLine;
using network::RankMessage;
using network::RankWord;

const RankGreeting kOwn = {.program = std::string(64, 'a'), .arithmetic = "AVX2"};

// The bytes of messages.
std::string Written(const std::vector<RankMessage>& messages) {
  std::array<int, 2> ends = {};
  KVINTET_CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  {
    RankLine line(ends[0]);
    for (const RankMessage& message : messages) {
      KVINTET_CHECK(line.Send(message.word, message.bytes).ok());
    }
  }
  std::string bytes(1 << 16, '\0');
  bytes.resize(static_cast<size_t>(recv(ends[1], bytes.data(), bytes.size(), 0)));
  close(ends[1]);
  return bytes;
}

}  // namespace

std::vector<std::string> SoundInputs() {
  const std::string greeting = PackGreeting(kOwn);
  return {greeting, Written({{.word = RankWord::kHello, .bytes = greeting}}),
          Written({{.word = RankWord::kReady, .bytes = "12345678"},
                   {.word = RankWord::kNote, .bytes = std::string("key\0note", 8)},
                   {.word = RankWord::kJoined}})};
}

void TryInput(std::string_view input) {
  const absl::string_view bytes(input.data(), input.size());
  KVINTET_CHECK(CheckGreeting(bytes, kOwn).ok() == (bytes == PackGreeting(kOwn)));
  std::array<int, 2> ends = {};
  KVINTET_CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  // More would not fit the socket.
  const absl::string_view sent = bytes.substr(0, 1 << 14);
  KVINTET_CHECK_EQ(send(ends[0], sent.data(), sent.size(), 0), static_cast<ssize_t>(sent.size()));
  close(ends[0]);
  RankLine line(ends[1]);
  std::vector<RankMessage> heard;
  while (true) {
    auto message = line.TryHear();
    if (!message.ok()) {
      break;
    }
    KVINTET_CHECK(message->has_value());
    heard.push_back(**std::move(message));
  }
  const std::string again = Written(heard);
  KVINTET_CHECK(sent.substr(0, again.size()) == again);
}

}  // namespace kvintet::fuzz
