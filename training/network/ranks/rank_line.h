// RankLine: the messages between the first rank and a further one, over a stream socket; internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

namespace kvintet::network {

// What a message says.
enum class RankWord : uint32_t {
  // From a further rank: who it is (RankGreeting), before anything else.
  kHello = 1,
  // The answer to kGather: its number.
  kReady,
  // While a group meets: a note for the others (key and value), or the key of one that it wants.
  kNote,
  kAsk,
  // It is in the group, or why it is not.
  kJoined,
  kFailed,
  // From the first rank: it may stay, or why not.
  kWelcome,
  kRefused,
  // Leave the group, if in any; a number to be repeated.
  kGather,
  // Meet the others in a group: a MeetingCall.
  kMeet,
  // The note that was asked for.
  kAnswer,
  // Take a step: the size of the batch that comes through the group.
  kStep,
  // The run is over.
  kEnd,
};

// A message: its word, and what else that word needs.
struct RankMessage {
  RankWord word = RankWord::kHello;
  std::string bytes = {};
};

// One end of a line. It never sends or reads more than 64 KiB at a time, and trusts nothing that it
// reads. One thread at a time.
class RankLine {
 public:
  static constexpr size_t kMostBytes = 64 << 10;

  // Takes over an open socket.
  explicit RankLine(int socket) : socket_(socket) {}
  ~RankLine();
  RankLine(const RankLine&) = delete;
  RankLine& operator=(const RankLine&) = delete;

  // Sends without waiting. Unavailable if the line is lost, or full because nobody reads.
  absl::Status Send(RankWord word, absl::string_view bytes = {});

  // A message that has come as a whole, if any; never waits. Unavailable if the line is lost,
  // InvalidArgument if what comes is none of our messages; both are final.
  absl::StatusOr<std::optional<RankMessage>> TryHear();

  // Waits for a message. DeadlineExceeded after this many seconds (negative: never), Cancelled if
  // asked to stop, otherwise as TryHear.
  absl::StatusOr<RankMessage> Hear(double seconds, const std::stop_token& stop = {});

  // The next message heard is this one again. REQUIRES: not twice in a row.
  void PutBack(RankMessage message) { put_back_ = std::move(message); }

  // Whether the other end has closed it, as far as known here, or it is lost.
  bool IsClosed() const;

  int Socket() const { return socket_; }

 private:
  // Takes the first message out of read_, if it is whole.
  absl::StatusOr<std::optional<RankMessage>> TakeWhole();

  const int socket_;
  std::string read_;
  std::optional<RankMessage> put_back_;
};

}  // namespace kvintet::network
