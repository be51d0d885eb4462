// Route: the page's paths. Secrets and records travel in the fragment, which no server sees.

export type Route =
  | { page: "home" }
  | { page: "setup"; game: string }
  | { page: "match"; match: string }
  | { page: "think" }
  | { page: "review"; match: string }
  | { page: "runs" }
  | { page: "run"; run: string }
  | { page: "studies" }
  | { page: "study"; study: string }
  | { page: "tournaments" }
  | { page: "tournament"; tournament: string };

// A part of a path as it was meant; one that is not encoded well stands as it is.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function routeOf(path: string): Route {
  const [first = "", second = ""] = path.split("/").filter(Boolean).map(decoded);
  if (first === "play" && second) return { page: "setup", game: second };
  if (first === "match" && second) return { page: "match", match: second };
  if (first === "think") return { page: "think" };
  if (first === "runs") return second ? { page: "run", run: second } : { page: "runs" };
  if (first === "studies") return second ? { page: "study", study: second } : { page: "studies" };
  if (first === "review") return { page: "review", match: second };
  if (first === "tournaments" && second) return { page: "tournament", tournament: second };
  if (first === "tournaments") return { page: "tournaments" };
  return { page: "home" };
}

// The parameters of a fragment: "#record=...".
export const fragmentOf = (hash: string): URLSearchParams =>
  new URLSearchParams(hash.replace(/^#/, ""));

export interface Visit {
  route: Route;
  // Visits are numbered, so that a page is made anew even if the path is the same.
  number: number;
}

let visit = $state.raw<Visit>({ route: routeOf(location.pathname), number: 0 });

export const here = {
  get visit(): Visit {
    return visit;
  },
};

function arrive(): void {
  visit = { route: routeOf(location.pathname), number: visit.number + 1 };
}

export function go(to: string): void {
  history.pushState(null, "", to);
  arrive();
  scrollTo(0, 0);
  document.querySelector<HTMLElement>("main")?.focus();
}

// Follows the links of this page without loading it again.
function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey;
  if (!link || !plain || event.shiftKey || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin) return;
  event.preventDefault();
  // A part of this page. The fragment stays what it is, and the page is not made anew.
  const part = /^#(.+)/.exec(link.getAttribute("href") ?? "")?.[1];
  if (part !== undefined) {
    document.getElementById(part)?.focus();
    return;
  }
  go(link.pathname + link.hash);
}

export function listen(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", follow);
}
