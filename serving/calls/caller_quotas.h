// CallerQuotas: counts and limits what each caller uses.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"

#include "proto/quotas.pb.h"

namespace kvintet::serving {

// What a call uses of its caller's quota. Plain calls use a place, analysis also uses evaluations,
// and streams also use a place among the streams.
enum class CallKind { kPlain, kAnalysis, kStream };

// The kind by method, e.g. "kvintet.v1.AnalysisService/Analyze".
CallKind KindOf(const std::string& method);

// A caller's call in progress. Thread-safe.
class CallerPlace {
 public:
  virtual ~CallerPlace() = default;
  virtual void Spend(int evaluations) = 0;
};

// Evaluations come from a token bucket that refills at a fixed rate per second. A call that uses
// evaluations is admitted while the bucket is not empty, and may then overdraw it. In the long run
// a caller gets the rate, and no call is cut short. Thread-safe.
class CallerQuotas {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // `now` is the clock; tests replace it.
  explicit CallerQuotas(Quotas quotas, std::function<Time()> now = &std::chrono::steady_clock::now);

  // Admits a call, or QUOTA with the delay before a retry. `token` is the name of the caller's
  // token, or empty. The place must not outlive the quotas.
  absl::StatusOr<std::unique_ptr<CallerPlace>> Enter(const std::string& token,
                                                     const std::string& address, CallKind kind);

  // The number of callers that are using something or used something recently.
  size_t Callers() const;

 private:
  class Place;
  struct Use {
    const Quota* quota = nullptr;
    int calls = 0;
    int streams = 0;
    // The content of the bucket at the time `since`.
    double evaluations = 0;
    Time since = {};
  };
  using Uses = std::map<std::string, Use>;
  const Quota& QuotaOf(const std::string& token) const;
  // REQUIRES for the functions below: mutex_ is held.
  static void Fill(Use* use, Time now);
  static absl::Status Check(const Use& use, CallKind kind);
  void ForgetIdle(Time now);

  const Quotas quotas_;
  const std::function<Time()> now_;
  mutable std::mutex mutex_;
  // Guarded by mutex_. "token NAME" or "address ADDRESS".
  Uses uses_;
  size_t sweep_at_;
};

// An address without its port: "ipv4:127.0.0.1" for gRPC's "ipv4:127.0.0.1:4711", "unix" for a Unix
// socket.
std::string AddressOf(const std::string& peer);

}  // namespace kvintet::serving
