// A stand-in for the server's own HTTP door while the page is developed: serves dist/ with the
// strict policy of the real door, and passes Connect calls on to a running gRPC service.
//
// node dev/proxy.mjs [PORT] [http://HOST:PORT of the gRPC service]
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { ConnectError, createClient } from "@connectrpc/connect";
import { connectNodeAdapter, createGrpcTransport } from "@connectrpc/connect-node";
import { AnalysisService } from "../src/api/generated/kvintet_api/v1/analysis_pb.js";
import { CatalogService } from "../src/api/generated/kvintet_api/v1/catalog_pb.js";
import { MatchService } from "../src/api/generated/kvintet_api/v1/match_pb.js";
import { RulesService } from "../src/api/generated/kvintet_api/v1/rules_pb.js";
import { RunService } from "../src/api/generated/kvintet_api/v1/run_pb.js";
import { StudyService } from "../src/api/generated/kvintet_api/v1/study_pb.js";

const port = Number(process.argv[2] ?? 8080);
const service = process.argv[3] ?? "http://127.0.0.1:50051";
const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), "dist");
const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};
const policy = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const transport = createGrpcTransport({ baseUrl: service });

// An error without the headers of the gRPC answer that it came in.
function bare(error) {
  const known = ConnectError.from(error);
  const { rawMessage, code, details } = known;
  const clean = new ConnectError(rawMessage, code);
  clean.details = details;
  return clean;
}

async function* streamed(stream) {
  try {
    yield* stream;
  } catch (error) {
    throw bare(error);
  }
}

// Passes every method on, with the caller's token and cancellation.
function forward(router, definition) {
  const client = createClient(definition, transport);
  const methods = {};
  for (const { localName, methodKind } of definition.methods) {
    methods[localName] = (request, context) => {
      const headers = new Headers();
      const token = context.requestHeader.get("authorization");
      if (token) headers.set("authorization", token);
      const answer = client[localName](request, { headers, signal: context.signal });
      return methodKind === "unary"
        ? answer.catch((error) => Promise.reject(bare(error)))
        : streamed(answer);
    };
  }
  router.service(definition, methods);
}

const services = [
  AnalysisService,
  CatalogService,
  MatchService,
  RulesService,
  RunService,
  StudyService,
];

const call = connectNodeAdapter({
  routes(router) {
    for (const definition of services) {
      forward(router, definition);
    }
  },
  fallback: sendFile,
});

// A file of the bundle; every other path is the page itself, which reads the path.
function sendFile(request, response) {
  const path = normalize(new URL(request.url, "http://page").pathname);
  const file = join(dist, path);
  const found = existsSync(file) && statSync(file).isFile();
  const sent = found ? file : join(dist, "index.html");
  response.writeHead(existsSync(sent) ? 200 : 404, {
    "content-security-policy": policy,
    "content-type": types[extname(sent)] ?? "application/octet-stream",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  if (existsSync(sent)) createReadStream(sent).pipe(response);
  else response.end("build the page first: npm run build");
}

createServer(call).listen(port, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${port} for ${service}\n`);
});
