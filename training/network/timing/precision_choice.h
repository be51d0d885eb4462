// PrecisionChooser: chooses the precision of a network and its fp32 convolutions on this machine,
// and says why.
//
// Does not try bf16 if oneDNN has no fast path for it on the processor. Otherwise one short trial
// decides for all networks of a width. The machine remembers the result, so the choice stays the
// same whatever the load.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <absl/status/statusor.h>

#include "training/network/files/model_file.h"
#include "training/network/timing/precision_trial.h"
#include "training/network/timing/trial_memory.h"
#include "training/network/tower/network.h"
#include "training/network/tower/precision.h"
#include "training/network/tower/processor.h"

namespace kvintet::network {

// The precision to use, and the reason as a line for people.
struct PrecisionChoice {
  Precision precision = Precision::kFp32;
  std::string why;
};

// The same for convolutions in fp32.
struct ConvolutionChoice {
  Convolution convolution = Convolution::kDirect;
  std::string why;
};

// "bf16 has no fast path on this processor (AVX2)"; empty if the format has one, as on GPUs.
std::string WhySlow(const NetworkOptions& options, const Processor& processor = ThisProcessor());

// Any thread.
class PrecisionChooser {
 public:
  // TimePrecisions by default. Tests count the calls here.
  using Trial = std::function<absl::StatusOr<TrialRates>(const Device& device, int channels)>;

  // Results of trials on the CPU are remembered in `file`, unless its path is empty.
  PrecisionChooser(Processor processor, std::string file, Trial trial = &TimePrecisions);

  // The chooser for this machine, shared by the whole program. It remembers results in TrialFile().
  static PrecisionChooser& Shared();

  // bf16 if it is at least a tenth faster than fp32 with this convolution, and if the model's
  // results and policies hardly differ: on made-up rows the distributions of the two share 98 % of
  // their probability, in the mean over rows. If no trial of this width is remembered, makes one
  // now. Trials on a GPU are kept for this program only. A precision that fails is not chosen.
  // Fails if the model cannot be computed in fp32.
  absl::StatusOr<PrecisionChoice> Choose(const Model& model, const Device& device,
                                         Convolution convolution = Convolution::kDirect);

  // kWinograd if the model can be computed that way and it is at least a tenth faster; trials as
  // above. kDirect if they fail.
  ConvolutionChoice ChooseConvolution(const Model& model, const Device& device);

 private:
  // The result of a trial, and its origin.
  struct Tried {
    absl::StatusOr<TrialRates> rates;
    std::string source;
  };

  // Looks up the result, or makes a trial.
  const Tried& TriedBefore(const Device& device, int channels);
  Tried TryOnProcessor(const Device& device, int channels) const;
  absl::StatusOr<TrialRates> TryNow(const Device& device, int channels) const;

  const Processor processor_;
  const TrialMemory memory_;
  const Trial trial_;

  // Held during a trial, so that no other thread starts a second one or disturbs it.
  std::mutex mutex_;
  // By device and channels. Guarded by mutex_. Entries never change.
  std::map<std::pair<std::string, int>, Tried> tried_;
};

}  // namespace kvintet::network
