/** Envelopes: bodies that contain an item or a list. The rest of the body is generated. */

import { isJsonObject, type Json } from '../primitives/json.ts';
import { valueAt } from '../primitives/json-path.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { type RequestContext, seedOf } from '../request/request-context.ts';
import type { Content } from '../service/operation.ts';

export const generateBody = (context: RequestContext, content: Content): Json =>
  content.generate({ seed: seedOf(context), now: context.now });

/** The number of further envelopes that are generated if the first does not fit. */
const maxAttempts = 8;

/**
 * A generated body into which `put` sets the content. If the schema has several alternatives, the generated one may not be
 * the one for this content: then another is generated, or properties that do not fit are removed.
 */
export const embedInEnvelope = (
  context: RequestContext,
  content: Content,
  { path, value }: { readonly path: readonly string[]; readonly value: Json },
  put: (generated: Json) => Json,
): Json => {
  const generated = generateBody(context, content);
  const complete = put(generated);
  const hasRoom = (body: Json): boolean => isSameKind(valueAt(body, path), value);
  if (hasRoom(generated) || content.check(complete).length === 0) return complete;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const generated = content.generate({ seed: seedFrom(seedOf(context), 'envelope', attempt), now: context.now });
    if (!hasRoom(generated)) continue;
    const body = put(generated);
    if (content.check(body).length === 0) return body;
  }
  const subset = subsetsOf(generated).find((body) => content.check(put(body)).length === 0);
  return subset === undefined ? complete : put(subset);
};

const isSameKind = (left: Json | undefined, right: Json): boolean =>
  left !== undefined && Array.isArray(left) === Array.isArray(right) && isJsonObject(left) === isJsonObject(right);

/** All subsets of this number of properties are tried. */
const maxSubsetProperties = 5;

/** The generated body with each subset of its properties, the largest first. */
const subsetsOf = (generated: Json): readonly Json[] => {
  if (!isJsonObject(generated)) return [{}];
  const choices: (readonly string[])[] = [[]];
  for (const name of Object.keys(generated).slice(0, maxSubsetProperties))
    choices.push(...choices.map((names) => [...names, name]));
  return choices
    .toSorted((left, right) => right.length - left.length)
    .map((names) => Object.fromEntries(names.map((name) => [name, generated[name] as Json])));
};
