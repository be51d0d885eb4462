// Makes src/api/generated/ from the service's schemas, with protoc and protobuf-es.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const protos = join(web, "../proto");
const out = join(web, "src/api/generated");

// What the page calls, and what these schemas import.
const wanted = [
  ...["analysis", "catalog", "error", "fit", "game_state", "match", "rules"],
  ...["run", "study", "tournament", "tournament_service"],
];
const known = readdirSync(join(protos, "kvintet_api/v1"));
const files = wanted.map((name) => {
  if (!known.includes(`${name}.proto`)) {
    throw new Error(`proto/kvintet_api/v1/${name}.proto is missing`);
  }
  return `kvintet_api/v1/${name}.proto`;
});

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const plugin = join(web, "node_modules/.bin/protoc-gen-es");
execFileSync(
  "protoc",
  [
    `-I${protos}`,
    `--plugin=protoc-gen-es=${plugin}`,
    `--es_out=${out}`,
    "--es_opt=target=js+dts,import_extension=js",
    ...files,
  ],
  { stdio: "inherit" },
);
