/** Keeps the generated bodies of the last requests, and what was made of them: an envelope that is read again costs as much as a bare list. */

import { type Json, stringifyJson } from '../primitives/json.ts';
import { utf8Length } from '../primitives/utf8.ts';
import { type RequestContext, seedOf } from '../request/request-context.ts';
import type { Content } from '../service/operation.ts';
import type { State } from '../state/state.ts';
import { asSuccess } from './success-body.ts';
import type { ResponseBody } from './write-response.ts';

interface Kept {
  readonly content: Content;
  readonly replaced: readonly string[];
  readonly path: string;
  readonly query: string;
  /** Generated. */
  readonly start: Json;
  /** Whether it is the same at any time. Only then it is kept. */
  readonly isTimeless: boolean;
  /** The first input decides. Held weakly: a page holds all items of its collection, as they were then. */
  embedded: WeakMap<object, Embedded> | undefined;
}

/** What a body depends on. */
export type EmbeddedInputs = readonly [object, ...unknown[]];

interface Embedded {
  readonly inputs: EmbeddedInputs;
  readonly body: ResponseBody;
}

/** Few and short ones: a world must not keep all its responses. */
const maxKept = 16;
const maxMemoBytes = 65_536;

const keptOf = new WeakMap<State, Kept[]>();

const whole: readonly string[] = [];

/** The same request gets the same body. `replaced`: the path of a part that the caller replaces. */
export const generateBody = (context: RequestContext, content: Content, replaced = whole): Json =>
  (find(context, content, replaced) ?? generate(context, content, replaced)).start;

/** A body and its problems. `isDated`: it also depends on the time. */
export interface EmbeddedBody {
  readonly value: Json;
  readonly problems: ResponseBody['problems'];
  readonly isDated: boolean;
}

/**
 * The body that `embed` makes of a generated one. It may depend on the request's path and query, and on nothing else but the inputs.
 * It is kept as long as the first input is in use elsewhere. Without inputs, it is not kept.
 */
export const embedOnce = (
  context: RequestContext,
  content: Content,
  replaced: readonly string[],
  inputs: EmbeddedInputs | undefined,
  embed: (start: Json) => EmbeddedBody,
): ResponseBody => {
  const { mediaType } = content;
  const kept = find(context, content, replaced) ?? generate(context, content, replaced);
  const known = inputs && kept.embedded?.get(inputs[0]);
  if (known?.inputs.every((input, index) => input === inputs?.[index])) return known.body;
  const { value, problems, isDated } = embed(kept.start);
  if (inputs === undefined || isDated || !kept.isTimeless) return { mediaType, value, problems, written: undefined };
  const text = stringifyJson(value);
  const body = { mediaType, value, problems, written: { text, byteLength: utf8Length(text) } };
  kept.embedded = body.written.byteLength > maxMemoBytes ? undefined : new WeakMap([[inputs[0], { inputs, body }]]);
  return body;
};

const find = (
  { state, request: { path, query } }: RequestContext,
  content: Content,
  replaced: readonly string[],
): Kept | undefined =>
  keptOf
    .get(state)
    ?.find(
      (kept) => kept.content === content && kept.replaced === replaced && kept.path === path && kept.query === query,
    );

const generate = (context: RequestContext, content: Content, replaced: readonly string[]): Kept => {
  const { state, request, now } = context;
  let isTimeless: boolean | undefined;
  const onDrawn = (isDated: boolean): void => {
    isTimeless = isTimeless !== false && !isDated;
  };
  const body = content.generate({ seed: seedOf(context), now, replaced, onDrawn });
  const start =
    content.example === undefined
      ? asSuccess(body, content.check, context.operation?.success?.status, replaced.length > 0)
      : body;
  const { path, query } = request;
  const kept = { content, replaced, path, query, start, isTimeless: isTimeless === true, embedded: undefined };
  if (!kept.isTimeless) return kept;
  const all = keptOf.get(state) ?? [];
  if (all.length === 0) keptOf.set(state, all);
  else if (all.length === maxKept) all.shift();
  all.push(kept);
  return kept;
};
