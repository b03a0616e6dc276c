/** Finds schemas that apply to the same value as themselves. A validator would not terminate for them. */

import { getProperty, isJsonObject, type JsonObject } from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { maxBranches } from '../document/schema-size.ts';
import { followReferences, listIn, pointerOf, valueAtPointer } from '../document/source.ts';

/** `all`: by `$ref` and `allOf`. `any`: by `oneOf`, `anyOf`, `not` and `if`. */
type Edges = 'all' | 'any' | 'both';

export type Reach = (from: string, to: string, edges: Edges) => boolean;

const alternatives = ['oneOf', 'anyOf'];
const conditions = ['not', 'if', 'then', 'else'];

/** The number of schemas that are followed from all together, then from each further one. */
const maxFollowed = 200_000;
const fewFollowed = 50;

export const createReach = (document: JsonObject): Reach => {
  const closures = new Map<string, ReadonlySet<string>>();
  // The schemas of a chain are followed from each of them.
  const neighbours = new Map<string, readonly string[]>();
  let followed = 0;
  /** The pointers of all schemas that apply to the same value as the schema at `from`, including it. */
  const closureOf = (from: string, edges: Edges): ReadonlySet<string> => {
    const reached = new Set<string>();
    const pending = [from];
    const max = Math.max(maxFollowed - followed, fewFollowed);
    for (let pointer = pending.pop(); pointer !== undefined; pointer = pending.pop()) {
      if (reached.has(pointer)) continue;
      if (reached.size >= max) break;
      reached.add(pointer);
      const at = pointer;
      pending.push(...getOrInsert(neighbours, `${edges} ${at}`, () => neighboursOf(document, at, edges)));
    }
    followed += reached.size;
    return reached;
  };
  return (from, to, edges) => getOrInsert(closures, `${edges} ${from}`, () => closureOf(from, edges)).has(to);
};

const neighboursOf = (document: JsonObject, pointer: string, edges: Edges): readonly string[] => {
  const schema = valueAtPointer(document, pointer);
  if (!isJsonObject(schema)) return [];
  const found: string[] = [];
  const reference = getProperty(schema, '$ref');
  // A branch that is a reference stands for its target, so following it is not another edge.
  if (typeof reference === 'string') {
    const target = pointerOf(reference);
    if (target !== undefined) found.push(target);
  }
  if (edges !== 'any') found.push(...branches(schema, pointer, 'allOf'));
  if (edges !== 'all') {
    for (const keyword of alternatives) found.push(...branches(schema, pointer, keyword));
    for (const keyword of conditions)
      if (isJsonObject(getProperty(schema, keyword))) found.push(`${pointer}/${keyword}`);
  }
  return found.flatMap((candidate) => [candidate, ...targetOf(document, candidate)]);
};

const targetOf = (document: JsonObject, pointer: string): readonly string[] => {
  const target = followReferences(document, valueAtPointer(document, pointer), pointer);
  return 'message' in target || target.pointer === pointer ? [] : [target.pointer];
};

const branches = (schema: JsonObject, pointer: string, keyword: string): readonly string[] => {
  const count = Math.min(listIn(schema, keyword).length, maxBranches);
  return Array.from({ length: count }, (_, index) => `${pointer}/${keyword}/${index}`);
};
