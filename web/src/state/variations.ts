// Variations: a tree of what was played and what might have been. Trees are never changed; each
// function makes a new one.

export interface Node {
  parent: number;
  // The event that leads here: "0 h8"; empty at the root.
  event: string;
  // The main continuation first.
  children: number[];
}

export interface Tree {
  game: string;
  nodes: Node[];
}

export const root = 0;

export const plant = (game: string): Tree => ({
  game,
  nodes: [{ parent: -1, event: "", children: [] }],
});

// Adds an event after a node, or finds it there. Returns the tree and where the event leads.
export function grow(tree: Tree, at: number, event: string): [Tree, number] {
  const known = tree.nodes[at]?.children.find((child) => tree.nodes[child]?.event === event);
  if (known !== undefined) return [tree, known];
  const added = tree.nodes.length;
  const nodes = tree.nodes.map((node, i) =>
    i === at ? { ...node, children: [...node.children, added] } : node,
  );
  return [{ ...tree, nodes: [...nodes, { parent: at, event, children: [] }] }, added];
}

// Adds events one after the other.
export function growLine(tree: Tree, at: number, events: string[]): [Tree, number] {
  let grown: [Tree, number] = [tree, at];
  for (const event of events) grown = grow(grown[0], grown[1], event);
  return grown;
}

// The nodes from the root to a node, without the root.
export function pathTo(tree: Tree, at: number): number[] {
  const path: number[] = [];
  for (let node = at; node > root; node = tree.nodes[node]?.parent ?? root) path.unshift(node);
  return path;
}

export const recordOf = (tree: Tree, at: number): string =>
  [tree.game, ...pathTo(tree, at).map((node) => tree.nodes[node]!.event)].join("; ");

// The tree without what follows from a node. The rest keeps its numbers.
export function cut(tree: Tree, at: number): Tree {
  const parent = tree.nodes[at]?.parent ?? -1;
  const nodes = tree.nodes.map((node, i) =>
    i === parent ? { ...node, children: node.children.filter((child) => child !== at) } : node,
  );
  return { ...tree, nodes };
}

// One step of the written tree: a move, or the beginning or end of a variation.
export type Token = { kind: "move"; node: number; count: number } | { kind: "open" | "close" };

// The tree as text, with variations in brackets after the move that they replace.
export function tokensOf(tree: Tree): Token[] {
  const tokens: Token[] = [];
  const write = (from: number, depth: number) => {
    let at = from;
    for (let count = depth; ; count += 1) {
      const [main, ...others] = tree.nodes[at]?.children ?? [];
      if (main === undefined) return;
      tokens.push({ kind: "move", node: main, count });
      for (const other of others) {
        tokens.push({ kind: "open" }, { kind: "move", node: other, count });
        write(other, count + 1);
        tokens.push({ kind: "close" });
      }
      at = main;
    }
  };
  write(root, 1);
  return tokens;
}
