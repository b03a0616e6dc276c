/** Merges properties into an object as far as a check accepts them. */
import { type Json, type JsonObject, setProperty } from '../primitives/json.ts';

const maxMergeAttempts = 50;

/** The target with those of these properties that `accepts` accepts. A rejected group is halved: the number of attempts does not grow with them. */
export const mergeAccepted = (
  target: JsonObject,
  source: JsonObject,
  names: readonly string[],
  accepts: (candidate: JsonObject) => boolean,
): JsonObject => {
  let merged = target;
  let left = maxMergeAttempts;
  const merge = (group: readonly string[]): void => {
    if (group.length === 0 || left === 0) return;
    left--;
    const candidate: Record<string, Json> = { ...merged };
    for (const name of group) setProperty(candidate, name, source[name] as Json);
    if (accepts(candidate)) merged = candidate;
    else if (group.length > 1) {
      const middle = group.length >> 1;
      merge(group.slice(0, middle));
      merge(group.slice(middle));
    }
  };
  merge(names);
  return merged;
};
