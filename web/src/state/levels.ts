// Levels: the strengths that an agent may be asked for, by what plays for it.
import type { Level, Limits, Model, ModelFit } from "../api/generated/kvintet_api/v1/catalog_pb.js";
import { Fit } from "../api/generated/kvintet_api/v1/fit_pb.js";

// The levels of the model that plays, as far as the server allows their searches; without a model
// there are none.
export function levelsOf(models: Model[], plays?: ModelFit, limits?: Limits): Level[] {
  if (!plays || plays.fit === Fit.NONE) return [];
  const levels = models.find(({ id }) => id === plays.model)?.levels ?? [];
  const most = limits?.maxSimulations ?? Number.POSITIVE_INFINITY;
  return levels.filter(({ simulations }) => simulations <= most);
}

// The wanted level, or the middle one if that is not to be had; 0: there are none.
export function nearestLevel(levels: Level[], wanted: number): number {
  const middle = levels[Math.floor(levels.length / 2)]?.level ?? 0;
  return levels.some(({ level }) => level === wanted) ? wanted : middle;
}
