/** What the document puts around an item or a list: drawn as any body is, with room for what is shown. */

import { isJsonObject, type Json } from '../primitives/json.ts';
import { valueAt } from '../primitives/json-path.ts';
import { seedFrom } from '../primitives/seeded-random.ts';
import { type RequestContext, seedOf } from '../request/request-context.ts';
import type { Content } from '../service/operation.ts';

export const generateBody = (call: RequestContext, content: Content): Json =>
  content.generate({ seed: seedOf(call), now: call.now });

/** So many other envelopes are drawn where the first has no room. */
const attempts = 8;

/**
 * The drawn body with what `put` puts there. Where the body is one of several alternatives, the one that was drawn may be
 * another than the one that holds `shown`: then one is drawn that does, or what does not belong is taken away.
 */
export const embedInEnvelope = (
  call: RequestContext,
  content: Content,
  { at, shown }: { readonly at: readonly string[]; readonly shown: Json },
  put: (drawn: Json) => Json,
): Json => {
  const drawn = generateBody(call, content);
  const whole = put(drawn);
  const hasRoom = (body: Json): boolean => isAlike(valueAt(body, at), shown);
  if (hasRoom(drawn) || content.check(whole).length === 0) return whole;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const other = content.generate({ seed: seedFrom(seedOf(call), 'envelope', attempt), now: call.now });
    if (!hasRoom(other)) continue;
    const body = put(other);
    if (content.check(body).length === 0) return body;
  }
  const less = reduced(drawn).find((body) => content.check(put(body)).length === 0);
  return less === undefined ? whole : put(less);
};

const isAlike = (value: Json | undefined, shown: Json): boolean =>
  value !== undefined && Array.isArray(value) === Array.isArray(shown) && isJsonObject(value) === isJsonObject(shown);

/** Of so many of its members an envelope is tried with each choice. */
const maxChosen = 5;

/** The drawn body with some of its members only: as many as possible first, none at last. */
const reduced = (drawn: Json): readonly Json[] => {
  if (!isJsonObject(drawn)) return [{}];
  const choices: (readonly string[])[] = [[]];
  for (const name of Object.keys(drawn).slice(0, maxChosen)) choices.push(...choices.map((one) => [...one, name]));
  return choices
    .toSorted((one, other) => other.length - one.length)
    .map((names) => Object.fromEntries(names.map((name) => [name, drawn[name] as Json])));
};
