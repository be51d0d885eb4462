// MeetingDesk: see the header.
#include "training/network/ranks/meeting_desk.h"

#include <algorithm>
#include <chrono>

#include <absl/strings/str_cat.h>

#include "base/status_macros.h"

namespace kvintet::network {
namespace {

using Clock = std::chrono::steady_clock;

// No part of a key.
constexpr char kEndOfKey = '\0';
// Meetings are rare and short, so the desk just looks around all the time.
constexpr std::chrono::milliseconds kPause{1};
constexpr int kMostAtOnce = 64;

}  // namespace

MeetingDesk::MeetingDesk(const std::vector<FurtherRank*>& ranks, double seconds,
                         MeetingBoard* board)
    : seconds_(seconds), board_(board) {
  for (FurtherRank* const rank : ranks) {
    visitors_.push_back({.rank = rank});
  }
  thread_ = std::jthread([this](const std::stop_token& stop) { Serve(stop); });
}

absl::Status MeetingDesk::Finish() {
  thread_.join();
  return end_;
}

void MeetingDesk::Serve(const std::stop_token& stop) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds_);
  while (!std::ranges::all_of(visitors_, &Visitor::has_joined)) {
    for (Visitor& visitor : visitors_) {
      end_.Update(Attend(&visitor));
    }
    if (end_.ok() && Clock::now() >= end) {
      end_ = absl::UnavailableError("a rank has not met the others in time");
    }
    if (!end_.ok()) {
      board_->Close(end_);
      return;
    }
    if (stop.stop_requested()) {
      return;
    }
    std::this_thread::sleep_for(kPause);
  }
}

absl::Status MeetingDesk::Attend(Visitor* visitor) {
  RankLine& line = visitor->rank->Line();
  for (int i = 0; i < kMostAtOnce; ++i) {
    const absl::StatusOr<std::optional<RankMessage>> message = line.TryHear();
    if (!message.ok()) {
      return absl::UnavailableError(message.status().message());
    }
    if (!*message) {
      break;
    }
    KVINTET_RETURN_IF_ERROR(Take(visitor, **message));
  }
  absl::Status sent;
  std::erase_if(visitor->wanted, [&](const std::string& key) {
    const std::optional<std::string> note = board_->Find(key);
    if (note) {
      sent.Update(line.Send(RankWord::kAnswer, *note));
    }
    return note.has_value();
  });
  return sent;
}

absl::Status MeetingDesk::Take(Visitor* visitor, const RankMessage& message) {
  switch (message.word) {
    case RankWord::kNote: {
      const size_t end = std::min(message.bytes.find(kEndOfKey), message.bytes.size());
      return board_->Leave(message.bytes.substr(0, end),
                           message.bytes.substr(std::min(end + 1, message.bytes.size())));
    }
    case RankWord::kAsk:
      visitor->wanted.push_back(message.bytes);
      return absl::OkStatus();
    case RankWord::kJoined:
      visitor->has_joined = true;
      return absl::OkStatus();
    case RankWord::kFailed:
      return absl::UnavailableError(absl::StrCat("a rank says: ", message.bytes));
    default:
      // Left from before the meeting.
      return absl::OkStatus();
  }
}

std::string PackNote(absl::string_view key, absl::string_view note) {
  return absl::StrCat(key, absl::string_view(&kEndOfKey, 1), note);
}

}  // namespace kvintet::network
