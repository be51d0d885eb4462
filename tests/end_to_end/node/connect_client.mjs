// connect_client: calls every public method of the service with the stock client of the Connect
// protocol, in both forms.
//
// usage: node connect_client.mjs URL API_BINPB. Prints what it got, a line of JSON for each form.
import { readFileSync } from "node:fs";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { playMatch, runTournament } from "./connect_matches.mjs";

const [url, api] = process.argv.slice(2);
const schemas = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(api)));
// Operators have a socket of their own.
const services = [...schemas].filter(
  ({ kind, name }) => kind === "service" && name !== "AdminService",
);
const state = { game: "tic_tac_toe" };

// The error with which a call fails.
async function errorOf(call) {
  try {
    await call;
  } catch (error) {
    return ConnectError.from(error);
  }
  throw new Error("the call has not failed");
}

async function all(stream) {
  const messages = [];
  for await (const message of stream) {
    messages.push(message);
  }
  return messages;
}

// What the catalog, the rules and the analysis answer.
async function study({ Catalog, Rules, Analysis }) {
  const { games } = await Catalog.listGames({});
  const { game } = await Catalog.getGame({ game: "renju" });
  const { models } = await Catalog.listModels({});
  const { moves } = await Rules.listMoves({ state });
  const applied = await Rules.apply({ state, move: "b2" });
  const { description } = await Rules.describe({ state: applied.state });
  const { evaluations } = await Analysis.evaluate({ states: [state, applied.state] });
  const chosen = await Analysis.chooseMove({ state, simulations: 16 });
  const searched = await all(Analysis.analyze({ state, simulations: 64 }));
  const reviewed = await all(Analysis.analyzeGame({ state: applied.state, simulations: 16 }));
  // A stream that would go on, given up after its first message.
  const given = new AbortController();
  for await (const _ of Analysis.analyze({ state }, { signal: given.signal })) {
    break;
  }
  given.abort();
  return {
    games: games.length,
    game: game.name,
    models: models.length,
    moves: moves.map(({ text }) => text),
    record: description.seatRecord,
    evaluations: evaluations.length,
    chosen: chosen.move,
    move: searched.at(-1).move,
    reviewed: reviewed.map(({ what }) => what.case),
  };
}

// What runs and studies show.
async function reports({ Run, Study }) {
  const { runs } = await Run.listRuns({});
  const { state } = await Run.getRun({ run: runs[0].run });
  const watching = new AbortController();
  let watched;
  for await (const news of Run.watchRun({ run: runs[0].run }, { signal: watching.signal })) {
    watched = news.state;
    break;
  }
  watching.abort();
  const { studies } = await Study.listStudies({});
  const { summary } = await Study.getStudy({ study: studies[0].study });
  return {
    runs: runs.map(({ run }) => run),
    games: Number(state.summary.games),
    watched: Number(watched.summary.games),
    studies: studies.map(({ study }) => study),
    reported: summary.reported,
  };
}

// How calls are refused.
async function refusals({ Rules, Analysis }, open) {
  const unknown = await errorOf(Rules.describe({ state: { game: "chess" } }));
  const missing = await errorOf(Analysis.analyze({})[Symbol.asyncIterator]().next());
  const late = await errorOf(Analysis.chooseMove({ state, simulations: 10000 }, { timeoutMs: 1 }));
  const admin = await errorOf(open(schemas.getService("kvintet.v1.AdminService")).drain({}));
  return {
    unknown: [Code[unknown.code], unknown.details.map(({ type }) => type)],
    missing: [Code[missing.code], missing.details.map(({ type }) => type)],
    late: Code[late.code],
    admin: Code[admin.code],
  };
}

for (const useBinaryFormat of [false, true]) {
  const transport = createConnectTransport({ baseUrl: url, httpVersion: "1.1", useBinaryFormat });
  const open = (service) => createClient(service, transport);
  const called = new Set();
  // A client that notes which methods are called.
  const noting = (service) =>
    new Proxy(open(service), {
      get: (client, method) => {
        return (...request) => {
          called.add(`${service.name}/${method}`);
          return client[method](...request);
        };
      },
    });
  const clients = Object.fromEntries(
    services.map((service) => [service.name.replace("Service", ""), noting(service)]),
  );
  console.log(
    JSON.stringify({
      ...(await study(clients)),
      ...(await refusals(clients, open)),
      reports: await reports(clients),
      match: await playMatch(clients),
      tournament: await runTournament(clients, async (call) => Code[(await errorOf(call)).code]),
      uncalled: services.flatMap(({ name, methods }) =>
        methods.map(({ localName }) => `${name}/${localName}`).filter((one) => !called.has(one)),
      ),
    }),
  );
}
