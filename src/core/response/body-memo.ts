/** Keeps the generated bodies of the last requests, and what was made of them: an envelope that is read again costs as much as a bare list. */

import { phrases, wordLists } from '../../parts/words/index.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, stringifyJson } from '../primitives/json.ts';
import { getOrInsert } from '../primitives/lazy.ts';
import { utf8Length } from '../primitives/utf8.ts';
import { plainName } from '../primitives/words.ts';
import { type RequestContext, seedOf } from '../request/request-context.ts';
import type { Check } from '../service/check.ts';
import type { Content } from '../service/operation.ts';
import type { State } from '../state/state.ts';
import type { ResponseBody } from './write-response.ts';

const whole: readonly string[] = [];

/** A generated body, and those `around` its item, as a success has them, as far as the check allows: flag, status and message, and no errors. */
export const asSuccess = (body: Json, check: Check, status = 200, around = whole): Json => {
  const own = asOwnSuccess(body, check, status, around.length > 0);
  const [name = '', ...rest] = around;
  const inner = isJsonObject(own) ? getProperty(own, name) : undefined;
  if (inner === undefined || rest.length === 0) return own;
  const put = (value: Json): Json => ({ ...(own as JsonObject), [name]: value });
  return put(asSuccess(inner, (value) => check(put(value)), status, rest));
};

const asOwnSuccess = (body: Json, check: Check, status: number, isAround: boolean): Json => {
  if (!isJsonObject(body)) return body;
  const names = Object.keys(body);
  const hasFlag = names.some((name) => wordLists.successFlags.has(name) && typeof body[name] === 'boolean');
  const isEnvelope = isAround || isAboutResponse(body, names, hasFlag);
  if (!hasFlag && !isEnvelope) return body;
  const about = { hasFlag, isEnvelope, status };
  // Each may take some checks of the body; a document may spell them in any number of ways.
  const others = names.flatMap((name) => {
    const values = othersFor(plainName(name), name, body[name] as Json, about);
    return values.length === 0 ? [] : [{ name, values }];
  });
  return others.slice(0, 10).reduce((current, { name, values }) => withFirst(current, name, values, check), body);
};

/** Whether a body has a message and a status of the response, or content beside one of them, and nothing that identifies a thing. */
const isAboutResponse = (body: JsonObject, names: readonly string[], hasFlag: boolean) => {
  const plain = names.map(plainName);
  if (plain.some((name) => ['id', 'uuid', 'slug'].includes(name))) return false;
  const hasMessage = plain.some((name) => wordLists.shownMessages.has(name) && !wordLists.maybeMessages.has(name));
  const hasStatus =
    hasFlag || names.some((name) => wordLists.shownStatuses.has(name) && typeof body[name] !== 'object');
  const hasContent = names.some((name) => wordLists.contents.has(name) && typeof body[name] === 'object');
  return [hasMessage, hasStatus, hasContent].filter(Boolean).length > 1;
};

/** What a property may be in place of its value, the best first; `undefined`: nothing. */
const othersFor = (
  plain: string,
  name: string,
  value: Json,
  { hasFlag, isEnvelope, status }: { readonly hasFlag: boolean; readonly isEnvelope: boolean; readonly status: number },
): readonly (Json | undefined)[] => {
  if (wordLists.successFlags.has(name) && typeof value === 'boolean') return value ? [] : [true];
  if (wordLists.shownErrors.has(plain))
    return [...(Array.isArray(value) ? [[]] : []), undefined, null, ...(typeof value === 'number' ? [0] : [])];
  if (!isEnvelope) return [];
  if (typeof value === 'number' && wordLists.errorNumbers.has(plain)) return [0];
  if (typeof value === 'number' && wordLists.shownStatuses.has(plain))
    return value === status || value === 0 ? [] : [status, 200, 0];
  if (typeof value === 'string' && wordLists.shownStatuses.has(plain))
    return phrases.succeeded.test(value) ? [] : ['success', 'SUCCESS', 'Success', 'ok', 'OK', String(status), '0'];
  // A `message` may be that of an example.
  if (
    typeof value === 'string' &&
    wordLists.shownMessages.has(plain) &&
    plain !== 'message' &&
    /(msg|message)$/.test(plain)
  )
    return phrases.succeeded.test(value) ? [] : ['OK'];
  return value === null && hasFlag && wordLists.contents.has(plain) ? [undefined] : [];
};

const withFirst = (body: JsonObject, name: string, values: readonly (Json | undefined)[], check: Check): JsonObject => {
  const { [name]: _value, ...rest } = body;
  const problems = check(body).length;
  const others = values.map((value): JsonObject => (value === undefined ? rest : { ...body, [name]: value }));
  return others.find((one) => check(one).length <= problems) ?? body;
};

interface Kept {
  readonly content: Content;
  readonly replaced: readonly string[];
  readonly path: string;
  readonly query: string;
  readonly start: Json;
  /** Whether it is the same at any time. Only then it is kept. */
  readonly isTimeless: boolean;
  /** The first input decides. Held weakly: a page holds all items of its collection, as they were then. */
  embedded: WeakMap<object, { readonly inputs: EmbeddedInputs; readonly body: ResponseBody }> | undefined;
}

export type EmbeddedInputs = readonly [object, ...unknown[]];

/** Few and short ones: a world must not keep all its responses. */
const maxKept = 16;
const maxMemoBytes = 65_536;

const keptOf = new WeakMap<State, Kept[]>();

/** The same request gets the same body. `replaced`: the path of a part that the caller replaces. */
export const generateBody = (context: RequestContext, content: Content, replaced = whole): Json =>
  keptFor(context, content, replaced).start;

/** A body and its problems. `isDated`: it also depends on the time. */
export interface EmbeddedBody {
  readonly value: Json;
  readonly problems: ResponseBody['problems'];
  readonly isDated: boolean;
}

/** The body that `embed` makes of a generated one, from the inputs, the path and the query alone. It is kept while the first input is in use. */
export const embedOnce = (
  context: RequestContext,
  content: Content,
  replaced: readonly string[],
  inputs: EmbeddedInputs | undefined,
  embed: (start: Json) => EmbeddedBody,
): ResponseBody => {
  const { mediaType } = content;
  const kept = keptFor(context, content, replaced);
  const known = inputs && kept.embedded?.get(inputs[0]);
  if (known?.inputs.every((input, index) => input === inputs?.[index])) return known.body;
  const { value, problems, isDated } = embed(kept.start);
  if (inputs === undefined || isDated || !kept.isTimeless) return { mediaType, value, problems };
  const text = stringifyJson(value);
  const body = { mediaType, value, problems, written: { text, byteLength: utf8Length(text) } };
  kept.embedded = body.written.byteLength > maxMemoBytes ? undefined : new WeakMap([[inputs[0], { inputs, body }]]);
  return body;
};

const keptFor = (context: RequestContext, content: Content, replaced: readonly string[]): Kept => {
  const { state, request, now } = context;
  const { path, query } = request;
  const all = getOrInsert(keptOf, state, () => []);
  const isSame = (one: Kept) => one.content === content && one.replaced === replaced;
  const found = all.find((one) => isSame(one) && one.path === path && one.query === query);
  if (found !== undefined) return found;
  let isTimeless: boolean | undefined;
  const onDrawn = (isDated: boolean) => {
    isTimeless = isTimeless !== false && !isDated;
  };
  const body = content.generate({ seed: seedOf(context), now, replaced, onDrawn });
  const start =
    content.example === undefined ? asSuccess(body, content.check, context.operation?.success?.status, replaced) : body;
  const kept = { content, replaced, path, query, start, isTimeless: isTimeless === true, embedded: undefined };
  if (!kept.isTimeless) return kept;
  if (all.length === maxKept) all.shift();
  all.push(kept);
  return kept;
};
