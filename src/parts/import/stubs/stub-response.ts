/** The response of a stub: as data of a collection, as a recorded response, or as the effect of a fault. */

import { isBodiless, isHeaderValue, isJsonType, isToken, normalizePath } from '../../../core/http/http.ts';
import { equalsJson, getProperty, isJsonObject, type Json, parseJson, valueAt } from '../../../core/primitives/json.ts';
import { strictText } from '../../../core/primitives/utf8.ts';
import { readInput } from '../../../core/request/read-input.ts';
import { secretNamesOf } from '../../../core/request/recorded-request.ts';
import { toRecordedText } from '../../../core/response/render-recorded.ts';
import { type Binding, showsItems } from '../../../core/service/binding.ts';
import { type Operation, responseFor } from '../../../core/service/operation.ts';
import { matchOperation } from '../../../core/service/router.ts';
import type { Service } from '../../../core/service/service.ts';
import { idText } from '../../../core/state/item-key.ts';
import { anyQuery, maxRecorded, type RecordedResponse } from '../../../core/state/recorded-response.ts';
import { anyValue } from '../draft/paths.ts';
import {
  bytesOf,
  headerIn,
  Inexpressible,
  jsonBody,
  jsonOf,
  type Seen,
  type SeenBody,
  type SeenHeaders,
  type SeenPlace,
  showPlace,
} from '../recording.ts';
import type { PlacedStub } from './place-stub.ts';
import type { Stub, StubResponse, Trial } from './stub.ts';
import { isLiteral, maxAlternatives, type Wildcard } from './stub-wildcard.ts';

/** `isRecorded`: of a recorded response, which may have bytes. @throws Inexpressible */
export const responseEffect = (
  { status, headers, body }: StubResponse,
  { isRecorded = false }: { readonly isRecorded?: boolean } = {},
): { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: Json } => {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Inexpressible('the status is not between 200 and 599');
  const sent = headersOf(headers);
  const hasNoBody = isBodiless(status) || body === 'unknown';
  const content = hasNoBody ? undefined : contentOf(body, headerIn(headers, 'content-type'), isRecorded);
  // The text of another type is sent as it is.
  const typed = content?.type === undefined || hasType(sent) ? sent : { ...sent, 'Content-Type': content.type };
  return {
    status,
    ...(Object.keys(typed).length > 0 && { headers: typed }),
    ...(content !== undefined && { body: content.value }),
  };
};

/** The value, and the type for a response without one of its own. */
const contentOf = (body: SeenBody | undefined, given: string | undefined, isRecorded: boolean) => {
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
  const text = strictText(bytesOf(body));
  if (text !== undefined) return text;
  if (isRecorded) return toRecordedText(bytesOf(body), undefined);
  throw new Inexpressible('a fault sends a text or JSON, no bytes');
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
export const canSend = (name: string, values: readonly string[], keepTemplates: boolean, notes: SeenPlace): boolean => {
  if (ofConnection.has(name.toLowerCase())) notes.leave('a header of the connection');
  else if (!keepTemplates && [name, ...values].some((text) => text.includes('{{'))) notes.lose(noTemplate);
  else if (!isToken(name) || values.length === 0 || !values.every(isHeaderValue)) notes.lose('this is not a header');
  else return true;
  return false;
};

export const noTemplate = 'templates are not evaluated';

/** The text of a template as it is, if it is to be kept. @throws Inexpressible if not */
export const templateBody = (body: SeenBody, keepTemplates: boolean, notes: SeenPlace): SeenBody => {
  if (!keepTemplates) return notes.give(`${noTemplate} (--keep-templates keeps their text)`);
  notes.note('carried', 'the text of a template, which is not evaluated');
  // Often it is JSON only when it is evaluated.
  return isJsonType(body.type ?? '') && jsonOf(body) === undefined ? { ...body, type: 'text/plain' } : body;
};

/** Written by the server itself. */
const ofConnection: ReadonlySet<string> = new Set(
  'connection content-encoding content-length date keep-alive trailer transfer-encoding'.split(' '),
);

const hasType = (headers: object) => Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');

/** A delay as the duration of a fault, at most a day. */
export const delayText = (ms: number): string => `${Math.round(Math.min(Math.max(ms, 0), dayMs))}ms`;

const dayMs = 86_400_000;

/**
 * Records the responses of an operation if all its stubs can be recorded; if it shows items, those that can be and have no stub behind them.
 * `placed`: the first that matches a request wins.
 */
export const becomeRecorded = (placed: readonly PlacedStub[], service: Service): void => {
  const pairs = placed.flatMap((one) => one.operations.map((operation) => ({ operation, one })));
  for (const [operation, group] of Map.groupBy(pairs, (pair) => pair.operation)) {
    if (!isPlain(operation)) continue;
    const isOfItems = operation.binding !== undefined && showsItems(operation.binding);
    const responses = group.flatMap(({ one }) => {
      const response = isOfItems && one.behind !== undefined ? undefined : recordedFor(one, operation, service);
      return response === undefined ? [] : [{ one, response }];
    });
    if (responses.length > maxRecorded || (!isOfItems && responses.length < group.length)) continue;
    for (const { one, response } of responses) one.recorded = response;
  }
};

/** Whether requests without a credential and a body get a recorded response. */
const isPlain = ({ binding, method, success, security, body, keepsNothing }: Operation) =>
  (binding === undefined || !showsItems(binding) || method === 'GET') &&
  success !== undefined &&
  body === undefined &&
  keepsNothing !== true &&
  (security.length === 0 || security.some((schemes) => schemes.length === 0));

const recordedFor = (
  { stub, operations, example }: PlacedStub,
  operation: Operation,
  service: Service,
): RecordedResponse | undefined => {
  const { paths, query, headers, body, whens, scenario, delivery, response, method } = stub;
  const isFixed = paths.length === 1 && paths.every(isLiteral) && query.every(({ pattern }) => isLiteral(pattern));
  const isConditional = headers.length > 0 || body !== undefined || (whens ?? scenario) !== undefined;
  // The stub takes further parameters in the query, a recorded response does not.
  if (stub.isPlayed === true || !isFixed || isConditional || (!stub.isWholeQuery && query.length > 0)) return undefined;
  if (operations.length !== 1 || method !== operation.method || delivery.length > 0) return undefined;
  if (response.body === 'unknown' || response.status >= 300) return undefined;
  if (responseFor(operation, response.status) === undefined) return undefined;
  const match = matchOperation(service.matcher, operation.method, example.path, () => false);
  if (match.type !== 'operation' || match.operation !== operation || match.others.length > 0) return undefined;
  const isSecret = secretNamesOf(service.secretsOf(operation.name));
  if (query.some(({ name }) => isSecret(name))) return undefined;
  const parameters = new URLSearchParams(example.query);
  const source = { path: match.path, query: parameters, rawQuery: example.query, headers: example.headers };
  const decoded = operation.parameters.map((parameter) => parameter.decode(source));
  const { refusal, violations } = readInput(operation, { request: example, parameters: decoded }, 'refuse');
  if (refusal !== undefined || violations.length > 0) return undefined;
  const effect = responseEffect(response, { isRecorded: true });
  return {
    operation: operation.name,
    path: normalizePath(example.path),
    ...(!stub.isWholeQuery
      ? { query: anyQuery }
      : example.query !== '' && { query: example.query.split('&').sort().join('&') }),
    status: effect.status,
    headers: { ...effect.headers, ...(!hasType(effect.headers ?? {}) && { 'content-type': 'application/json' }) },
    ...(effect.body !== undefined && effect.body !== '' && { response: effect.body }),
  };
};

/** Finds the stubs whose responses are data, and why the others are none. Returns what the data are made from. */
export const becomeData = (placed: readonly PlacedStub[], service: Service, trial: Trial): readonly Seen[] => {
  const collectionOf = ({ operations: [operation] }: PlacedStub): string => operation?.binding?.collection.name ?? '';
  const fit: PlacedStub[] = [];
  for (const family of Map.groupBy(placed, collectionOf).values()) {
    for (const one of family) one.reason = whyResponse(one);
    const possible = family.filter(({ reason }) => reason === undefined);
    if (possible.every((one) => showsIds(one, service))) fit.push(...possible);
    else for (const one of possible) one.reason = 'a stub of its paths does not show the id of its item';
  }
  const isItem = ({ operations: [operation] }: PlacedStub) => operation?.binding?.action === 'read';
  const played = fit.toSorted((left, right) => Number(isItem(left)) - Number(isItem(right)));
  const seen = played.flatMap(({ stub }) => seenOf([stub])).map((each) => ({ ...each, isDerived: true }));
  const answers = trial(seen);
  for (const [index, one] of played.entries()) {
    const [answer, body] = [answers[index], bodyOf(one)];
    if (answer !== undefined && body !== undefined && equalsJson(answer, body)) one.data = collectionOf(one);
    else one.reason = 'the data that the stubs of its paths show together say otherwise';
  }
  return seen;
};

const bodyOf = ({ stub: { response } }: PlacedStub): Json | undefined =>
  response.body === 'unknown' ? undefined : jsonOf(response.body && typed(response.body, response.headers));

const typed = (body: SeenBody, headers: SeenHeaders): SeenBody => ({
  ...body,
  type: headerIn(headers, 'content-type') ?? body.type ?? (/^\s*[[{]/.test(body.text) ? 'application/json' : undefined),
});

/** Why the response of a stub is not what a collection shows; undefined: it may be. */
const whyResponse = (one: PlacedStub): string | undefined => {
  const { stub, operations, behind } = one;
  const { method, paths, query, headers, body, scenario, whens, response, delivery, isPlayed } = stub;
  const [operation, ...others] = operations as readonly [Operation, ...Operation[]];
  if (isPlayed === true) return 'it is data already';
  if (method !== 'GET') return 'only what a GET shows becomes data';
  if (scenario !== undefined || whens !== undefined) return 'its responses take turns';
  if (headers.length > 0 || body !== undefined) return 'it depends on more than the path';
  if (query.length > 0) return 'it depends on the query';
  if (paths.length !== 1 || others.length > 0 || !paths.every(isLiteral)) return 'its path is a pattern';
  if (delivery.some(({ effect }) => effect.transport !== undefined)) return 'its response is lost';
  if (response.status !== operation.success?.status) return `its status is ${response.status}`;
  if (bodyOf(one) === undefined) return 'its body is not JSON';
  if (!isOfCollection(operation.binding)) return 'its path has no collection';
  if (operation.security.length > 0 && operation.security.every((schemes) => schemes.length > 0))
    return 'the document demands a credential, and the stub does not';
  return behind && `the stub at ${showPlace(behind.stub.place)} would hide the data`;
};

const isOfCollection = (binding: Binding | undefined) =>
  binding !== undefined &&
  showsItems(binding) &&
  binding.collection.idProperty !== undefined &&
  (binding.action === 'list' || (binding.action === 'read' && typeof binding.key === 'number'));

/** Whether each item in the body has an id, and one that the path names has that id. */
const showsIds = (one: PlacedStub, service: Service) => {
  const [operation] = one.operations as readonly [Operation];
  const { binding } = operation;
  if (binding?.collection.idProperty === undefined) return false;
  const { idProperty } = binding.collection;
  const idIn = (item: Json | undefined): string | undefined =>
    isJsonObject(item) ? idText(getProperty(item, idProperty)) : undefined;
  const shown = valueAt(bodyOf(one) as Json, binding.view.path);
  if (binding.action === 'list')
    return Array.isArray(shown) && (shown as readonly Json[]).every((item) => idIn(item) !== undefined);
  const match = matchOperation(service.matcher, 'GET', one.example.path, () => false);
  const parameter = 'key' in binding && typeof binding.key === 'number' ? operation.parameters[binding.key] : undefined;
  if (match.type !== 'operation' || parameter === undefined) return false;
  const decoded = parameter.decode({
    path: match.path,
    query: new URLSearchParams(),
    rawQuery: '',
    headers: one.example.headers,
  });
  return decoded !== undefined && 'value' in decoded && idIn(shown) === idText(decoded.value);
};

/** What the stubs show of operations. A stub for all requests, or for all below a prefix that every other stub has, shows none. */
export const seenOf = (stubs: readonly Stub[]): readonly Seen[] =>
  stubs
    .filter(({ isPlayed = false }) => !isPlayed)
    .flatMap((stub) =>
      stub.paths
        .filter((path) => path.example.startsWith('/') && !isForAll(path, stub, stubs))
        .slice(0, maxAlternatives)
        .flatMap((path) =>
          (stub.method === undefined ? anyMethod : [stub.method]).map((method) => seenAt(method, path, stub)),
        ),
    );

const isForAll = ({ glob, isDeep }: Wildcard, own: Stub, stubs: readonly Stub[]) => {
  if (/^\/?\*/.test(glob)) return true;
  if (own.method !== undefined || isDeep !== true || glob.indexOf('*') < glob.length - 1) return false;
  const start = glob.slice(0, -1);
  return stubs.length > 1 && stubs.every(({ paths }) => paths.every((path) => path.glob.startsWith(start)));
};

/** The path with its parameters, where a pattern tells them. */
const templateOf = ({ glob, example }: Wildcard): string | undefined => {
  if (!glob.includes('*')) return undefined;
  const [parts, segments] = [glob.split('/'), example.split('/')];
  if (parts.length !== segments.length) return undefined;
  return segments.map((segment, index) => (parts[index]?.includes('*') ? `{${anyValue}}` : segment)).join('/');
};

const anyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const seenAt = (method: string, path: Wildcard, stub: Stub): Seen => {
  const { place, keys, query, headers, body, response, tags, description } = stub;
  const parameters = new URLSearchParams(query.map((one) => [one.name, one.pattern.example]));
  return {
    ...{ place, keys, method, tags, description, title: stub.name },
    origin: '',
    path: path.example,
    template: stub.template ?? templateOf(path),
    query: parameters.toString(),
    headers: headers.map((one) => [one.name, one.pattern.example]),
    body: body === undefined ? undefined : jsonBody(body),
    response: {
      status: response.status,
      headers: response.headers.map(([header, value]) => [header.toLowerCase(), value]),
      body: response.body === 'unknown' ? undefined : response.body,
    },
    isExample: true,
    isBodyPart: true,
  };
};
