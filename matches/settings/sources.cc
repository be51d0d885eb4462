// MatchTime, MatchSecrets, MatchDealer of the system: see the header.
#include "matches/settings/sources.h"

#include <chrono>
#include <cstring>
#include <vector>

#include <openssl/rand.h>

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"

#include "base/check.h"
#include "base/rng.h"
#include "envs/one_row.h"

namespace kvintet::matches {
namespace {

class SystemTime final : public MatchTime {
 public:
  int64_t Monotonic() const override {
    return Count<std::chrono::microseconds>(std::chrono::steady_clock::now());
  }
  int64_t WallMillis() const override {
    return Count<std::chrono::milliseconds>(std::chrono::system_clock::now());
  }

 private:
  template <typename Unit, typename Point>
  static int64_t Count(Point now) {
    return std::chrono::duration_cast<Unit>(now.time_since_epoch()).count();
  }
};

class SystemSecrets final : public MatchSecrets {
 public:
  void Fill(std::span<unsigned char> bytes) override {
    KVINTET_CHECK_EQ(RAND_bytes(bytes.data(), static_cast<int>(bytes.size())), 1);
  }
};

// Each draw uses its own random stream, so earlier draws reveal nothing about later ones.
class SecretDealer final : public MatchDealer {
 public:
  explicit SecretDealer(MatchSecrets* secrets) : secrets_(secrets) {}

  envs::Action Draw(std::span<const envs::ChanceOutcome> outcomes) override {
    unsigned char bytes[sizeof(uint64_t)];
    secrets_->Fill(bytes);
    uint64_t seed = 0;
    std::memcpy(&seed, bytes, sizeof(seed));
    RandomStream random(seed, 0, 0, Purpose::kChance);
    return envs::DrawOutcome(outcomes, &random);
  }

 private:
  MatchSecrets* const secrets_;
};

}  // namespace

std::string MatchSecrets::Hex(int bytes) {
  std::vector<unsigned char> raw(static_cast<size_t>(bytes));
  Fill(raw);
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(raw.data()), raw.size()));
}

const MatchSources& SystemSources() {
  // Never destroyed: if a process exits without stopping its server, the server may still read the
  // clock.
  static auto* const kTime = new SystemTime();
  static auto* const kSecrets = new SystemSecrets();
  static auto* const kDealer = new SecretDealer(kSecrets);
  static const MatchSources kSources = {kTime, kSecrets, kDealer};
  return kSources;
}

}  // namespace kvintet::matches
