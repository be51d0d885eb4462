// Report: a finished game's report as a file.
import { matches } from "../api/client.js";
import { settings } from "../app/settings.svelte.js";
import { nameOf } from "../moves/form.js";

// Lets the browser save a file.
export function save(content: BlobPart, name: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export async function saveReport(match: string, token: string, game: string, pdf: boolean) {
  const colourBlind = pdf && settings.palette === "colour_blind";
  const report = await matches.getReport({ match, token, pdf, colourBlind });
  const name = `${nameOf(game)}-${match.slice(0, 8)}`;
  if (pdf) save(new Uint8Array(report.pdf), `${name}.pdf`, "application/pdf");
  else save(report.text, `${name}.txt`, "text/plain");
}
