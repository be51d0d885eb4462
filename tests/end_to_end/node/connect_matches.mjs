// connect_matches: a match that is played while it is watched, and a tournament with its director.
//
// Each function takes the clients of the services by name, and returns what it saw as JSON.

// A player's first legal move.
async function firstMove({ Match, Rules }, match, token) {
  const { state } = await Match.getMatch({ match, token });
  const { seatRecord, seat } = state.description;
  const known = { case: "seatRecord", value: seatRecord };
  const { moves } = await Rules.listMoves({ state: { known, seat }, pageSize: 1 });
  return { gameNumber: state.gameNumber, expectedPly: state.ply, move: moves[0].text };
}

// Plays a match of tic-tac-toe to its end: whenever the stream shows a player's turn, that player
// moves.
export async function playMatch(clients) {
  const { Match } = clients;
  const open = { case: "open", value: {} };
  const players = [{ who: { case: "person", value: "Ada" } }, { who: open }];
  const made = await Match.createMatch({ game: "tic_tac_toe", players });
  const { match } = made;
  const tokens = [made.tokens[0], undefined];
  const [phases, cursors, kinds] = [[], [], []];
  let end;
  const watching = new AbortController();
  const { signal } = watching;
  for await (const { events, state } of Match.watchMatch({ match }, { signal })) {
    cursors.push(...events.map(({ cursor }) => Number(cursor)));
    kinds.push(...events.map(({ kind }) => kind));
    phases.push(state.phase);
    const turn = state.players.findIndex(({ seat }) => seat === state.description.actors[0]);
    if (state.end) {
      end = state.end.result.reason;
      break;
    }
    if (state.players[1].open) {
      tokens[1] = (await Match.joinMatch({ match, name: "Bob" })).token;
    } else {
      const token = tokens[turn];
      await Match.commitMove({ match, token, ...(await firstMove(clients, match, token)) });
    }
  }
  // Without this the connection stays open.
  watching.abort();
  const { records } = await Match.getReport({ match });
  for (const token of tokens) {
    await Match.rematch({ match, token, gameNumber: 1 });
  }
  // KIND_RESIGN
  await Match.act({ match, token: tokens[0], gameNumber: 2, kind: 1 });
  const { matches } = await Match.listMatches({ token: tokens[1] });
  const again = matches.map(({ gameNumber, end: second }) => [gameNumber, second.result.reason]);
  return { phases, cursors, kinds, end, records, again };
}

// A tournament of two matches in which the director acts in every way. `codeOf` is the code of a
// call that must fail.
export async function runTournament({ Match, Tournament }, codeOf) {
  // KIND_STAGES
  const clock = { kind: 3, stages: [{ ms: 600000n }] };
  const settings = { name: "Open", game: "tic_tac_toe", clock };
  const { tournament, token } = await Tournament.createTournament({ settings });
  const person = (value) => ({ who: { case: "person", value } });
  const pairs = [["Ada", "Bob"], ["Cy", "Dee"]].map((names) => ({ players: names.map(person) }));
  const pausedFor = "not yet time";
  const added = await Tournament.addMatches({ tournament, token, round: 1, pairs, pausedFor });
  for (const { match, invitations } of added.matches) {
    for (const invitation of invitations) {
      await Match.joinMatch({ match, invitation });
    }
  }
  const reason = "as decided";
  const [first, second] = added.matches.map(({ match }) => ({ match, token, reason }));
  await Tournament.resumeMatch(first);
  await Tournament.adjustClock({ ...first, clockMs: [1000n, 0n] });
  await Tournament.pauseMatch(first);
  const reset = await codeOf(Tournament.forceReset(first));
  await Tournament.forfeit({ ...first, player: 1 });
  await Tournament.disqualify({ ...first, player: 0 });
  const points = await codeOf(Tournament.adjustPoints({ ...first, points: [0.5, 7000] }));
  await Tournament.adjustPoints({ ...first, points: [0.2, 0.8] });
  // VERDICT_DRAW
  await Tournament.decideMatch({ ...second, verdict: 1 });
  await Tournament.voidMatch(second);
  const replayed = await Tournament.replayMatch(second);
  const { standings } = await Tournament.getStandings({ tournament });
  const { matches } = await Tournament.getTournament({ tournament, token });
  const again = matches.find(({ match }) => match === replayed.match);
  const { tournaments } = await Tournament.listTournaments({ game: "tic_tac_toe" });
  return {
    reset,
    points,
    rows: standings.map(({ player, points: won }) => [player, won]),
    replays: again.tournament.replays === second.match,
    matches: matches.length,
    listed: tournaments.some((one) => one.tournament === tournament),
  };
}
