// Bodies by name: see the header.
#include "training/network/tower/body.h"

#include "base/status_macros.h"

namespace kvintet::network {
namespace {

// Created on first use, because bodies register in unspecified order before main.
PartRegistry<BodyEntry>& Bodies() {
  static auto* bodies = new PartRegistry<BodyEntry>("network.body");
  return *bodies;
}

Part<BodyEntry> Find(const NetworkSize& size) {
  absl::StatusOr<Part<BodyEntry>> body = Bodies().Find(size.body);
  KVINTET_CHECK(body.ok());
  return *std::move(body);
}

}  // namespace

bool RegisterBody(const std::string& name, const BodyEntry& entry) {
  return Bodies().Add(name, entry);
}

absl::StatusOr<std::string> FullBodyText(const std::string& text) {
  KVINTET_ASSIGN_OR_RETURN(const Part<BodyEntry> body, Bodies().Find(text));
  return body.Text();
}

bool BodyHasWinograd(const NetworkSize& size) { return Find(size).entry->winograd; }

void AddBodyLayers(const NetworkShape& shape, const NetworkSize& size, LayoutBuilder* layout) {
  const Part<BodyEntry> body = Find(size);
  body.entry->add_layers(shape, size, body.options, layout);
}

std::unique_ptr<Body> MakeBody(const NetworkShape& shape, const NetworkSize& size,
                               LayerReader* reader) {
  const Part<BodyEntry> body = Find(size);
  return body.entry->make(shape, size, body.options, reader);
}

}  // namespace kvintet::network
