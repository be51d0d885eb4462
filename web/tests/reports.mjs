// Reports: a training run and a balance study of their own, and a server that shows them with the
// page that is embedded in the program.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const program = process.env.KVINTET ?? join(root, "build/release/cli/kvintet");

export class Reports {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "kvintet-reports-"));
    this.runs = join(this.folder, "runs");
    this.studies = join(this.folder, "studies");
    mkdirSync(this.runs);
    mkdirSync(this.studies);
    this.processes = [];
  }

  // Runs the program to its end.
  call(...words) {
    const { status, stderr } = spawnSync(program, words, { encoding: "utf8", cwd: root });
    if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  }

  // Begins a run of tic-tac-toe in rounds of a second or less.
  train(name, minutes) {
    const words = ["train", "tic_tac_toe", "--config", "configs/smoke.textproto"];
    const more = ["--run", join(this.runs, name), "--minutes", String(minutes)];
    const training = spawn(program, [...words, ...more], { stdio: "ignore", cwd: root });
    this.processes.push(training);
    return new Promise((resolve) => training.once("exit", resolve));
  }

  copyRun(from, to) {
    cpSync(join(this.runs, from), join(this.runs, to), { recursive: true });
  }

  breakRun(name) {
    mkdirSync(join(this.runs, name));
    writeFileSync(join(this.runs, name, "config.textproto"), 'game: "tic_tac_toe"\n');
    writeFileSync(join(this.runs, name, "metrics.jsonl"), '{"steps": "many"}\n');
  }

  study(name, ...words) {
    const quick = ["--quick", "--model-folder", "none"];
    this.call("balance", ...words, ...quick, "--study", join(this.studies, name));
  }

  // Starts a server; `port` 0: any. Sets `url`.
  async serve(port = 0, show = true) {
    const words = ["serve", "--allow-root", "--models", "", "--listen", "127.0.0.1:0"];
    const folders = show ? ["--runs", this.runs, "--studies", this.studies] : [];
    const http = ["--http", `127.0.0.1:${port}`, "--set", "serve { threads: 1 }"];
    this.server = spawn(program, [...words, ...folders, ...http], {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: root,
    });
    const server = this.server;
    this.url = await new Promise((resolve, reject) => {
      let said = "";
      server.once("exit", (code) => reject(new Error(`the server has ended with ${code}`)));
      server.stdout.on("data", (part) => {
        said += part;
        const found = said.match(/^page (http:\S+?)\/$/m);
        if (found) resolve(found[1]);
      });
    });
    return this;
  }

  // Ends the server as a crash would.
  async crash() {
    const ended = new Promise((resolve) => this.server.once("exit", resolve));
    this.server.kill("SIGKILL");
    await ended;
  }

  stop() {
    for (const one of [...this.processes, this.server]) one?.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
