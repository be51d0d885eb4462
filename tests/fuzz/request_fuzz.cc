// Fuzz target for requests of every method of the service, as bytes and as messages with changed
// fields.
//
// The first byte selects the method. The second selects the form: `r` means that the rest is the
// request's bytes; `s` means four bytes that select a change, followed by a valid request.
#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/reports/log.h"
#include "base/rng.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/service/inputs/answer_check.h"
#include "tests/service/inputs/request_mutation.h"
#include "tests/service/inputs/sound_requests.h"

namespace kvintet::fuzz {
namespace {

using testing::AnyMethod;
using testing::SoundRoom;

constexpr char kRaw = 'r';
constexpr char kSound = 's';
constexpr size_t kSeedBytes = 4;
// After this many requests a new server is started, since matches end and their number grows.
constexpr int kServersRequests = 4096;

SoundRoom& Room() {
  static auto* const kRoom = new std::unique_ptr<SoundRoom>();
  // Models that are not loaded and texts that are not UTF-8 would only fill the log.
  [[maybe_unused]] static const auto* const kLog =
      new ScopedLogSink([](LogLevel, absl::string_view) {});
  [[maybe_unused]] static const auto* const kSilence = new google::protobuf::LogSilencer();
  static int requests = 0;
  if (requests++ % kServersRequests == 0) {
    kRoom->reset();
    *kRoom = std::make_unique<SoundRoom>();
  }
  return **kRoom;
}

// The request's bytes, with the room's ids and tokens filled in.
std::string Filled(const SoundRoom& room, const AnyMethod& method, const std::string& bytes) {
  const auto message = testing::EmptyRequest(method);
  if (bytes.find('$') == std::string::npos || !message->ParseFromString(bytes)) {
    return bytes;
  }
  room.Fill(message.get());
  return message->SerializePartialAsString();
}

std::string Changed(const SoundRoom& room, const AnyMethod& method, std::string_view input) {
  uint32_t seed = 0;
  std::memcpy(&seed, input.data(), kSeedBytes);
  RandomStream random(seed, 0, 0, Purpose::kTest);
  const auto message = testing::EmptyRequest(method);
  if (!message->ParseFromString(std::string(input.substr(kSeedBytes)))) {
    return std::string(input);
  }
  // With seed 0 the request is sent unchanged.
  if (seed != 0) {
    testing::MutateRequest(&random, message.get());
  }
  room.Fill(message.get());
  return seed == 0 ? message->SerializeAsString() : testing::MutatedBytes(&random, *message);
}

}  // namespace

std::vector<std::string> SoundInputs() {
  std::vector<std::string> inputs;
  const auto& methods = testing::AllMethods();
  for (const auto& request : testing::SoundRequests()) {
    const auto at = std::find(methods.begin(), methods.end(), request.method) - methods.begin();
    const auto method = static_cast<char>(at);
    const std::string bytes = request.message->SerializeAsString();
    inputs.push_back(std::string{method, kRaw} + bytes);
    for (const char seed : {'\0', '\1', '\2', '\3'}) {
      std::string& input = inputs.emplace_back(std::string{method, kSound});
      input.append(kSeedBytes - 1, '\0').append(1, seed).append(bytes);
    }
  }
  return inputs;
}

void TryInput(std::string_view input) {
  if (input.size() < 2 + kSeedBytes) {
    return;
  }
  SoundRoom& room = Room();
  const auto& methods = testing::AllMethods();
  const AnyMethod& method = *methods[static_cast<unsigned char>(input[0]) % methods.size()];
  const std::string request = input[1] == kSound
                                  ? Changed(room, method, input.substr(2))
                                  : Filled(room, method, std::string(input.substr(2)));
  const absl::Status sound = testing::CheckAnswer(method, request, SoundRoom::kMaxRequestBytes,
                                                  room.Call(method, request));
  if (!sound.ok()) {
    std::fprintf(stderr, "%s: %s\n", testing::NameOf(method).c_str(), sound.ToString().c_str());
  }
  KVINTET_CHECK(sound.ok());
}

}  // namespace kvintet::fuzz
