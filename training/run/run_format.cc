// RunFormat: see the header.
#include "training/run/run_format.h"

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "training/network/network_config.h"
#include "training/network/timing/precision_choice.h"

namespace kvintet::training {
namespace {

using network::Precision;

Precision Named(const std::string& name) {
  return name == network::PrecisionName(Precision::kBf16) ? Precision::kBf16 : Precision::kFp32;
}

network::Convolution NamedConvolution(const std::string& name) {
  return name == network::ConvolutionName(network::Convolution::kWinograd)
             ? network::Convolution::kWinograd
             : network::Convolution::kDirect;
}

std::string NameOf(Precision precision) { return std::string(network::PrecisionName(precision)); }

absl::StatusOr<RunFormat> Kept(const std::string& text, const std::string& path,
                               const Config& config) {
  RunFormat format;
  KVINTET_ASSIGN_OR_RETURN(format.playing.device, network::ParseDevice(config.network().device()));
  KVINTET_ASSIGN_OR_RETURN(const Json json, ParseJson(text, path));
  KVINTET_ASSIGN_OR_RETURN(const std::string playing, JsonMember<std::string>(json, "precision"));
  format.playing.precision = Named(playing);
  format.learning = format.playing.precision;
  // Older runs only know direct convolutions.
  if (json.contains("convolution")) {
    KVINTET_ASSIGN_OR_RETURN(const std::string convolution,
                             JsonMember<std::string>(json, "convolution"));
    format.playing.convolution = NamedConvolution(convolution);
  }
  // Older runs learn in the precision of their evaluations.
  if (json.contains("learner_precision")) {
    KVINTET_ASSIGN_OR_RETURN(const std::string learning,
                             JsonMember<std::string>(json, "learner_precision"));
    format.learning = Named(learning);
  }
  if (const std::string slow = network::WhySlow(format.playing); !slow.empty()) {
    LogWarning("training", "the run keeps a precision that is slow here", {{"why", slow}});
  }
  return format;
}

Precision LearningPrecision(NetworkConfig::Precision configured, Precision playing) {
  switch (configured) {
    case NetworkConfig::FP32:
      return Precision::kFp32;
    case NetworkConfig::BF16:
      return Precision::kBf16;
    default:
      return playing;
  }
}

}  // namespace

absl::StatusOr<RunFormat> FormatOfRun(const std::string& directory, const Config& config,
                                      const network::Model& model) {
  const std::string path = directory + "/run.json";
  const absl::StatusOr<std::string> kept = ReadFile(path);
  if (kept.ok()) {
    return Kept(*kept, path, config);
  }
  KVINTET_ASSIGN_OR_RETURN(const network::FormatChoice chosen,
                           network::ChooseFormat(model, config.network()));
  const RunFormat format = {
      .playing = chosen.options,
      .learning = LearningPrecision(config.learner().precision(), chosen.options.precision)};
  const std::string playing = NameOf(format.playing.precision);
  const std::string learning = NameOf(format.learning);
  LogInfo("training", "precision chosen",
          {{"precision", playing}, {"learner_precision", learning}, {"why", chosen.reason}});
  const Json json = {
      {"precision", playing},
      {"learner_precision", learning},
      {"convolution", std::string(network::ConvolutionName(format.playing.convolution))},
      {"device", network::DeviceName(format.playing.device)},
      {"why", chosen.reason}};
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(path, ToJsonLine(json) + "\n"));
  return format;
}

}  // namespace kvintet::training
