/**
 * Schemas that apply to the same value as the schema they stand in. One that leads back to itself in this way would make a
 * validator run for ever; the usual case is a base that lists its variants in `oneOf` while each variant extends the base.
 */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { followReferences, pointerOf, valueAt } from '../document/source.ts';

/** `all`: by `$ref` and `allOf`. `any`: by `oneOf`, `anyOf`, `not` and `if`. */
type Edges = 'all' | 'any' | 'both';

export type Reach = (from: string, to: string, edges: Edges) => boolean;

const alternatives = ['oneOf', 'anyOf'];
const conditions = ['not', 'if', 'then', 'else'];

/** So many schemas are followed from each one; fewer where a document makes this a lot of work. A check ends all the same. */
const maxFollowed = 5000;
const fewFollowed = 50;
const manyFollowed = 200_000;

export const createReach = (document: JsonObject): Reach => {
  const closures: Record<Edges, Map<string, ReadonlySet<string>>> = { all: new Map(), any: new Map(), both: new Map() };
  let followed = 0;
  return (from, to, edges) => {
    const known = closures[edges].get(from);
    const closure = known ?? closureOf(document, from, edges, followed > manyFollowed ? fewFollowed : maxFollowed);
    if (known === undefined) {
      closures[edges].set(from, closure);
      followed += closure.size;
    }
    return closure.has(to);
  };
};

/** The pointers of all schemas that apply to the same value as the one at `from`, which is among them. */
const closureOf = (document: JsonObject, from: string, edges: Edges, most: number): ReadonlySet<string> => {
  const reached = new Set<string>();
  const pending = [from];
  for (let pointer = pending.pop(); pointer !== undefined; pointer = pending.pop()) {
    if (reached.has(pointer)) continue;
    if (reached.size >= most) break;
    reached.add(pointer);
    const schema = valueAt(document, pointer);
    if (!isJsonObject(schema)) continue;
    pending.push(...neighboursOf(document, schema, pointer, edges));
  }
  return reached;
};

const neighboursOf = (document: JsonObject, schema: JsonObject, pointer: string, edges: Edges): readonly string[] => {
  const found: string[] = [];
  const reference = getProperty(schema, '$ref');
  // A reference in a branch is that branch: following it belongs to the edge that led here.
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
  return found.flatMap((place) => [place, ...finalOf(document, place)]);
};

const finalOf = (document: JsonObject, pointer: string): readonly string[] => {
  const final = followReferences(document, valueAt(document, pointer), pointer);
  return 'message' in final || final.pointer === pointer ? [] : [final.pointer];
};

const branches = (schema: JsonObject, pointer: string, keyword: string): readonly string[] => {
  const list = getProperty(schema, keyword);
  return Array.isArray(list) ? list.map((_: Json, at) => `${pointer}/${keyword}/${at}`) : [];
};
