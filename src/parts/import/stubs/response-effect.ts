/** The response of a stub as the effect of a fault. */
import { isHeaderValue, isToken } from '../../../core/http/header-syntax.ts';
import { isJsonType } from '../../../core/http/media-type.ts';
import { type Json, parseJson } from '../../../core/primitives/json.ts';
import type { JsonPath } from '../../../core/primitives/json-path.ts';
import { toRecordedText } from '../../../core/response/render-recorded.ts';
import { bytesOf, headerIn, jsonOf, type SeenBody, type SeenHeaders } from '../recording/recording.ts';
import { Inexpressible } from './inexpressible.ts';
import type { Notes } from './notes.ts';
import type { StubResponse } from './stub.ts';

interface ResponseEffect {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** `isRecorded`: of a recorded response, which may have bytes. @throws Inexpressible */
export const responseEffect = (
  { status, headers, body }: StubResponse,
  { isRecorded = false }: { readonly isRecorded?: boolean } = {},
): ResponseEffect => {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Inexpressible('the status is not between 200 and 599');
  const sent = headersOf(headers);
  const hasNoBody = status === 204 || status === 205 || status === 304 || body === 'unknown';
  const content = hasNoBody
    ? undefined
    : contentOf(body as SeenBody | undefined, headerIn(headers, 'content-type'), isRecorded);
  // The text of another type is sent as it is.
  const typed = content?.type === undefined || hasType(sent) ? sent : { ...sent, 'Content-Type': content.type };
  return {
    status,
    ...(Object.keys(typed).length > 0 && { headers: typed }),
    ...(content !== undefined && { body: content.value }),
  };
};

interface Content {
  readonly value: Json;
  /** For a response without one of its own. */
  readonly type: string | undefined;
}

const contentOf = (body: SeenBody | undefined, given: string | undefined, isRecorded: boolean): Content => {
  // Without a body, the document's example would be sent.
  if (body === undefined) return { value: '', type: 'text/plain' };
  const text = textOf(body, isRecorded);
  const type = given ?? body.type;
  const isJson = type === undefined ? /^\s*[{[]/.test(text) : isJsonType((type.split(';', 1)[0] as string).trim());
  const parsed = isJson ? parseJson(text) : undefined;
  if (parsed?.ok === true) return { value: parsed.value, type: given === undefined ? body.type : undefined };
  if (isJson && type !== undefined) {
    if (!isRecorded) throw new Inexpressible('the body of the response is not JSON, as its type says');
    return { value: toRecordedText(bytesOf(body), undefined), type: given === undefined ? body.type : undefined };
  }
  return { value: text, type: type ?? 'text/plain' };
};

/** @throws Inexpressible for bytes. */
const textOf = (body: SeenBody, isRecorded: boolean): string => {
  if (!body.isBase64) return body.text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(body));
  } catch {
    if (isRecorded) return toRecordedText(bytesOf(body), undefined);
    throw new Inexpressible('a fault sends a text or JSON, no bytes');
  }
};

const headersOf = (headers: SeenHeaders): Readonly<Record<string, string>> => {
  const found = new Map<string, [name: string, value: string]>();
  const cookies: string[] = [];
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (ofConnection.has(key) || !isToken(name) || !isHeaderValue(value)) continue;
    const before = found.get(key);
    if (before === undefined) found.set(key, [name, value]);
    else if (key !== 'set-cookie') before[1] += `, ${value}`;
    else cookies.push(value);
  }
  // Cookies cannot be joined: each has the name with capitals of its own.
  const names = cookieNames.filter((name) => name !== found.get('set-cookie')?.[0]);
  for (const [index, value] of cookies.entries()) found.set(`cookie ${index}`, [names[index] ?? 'set-cookie', value]);
  return Object.fromEntries(found.values());
};

/** `Set-Cookie` with every choice of capitals. */
const cookieNames = [...'set-cookie'].reduce<readonly string[]>(
  (starts, letter) => [...new Set([letter, letter.toUpperCase()])].flatMap((one) => starts.map((start) => start + one)),
  [''],
);

/** Whether a response can have a header with each of the values; if not, the notes state why. */
export const canSend = (
  name: string,
  values: readonly string[],
  keepTemplates: boolean,
  notes: Notes,
  at: JsonPath,
): boolean => {
  if (ofConnection.has(name.toLowerCase())) notes.leave('a header of the connection', ...at);
  else if (!keepTemplates && [name, ...values].some((text) => text.includes('{{'))) notes.lose(noTemplate, ...at);
  else if (!isToken(name) || values.length === 0 || !values.every(isHeaderValue))
    notes.lose('this is not a header', ...at);
  else return true;
  return false;
};

export const noTemplate = 'templates are not evaluated';

/** The text of a template as it is, if it is to be kept. @throws Inexpressible if not */
export const templateBody = (body: SeenBody, keepTemplates: boolean, notes: Notes, ...at: JsonPath): SeenBody => {
  if (!keepTemplates) return notes.give(`${noTemplate} (--keep-templates keeps their text)`, ...at);
  notes.carryText(...at);
  // Often it is JSON only when it is evaluated.
  return isJsonType(body.type ?? '') && jsonOf(body) === undefined ? { ...body, type: 'text/plain' } : body;
};

/** Written by the server itself. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
]);

export const hasType = (headers: object): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');

/** A delay as the duration of a fault, at most a day. */
export const delayText = (ms: number): string => `${Math.round(Math.min(Math.max(ms, 0), dayMs))}ms`;

const dayMs = 86_400_000;
