/** Envelopes: bodies that contain an item or a list. The rest of the body is generated. */

import { equalsJson, isJsonObject, type Json, setAt } from '../primitives/json.ts';
import { type RequestContext, seedOf } from '../request/request-context.ts';
import type { Content } from '../service/operation.ts';
import { type EmbeddedBody, type EmbeddedInputs, embedOnce } from './body-memo.ts';
import type { ResponseBody } from './write-response.ts';

interface Embedding {
  readonly path: readonly string[];
  readonly value: Json;
  readonly put: (body: Json) => Json;
  /** The values on which content and `put` depend, beside the path and the query of the request; undefined if too many. */
  readonly inputs: EmbeddedInputs | undefined;
}

export const embedInEnvelope = (context: RequestContext, content: Content, embedding: Embedding): ResponseBody =>
  embedOnce(context, content, embedding.path, embedding.inputs, (start) => embedIn(context, content, embedding, start));

/** A generated body with the content, which decides the alternative of the schema for the rest. */
export const embedIn = (context: RequestContext, content: Content, embedding: Embedding, start: Json): EmbeddedBody => {
  const { path, value, put } = embedding;
  const checked = (body: Json) => ({ value: body, problems: content.check(body) });
  const generated = checked(put(start));
  if (generated.problems.length === 0) return { ...generated, isDated: false };
  const completeFrom = (start: Json): Json => content.complete(start, { seed: seedOf(context), now: context.now });
  const known = put({});
  for (const from of [generated.value, known]) {
    const completed = completeFrom(from);
    // This alternative may not have all page facts. Those that it has stay true.
    for (const body of [put(completed), setAt(completed, path, value)]) {
      const candidate = agrees(known, body) ? checked(body) : generated;
      if (candidate.problems.length === 0) return { ...candidate, isDated: true };
    }
  }
  // If the schema forbids an empty list, the body has none, unless the schema requires it.
  const isEmpty = Array.isArray(value) && value.length === 0;
  const without = isEmpty ? checked(setAt(generated.value, path, undefined)) : generated;
  return { ...(without.problems.length === 0 ? without : generated), isDated: true };
};

/** Whether the body has no other values for the parts that are known. */
const agrees = (known: Json, body: Json): boolean => {
  if (known === body) return true;
  if (!isJsonObject(known) || !isJsonObject(body)) return equalsJson(known, body);
  return Object.keys(known).every(
    (name) => !Object.hasOwn(body, name) || agrees(known[name] as Json, body[name] as Json),
  );
};
