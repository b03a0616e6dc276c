/** The judgement of a request and of the response that a mock gave to it. Pure: it changes nothing and answers nothing. */
import type { Violation } from '../../core/exchange.ts';
import {
  contentOf,
  coversMediaType,
  essenceOf,
  type HttpRequest,
  headerOf,
  isJsonType,
  plainDelivery,
  rawHeader,
} from '../../core/http/http.ts';
import {
  isJsonObject,
  type Json,
  parseJson,
  pointerTo,
  propertyPath,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { authenticate } from '../../core/request/authenticate.ts';
import { readInput } from '../../core/request/read-input.ts';
import { createRequestContext, type RequestContext } from '../../core/request/request-context.ts';
import { receivedBody } from '../../core/response/render-recorded.ts';
import type { ResponseBody, ResponseDraft } from '../../core/response/write-response.ts';
import type { Check } from '../../core/service/check.ts';
import { type Content, type Operation, type ResponseHeader, responseFor } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import { checkResponse } from '../../core/simulate/check-response.ts';
import type { Outcome } from '../../core/simulate/simulate.ts';
import type { State } from '../../core/state/state.ts';
import { ofEach } from '../../openapi/resources/describe/item-schema.ts';
import { formMediaType } from '../../openapi/serialization/forms.ts';
import { isJsonLines } from '../formats/index.ts';
import { mediaTypesOf } from './document-place.ts';

/** A response that somebody else than the simulation gave. */
export interface GivenResponse {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  /** Who gave it. A world judges its own responses, so only the request is judged. */
  readonly by: 'mock' | 'world';
  /** Why its body is not judged; undefined: it is. */
  readonly unjudged?: string | undefined;
}

/** The moment at which an exchange is judged, as `simulate` takes it. */
export interface JudgedMoment {
  readonly service: Service;
  readonly state: State;
  readonly request: HttpRequest;
  /** Why the body of the request is not judged; undefined: it is. */
  readonly unjudged: string | undefined;
  readonly now: number;
}

interface Judging {
  /** A body that is an example of the document has no findings. */
  readonly acceptsExamples?: boolean;
  readonly isIgnored?: boolean;
  /** Neither headers nor credentials are known: they have no findings. */
  readonly ignoresHeaders?: boolean;
}

/** Judges an exchange as `simulate` judges its own. A HEAD request and a CORS preflight have no findings. */
export const judgeExchange = (
  { service, state, request, unjudged, now }: JudgedMoment,
  given: GivenResponse,
  judging: Judging,
): Outcome => {
  const context = createRequestContext(service, state, request, now);
  const { operation, steps, parameters } = context;
  for (const reason of [unjudged, given.unjudged]) if (reason !== undefined) steps.push({ type: 'unchecked', reason });
  const violations = findViolations(context, given, judging).filter(
    ({ side, in: place }) => unjudged === undefined || side === 'response' || place !== 'body',
  );
  return {
    reply: { response: { status: given.status, headers: given.headers, body: given.body }, delivery: plainDelivery },
    changes: [{ type: 'call', operation: operation?.name ?? '' }],
    exchange: {
      id: state.counters.exchanges + 1,
      world: state.name,
      at: now,
      durationMs: 0,
      operation: operation?.name,
      request,
      response: { status: given.status, headers: given.headers, body: given.body },
      violations,
      faults: [],
      steps,
      origin: given.by === 'mock' ? 'mock' : undefined,
    },
    parameters,
  };
};

const findViolations = (context: RequestContext, given: GivenResponse, judging: Judging): readonly Violation[] => {
  const { method, headers } = context.request;
  const isPreflight = method === 'OPTIONS' && headerOf(headers, 'access-control-request-method') !== undefined;
  if (method === 'HEAD' || isPreflight) return [];
  if (judging.isIgnored === true) {
    context.steps.push({ type: 'unchecked', reason: 'is not judged: `ignore` names the request' });
    return [];
  }
  try {
    const found = [...judgeRequest(context, judging), ...judgeResponse(context, given, judging)];
    return judging.ignoresHeaders === true ? found.filter(isWithoutHeader) : found;
  } catch (error) {
    // An operation that cannot be judged is no reason to disturb a client.
    context.steps.push({ type: 'unchecked', reason: `could not be judged: ${(error as Error).message}` });
    return [];
  }
};

/** Whether a violation is not about headers, other than the media type, which the body tells. */
const isWithoutHeader = ({ in: location, rule }: Violation) =>
  location !== 'cookie' && (location !== 'header' || rule === 'mediaType');

const judgeRequest = (context: RequestContext, { ignoresHeaders }: Judging): readonly Violation[] => {
  const { operation, request, parameters, steps } = context;
  if (operation === undefined) return [unmatched(context)];
  const { violations } = readInput(operation, { request, parameters }, 'report');
  const missing = ignoresHeaders === true ? [] : missingCredential(operation, context);
  const type = essenceOf(headerOf(request.headers, 'content-type') ?? '');
  const isUnread = isUnreadIn(mediaTypesOf(context.service.document, operation.pointer), type);
  const content = operation.body?.contents.find(({ mediaType }) => coversMediaType(essenceOf(mediaType), type));
  const isOther = content !== undefined && !isReadable(type, content.check);
  const isUnjudged = contentOf(request.body) !== undefined && (isOther || violations.some(isUnread));
  if (isUnjudged) steps.push({ type: 'unchecked', reason: `of the request is ${type}, which is not judged` });
  return [
    ...missing,
    ...violations.filter((violation) => !isUnread(violation) && !(isUnjudged && violation.in === 'body')),
    ...readOnlySent(operation, request),
  ];
};

/** Whether a schema judges what is read of this type: a table with a schema of its rows is read as a text. */
const isReadable = (type: string, check: Check) =>
  isJsonType(type) || (demands(check) && (isForm(type) || isOfTexts(check)));

const isOfTexts = ofEach((check: Check): boolean => {
  const others: readonly Json[] = [{}, []];
  return (
    !check('').some(({ pointer, rule }) => pointer === '' && rule === 'type') &&
    others.every((one) => check(one).some(({ pointer }) => pointer === ''))
  );
});

const isForm = (type: string) => type === formMediaType || type.startsWith('multipart/');

/** Whether a violation is about a media type that the document names, and the simulation cannot read or write. */
const isUnreadIn =
  (documented: readonly string[], type: string) =>
  ({ rule }: Violation): boolean =>
    rule === 'mediaType' && type !== '' && documented.some((range) => coversMediaType(essenceOf(range), type));

const unmatched = ({ request: { method, path }, match }: RequestContext): Violation => ({
  side: 'request',
  in: 'path',
  pointer: '',
  rule: 'unmatched',
  message:
    match.type === 'other-method'
      ? `the document has ${match.methods.join(', ')} for ${path}, but not ${method}`
      : `the document has no operation ${method} ${path}`,
});

/** A mock may accept any credential: only its absence is a finding. */
const missingCredential = (operation: Operation, context: RequestContext): readonly Violation[] => {
  const { request, query, state } = context;
  const lenient = { ...state.rules, keys: undefined, rejected: [] };
  const result = authenticate(operation, { request, query, rules: lenient });
  if (result.ok || result.what === 'without scope') return [];
  const [scheme] = operation.security.find((alternative) => alternative.length > 0) ?? [];
  if (scheme === undefined) return [];
  const [place, name] = scheme.type === 'api-key' ? [scheme.in, scheme.name] : (['header', 'authorization'] as const);
  return [{ side: 'request', in: place, pointer: pointerTo([name]), rule: 'required', message: result.message }];
};

const readOnlySent = ({ body: spec }: Operation, { body, headers }: HttpRequest): readonly Violation[] => {
  const type = headerOf(headers, 'content-type');
  const content = spec?.contents.find(({ mediaType }) => essenceOf(mediaType) === essenceOf(type ?? ''));
  const sent = contentOf(body);
  if (content?.stripReadOnly === undefined || sent === undefined) return [];
  const decoded = content.decode(sent, type);
  return decoded.ok ? misplaced('request', decoded.value, content.stripReadOnly(decoded.value)) : [];
};

const judgeResponse = (
  context: RequestContext,
  given: GivenResponse,
  { acceptsExamples = false }: Judging,
): readonly Violation[] => {
  const { operation, request, steps } = context;
  if (operation === undefined || given.by === 'world') return [];
  const { status, headers, unjudged } = given;
  if (status === 0) {
    // `Response.error()`, and what a page may not see.
    steps.push({ type: 'unchecked', reason: 'is of a network error, and is not judged' });
    return [];
  }
  const type = essenceOf(rawHeader(headers, 'content-type') ?? '');
  const contents = responseFor(operation, status)?.contents ?? [];
  const content =
    contents.find(({ mediaType }) => mediaType === type) ?? contents.find(({ range }) => coversMediaType(range, type));
  const body = unjudged === undefined ? judgedBody(given.body, type, content) : undefined;
  const received = { contentType: type, contentLength: undefined, isStreamed: unjudged !== undefined };
  const draft: ResponseDraft = { status, headers, body, received };
  if (acceptsExamples && isExample(content, body)) return headerViolations(operation, given);
  const found = checkResponse({ operation, request }, { draft, origin: 'mock' }, steps);
  const isUnserved = isUnreadIn(mediaTypesOf(context.service.document, operation.pointer, status), type);
  const isOther = found.length === 0 && body?.problems?.length === 0;
  if (isOther || found.some(isUnserved)) steps.push({ type: 'unchecked', reason: `is ${type}, which is not judged` });
  return [
    ...found.filter((violation) => !isUnserved(violation)),
    ...headerViolations(operation, given),
    ...writeOnlyShown(content, body?.value),
  ];
};

/** A body with what is to be checked: JSON, lines of JSON, and a text whose schema is one. Of others, no problem is known. */
const judgedBody = (bytes: Uint8Array, type: string, content: Content | undefined): ResponseBody | undefined => {
  const body = receivedBody(bytes, type);
  if (body === undefined || content === undefined || isJsonType(type)) return body;
  const { value: text, written } = body;
  if (text === '' || !demands(content.check)) return body;
  if (isJsonLines(type)) return linesOf(text as string, body);
  return content.write === undefined ? { mediaType: type, value: text, written } : body;
};

/** Whether the schema rejects some values. */
const demands = ofEach((check: Check): boolean => [0, {}].some((value) => check(value).length > 0));

const linesOf = (text: string, body: ResponseBody): ResponseBody => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values: Json[] = [];
  for (const [index, line] of lines.entries()) {
    const parsed = parseJson(line);
    if (!parsed.ok) return { ...body, problems: [{ pointer: `/${index}`, rule: 'syntax', message: parsed.reason }] };
    values.push(parsed.value);
  }
  return { mediaType: body.mediaType, value: values };
};

const isExample = (content: Content | undefined, body: ResponseBody | undefined) => {
  if (content === undefined || body === undefined) return false;
  const text = stringifyJson(body.value);
  return [content.example, ...content.examples.values()].some(
    (example) => example !== undefined && stringifyJson(example) === text,
  );
};

const headerViolations = (operation: Operation, { status, headers }: GivenResponse): readonly Violation[] =>
  (responseFor(operation, status)?.headers ?? []).flatMap((header): readonly Violation[] => {
    const text = rawHeader(headers, header.name.toLowerCase());
    const place = { side: 'response', in: 'header', pointer: pointerTo([header.name.toLowerCase()]) } as const;
    const missing = header.required ? { rule: 'required', message: `is required by status ${status}` } : undefined;
    const problem = text === undefined ? missing : headerProblem(header, text);
    if (problem === undefined) return [];
    return [{ ...place, rule: problem.rule, message: `header.${header.name} ${problem.message}` }];
  });

/** A header is a text, which its schema may read as a number, a flag, a list or an object (the style `simple` of OpenAPI). */
const headerProblem = ({ check }: ResponseHeader, text: string): Pick<Violation, 'rule' | 'message'> | undefined => {
  const parts = text.split(',').map((part) => part.trim());
  const isExploded = parts.every((part) => part.includes('='));
  const pairs = isExploded
    ? parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)])
    : parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []));
  const readings: readonly Json[] = [
    scalarOf(text),
    text,
    parts,
    parts.map(scalarOf),
    Object.fromEntries(pairs),
    Object.fromEntries(pairs.map(([name, value]) => [name, scalarOf(value as string)])),
  ];
  const [first] = readings.map((reading) => check(reading)[0]);
  return readings.some((reading) => check(reading).length === 0) ? undefined : first;
};

const scalarOf = (text: string): Json =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : /^(true|false)$/.test(text) ? text === 'true' : text;

const writeOnlyShown = (content: Content | undefined, value: Json | undefined): readonly Violation[] =>
  content?.stripWriteOnly === undefined || value === undefined
    ? []
    : misplaced('response', value, content.stripWriteOnly(value));

/** What a body has that only the other side may send. `allowed`: the body without it. */
const misplaced = (side: Violation['side'], body: Json, allowed: Json): readonly Violation[] => {
  const [rule, said] =
    side === 'request' ? ['readOnly', 'read-only: only a response'] : ['writeOnly', 'write-only: only a request'];
  return removedPointers(body, allowed).map((pointer) => {
    const message = `body${propertyPath(pointer)} is ${said} has it`;
    return { side, in: 'body', pointer, rule, message };
  });
};

/** The pointers of the properties that `after`, made from `before`, does not have. */
const removedPointers = (before: Json, after: Json, path: readonly (string | number)[] = []): readonly string[] => {
  if (before === after) return [];
  if (Array.isArray(before))
    return (before as readonly Json[]).flatMap((item, index) =>
      removedPointers(item, (after as readonly Json[])[index] as Json, [...path, index]),
    );
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  return Object.entries(before).flatMap(([name, value]) =>
    Object.hasOwn(after, name)
      ? removedPointers(value, after[name] as Json, [...path, name])
      : [pointerTo([...path, name])],
  );
};
