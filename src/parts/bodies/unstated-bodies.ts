/** Bodies that a document leaves out, as frameworks write it whose handlers declare no types: a GET of 200 without `content`. */

import {
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  maxSearchedDepth,
  setProperty,
} from '../../core/primitives/json.ts';
import { getOrInsert, lazily } from '../../core/primitives/lazy.ts';
import { maxExamples } from '../../core/primitives/units.ts';
import { isPlural, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { isIdName } from '../../core/service/id-names.ts';
import type { BodyContent, Operation } from '../../core/service/operation.ts';
import type { Compilation } from '../../openapi/operations/compilation.ts';
import { compileBody } from '../../openapi/operations/request-bodies.ts';
import { compileContent } from '../../openapi/operations/responses.ts';
import { haveOperators } from '../../openapi/resources/describe/filters.ts';
import {
  isUpload,
  lastSegment,
  parentPath,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { isEndedBelow, saysNothing } from '../../openapi/resources/find/item-match.ts';
import type { SchemaObject } from '../../openapi/schema/schema.ts';
import { formMediaType } from '../../openapi/serialization/forms.ts';
import { phrases } from '../words/index.ts';

const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/**
 * Bodies with an example and without a schema, as NestJS, FastAPI and handwritten documents have them: the example says
 * what they contain. The operations, with the schemas that their examples show. Nobody is told that a real service must
 * keep to them.
 */
export const withExampleBodies = (
  documented: readonly UnboundOperation[],
  compilation: Compilation,
): readonly UnboundOperation[] => {
  if (compilation.stateless) return documented;
  const candidates = documented.map((candidate) => withRequest(candidate, compilation));
  const sent = lazily(() => propertiesSent(candidates, compilation));
  return candidates.map((candidate) => {
    const example = exampleOf(candidate, compilation);
    if (example === undefined) return candidate;
    // `POST /lamps/{id}/extinguish` shows a lamp.
    const nouns = candidate.path.erased.split('/').map(singularOf);
    const known = sent().get(nouns.findLast((noun) => sent().has(noun)) ?? '') ?? none;
    return withSchema(candidate, schemaOf(example, known, 0), compilation);
  });
};

/** The properties that requests send, by the noun of their path: what is sent is shown as it was sent. */
const propertiesSent = (
  candidates: readonly UnboundOperation[],
  { schemas }: Compilation,
): ReadonlyMap<string, ReadonlyMap<string, JsonObject>> => {
  const sent = new Map<string, Map<string, JsonObject>>();
  for (const candidate of candidates) {
    if (candidate.bodyKey === undefined) continue;
    const { raw, pointer } = schemas.get(candidate.bodyKey).entry;
    const properties = isJsonObject(raw) ? getProperty(raw, 'properties') : undefined;
    const known = getOrInsert(sent, singularOf(candidate.path.noun), () => new Map<string, JsonObject>());
    for (const name of isJsonObject(properties) ? Object.keys(properties) : [])
      if (!known.has(name)) known.set(name, { $ref: `#${encodeURI(`${pointer}/properties/${escapePointer(name)}`)}` });
  }
  return sent;
};

/** Any value is still accepted: the schema only says which properties an item may have. */
const withRequest = (candidate: UnboundOperation, compilation: Compilation): UnboundOperation => {
  const { bodyKey, bodyExamples } = candidate;
  const example = bodyExamples.find((value) => typeof value === 'object' && value !== null);
  if (bodyKey === undefined || example === undefined || !saysNothing(bodyKey, compilation)) return candidate;
  const schema = sendableSchema(schemaOf(example, none, 0));
  return { ...candidate, bodyKey: compilation.schemas.adopt(schema as SchemaObject, bodyKey) };
};

/** The schema of what a request may send: nothing is required, more is accepted, and a number may have a fraction. */
const sendableSchema = ({ required: _required, type, properties, items, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  ...(type !== undefined && { type: [type].flat().map((one) => (one === 'integer' ? 'number' : one)) }),
  ...(isJsonObject(items) && { items: sendableSchema(items) }),
  ...(isJsonObject(properties) && {
    additionalProperties: true,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, sendableSchema(schema as JsonObject)]),
    ),
  }),
});

const exampleOf = ({ success }: UnboundOperation, compilation: Compilation): Json | undefined => {
  const example = success?.json?.content.example;
  const isSaid = success?.json === undefined || typeof example !== 'object' || example === null;
  return isSaid || !saysNothing(success.json.key, compilation) ? undefined : example;
};

const none: ReadonlyMap<string, JsonObject> = new Map();

const schemaOf = (value: Json, sent: ReadonlyMap<string, JsonObject>, depth: number): JsonObject => {
  if (value === null || depth > 2 * maxSearchedDepth) return {};
  if (Array.isArray(value)) {
    const [first, ...others] = value.slice(0, maxExamples).map((one) => schemaOf(one, sent, depth + 1));
    return { type: 'array', ...(first && { items: others.reduce(merged, first) }) };
  }
  if (isJsonObject(value)) {
    const isItem = Object.keys(value).some((name) => isIdName(plainName(name)));
    const known = isItem ? sent : none;
    const names = Object.keys(value);
    const properties = names.map((name) => [name, known.get(name) ?? schemaOf(value[name] as Json, sent, depth + 1)]);
    const required = names.filter((name) => value[name] !== null && !known.has(name));
    return { type: 'object', properties: Object.fromEntries(properties), required };
  }
  if (typeof value === 'string' || typeof value === 'boolean') {
    const isTime = typeof value === 'string' && time.test(value);
    return { type: typeof value, example: value, ...(isTime && { format: 'date-time' }) };
  }
  return { type: Number.isInteger(Number(value)) ? 'integer' : 'number', example: value };
};

const anything = { type: ['null', 'boolean', 'number', 'string', 'array', 'object'] };

/** What both examples show: what one of them lacks is optional, and what is null in one of them may be null. An empty list says nothing of its items. */
const merged = (left: JsonObject, right: JsonObject): JsonObject => {
  const [own, other] = left.type === undefined ? [right, left] : [left, right];
  if (own.type === undefined) return own;
  const types = new Set([own.type, other.type ?? 'null'].flat() as readonly string[]);
  if (types.has('number')) types.delete('integer');
  if (types.size > (types.has('null') ? 2 : 1)) return anything;
  const type = [...types].length === 1 ? ([...types][0] as string) : [...types];
  const items =
    own.items && other.items ? merged(own.items as JsonObject, other.items as JsonObject) : (own.items ?? other.items);
  const [some, others] = [own, other] as unknown as readonly [Shown, Shown];
  if (some.properties === undefined || others.properties === undefined)
    return { ...own, type, ...(items && { items }) };
  const properties = { ...others.properties, ...some.properties };
  for (const [name, one] of Object.entries(others.properties))
    if (Object.hasOwn(some.properties, name))
      setProperty(properties, name, merged(getProperty(properties, name) as JsonObject, one));
  const required = new Set(others.required);
  return { ...own, type, properties, required: some.required.filter((name) => required.has(name)) };
};

interface Shown {
  readonly properties: Record<string, JsonObject> | undefined;
  readonly required: readonly string[];
}

const withSchema = (candidate: UnboundOperation, schema: JsonObject, compilation: Compilation): UnboundOperation => {
  const { operation, success } = candidate;
  const content = success?.json?.content;
  if (success === undefined || content === undefined || operation.success === undefined) return candidate;
  const pointer = `/paths/${operation.path}/${operation.method}`;
  const located = { value: {}, pointer };
  const examples = Object.fromEntries([...content.examples].map(([name, value]) => [name, { value }]));
  const media = { schema, example: content.example as Json, examples };
  const json = compileContent(content.mediaType, media, pointer, { located, operation: located }, compilation);
  const replaced = <T extends { readonly mediaType: string }>(one: T): T =>
    one.mediaType === content.mediaType ? ({ ...json.content } as unknown as T) : one;
  const response = { ...operation.success.response, contents: operation.success.response.contents.map(replaced) };
  const contents = success.contents.map((one) => (one.content === content ? json : one));
  return {
    ...candidate,
    operation: { ...operation, success: { ...operation.success, response } },
    success: { ...success, spec: { ...success.spec, contents: response.contents }, json, contents },
  };
};

/** The operations at each path, those below its parameter included. */
type Sites = ReadonlyMap<string, readonly UnboundOperation[]>;

/**
 * Gives a body of which nothing is said to the operations of a collection none of whose GETs describes one, and to the GETs below it that show its
 * items. A GET of one thing shows what a `PUT` or `PATCH` there takes. `responses` stays as documented.
 */
export const withUnstatedBodies = (
  candidates: readonly UnboundOperation[],
  compilation: Compilation,
): readonly UnboundOperation[] => {
  if (compilation.stateless) return candidates;
  const sites = Map.groupBy(candidates, ({ path }) => path.collection);
  const silent = new Map([...sites].filter(([path, site]) => isSilent(site, path, sites, compilation)));
  const operations = new Set([...silent.values()].flat());
  return candidates.map((documented) => {
    const method = documented.method;
    const isOfShown = sendsUnstated(documented, compilation) && isShownThere(documented, sites);
    const isSent = isOfShown || (operations.has(documented) && sendsUnstated(documented, compilation));
    const sending = isSent ? withAnyObject(documented, compilation) : documented;
    const candidate = isOfShown ? { ...sending, isUnstated: true } : sending;
    const rows = writtenRows(candidate, sites, compilation);
    if (rows !== undefined) return ifPreferred(withBody(candidate, rows, compilation));
    if (!lacksBody(candidate) || !showing.test(method)) return candidate;
    const isShown =
      operations.has(documented) ||
      (method === 'GET'
        ? isListOfDescribed(candidate, sites) || isShownBelow(candidate, silent)
        : isCreatedBelow(candidate, sites));
    const schema = isShown ? {} : method === 'GET' ? schemaOfOne(candidate, sites, compilation) : undefined;
    return schema === undefined ? candidate : withBody(candidate, schema, compilation);
  });
};

const showing = /^(GET|POST|PUT|PATCH)$/;

const isSilent = (site: readonly UnboundOperation[], path: string, sites: Sites, compilation: Compilation) => {
  const reads = site.filter((candidate) => candidate.method === 'GET' && candidate.success !== undefined);
  // Without a GET, `POST /bookings` says which booking `DELETE /bookings/{id}` cancels.
  const creations = site.filter((candidate) => candidate.method === 'POST' && !candidate.path.endsInParameter);
  const items = site.filter((one) => one.path.endsInParameter);
  const telling = reads.length === 0 && isEndedBelow(path, items, sites) ? creations : reads;
  return (
    telling.length > 0 &&
    telling.every(lacksBody) &&
    site.some((candidate) => candidate.path.endsInParameter || isPlural(candidate.path.noun)) &&
    site.some(
      (candidate) => (candidate.bodyKey !== undefined && !isUpload(candidate)) || sendsUnstated(candidate, compilation),
    )
  );
};

/** Whether an operation creates below an item: `POST /posts/{id}/comments` beside a path of one comment, of which nothing is said either. */
const isCreatedBelow = (candidate: UnboundOperation, sites: Sites) => {
  const { erased } = candidate.path;
  // Without the item that it is below: `/comments` for `/posts/{}/comments`.
  const flat = erased.replace(/\/[^/]+\/\{\}(?=\/[^/{}]+$)/, '');
  const isAlone = flat !== erased && sites.get(erased)?.length === 1;
  const items = isAlone && candidate.bodyKey !== undefined ? sites.get(flat) : undefined;
  return items?.every(({ operation: { success } }) => success?.response.contents.length === 0) === true;
};

/**
 * Whether a GET there shows the item: of `PUT /books/{id}` one that describes the book, or one that lists them if it returns the book, of
 * `POST /books` one that lists them.
 */
const isShownThere = (candidate: UnboundOperation, sites: Sites) => {
  const { erased, collection, noun } = candidate.path;
  const isAlike = (one: UnboundOperation) =>
    one.path.erased === erased || (candidate.success?.json !== undefined && !one.path.endsInParameter);
  const isRead = (one: UnboundOperation) => one.method === 'GET' && isAlike(one) && one.success?.json !== undefined;
  const site = sites.get(collection) ?? [];
  const areItems = isPlural(noun) || site.some((one) => one.path.endsInParameter);
  const isMade = candidate.success?.json !== undefined || candidate.operation.success?.status === 201;
  const isOfItems = candidate.method !== 'POST' || (areItems && isMade);
  return isOfItems && site.some(isRead);
};

/** Whether a write says nothing about what it takes: `POST /books`, `PUT /books/{id}`, `PUT /settings`. A schema `{}` says nothing either. */
const sendsUnstated = (candidate: UnboundOperation, compilation: Compilation) => {
  const { bodyKey, operation } = candidate;
  const { schemas } = compilation;
  const isWrite = candidate.path.endsInParameter ? /^(PUT|PATCH)$/ : /^(POST|PUT|PATCH)$/;
  const isUnsaid =
    bodyKey === undefined
      ? operation.body === undefined
      : saysNothing(bodyKey, compilation) &&
        schemas.typesOf({ $ref: bodyKey }) === undefined &&
        !schemas.get(bodyKey).entry.pointer.endsWith('#broken');
  return isWrite.test(candidate.method) && isUnsaid && operation.parameters.every((one) => one.in !== 'query');
};

/** Whether an operation lists what is described elsewhere: `GET /books` without a body beside `GET /books/{id}` with a book. */
const isListOfDescribed = (candidate: UnboundOperation, sites: Sites) => {
  const { erased, endsInParameter, noun } = candidate.path;
  const isItem = (one: UnboundOperation) =>
    one.method === 'GET' && one.success?.json !== undefined && one.path.endsInParameter;
  return !endsInParameter && isPlural(noun) && sites.get(erased)?.some(isItem) === true;
};

/** Whether an operation below a list says that it shows its items: `GET /books/featured`. */
const isShownBelow = (candidate: UnboundOperation, silent: ReadonlyMap<string, unknown>) => {
  for (let path = candidate.path.above; path !== ''; path = parentPath(path))
    if (silent.has(path) && names(candidate, lastSegment(path))) return true;
  return false;
};

/** The schema of one thing at a path of its own: of what is written there. */
const schemaOfOne = (candidate: UnboundOperation, sites: Sites, compilation: Compilation): JsonObject | undefined => {
  const { erased, endsInParameter, noun } = candidate.path;
  if (endsInParameter || isPlural(noun)) return undefined;
  const isWritten = (one: UnboundOperation) => /^(PUT|PATCH)$/.test(one.method) && one.bodyKey !== undefined;
  const written = sites.get(erased)?.find(isWritten)?.bodyKey;
  return written === undefined ? undefined : withoutSecrets(written, compilation);
};

/** What a request sets, without what no response shows. */
const withoutSecrets = (key: string, compilation: Compilation): JsonObject => {
  const { schema } = compilation.schemas.get(key);
  const { properties = {}, required = [] } = typeof schema === 'object' ? schema : {};
  const [names, shown] = [Object.keys(properties), Object.keys(properties).filter(isShown)];
  const written = referenceTo(key, compilation);
  if (shown.length === names.length) return written;
  const of = (name: string): JsonObject => ({ $ref: `${written.$ref}/properties/${encodeURI(escapePointer(name))}` });
  const members = Object.fromEntries(shown.map((name) => [name, of(name)]));
  return { type: 'object', properties: members, required: required.filter(isShown) };
};

const isShown = (name: string) => !phrases.unshown.test(name);

/** The list at the path of a write of PostgREST, which returns what it wrote if the request prefers so. */
const writtenRows = (candidate: UnboundOperation, sites: Sites, compilation: Compilation): JsonObject | undefined => {
  const { parameters, success } = candidate.operation;
  if (success?.response.contents.length !== 0 || !haveOperators(parameters, /^return=representation$/))
    return undefined;
  const list = sites.get(candidate.path.erased)?.find((one) => one.method === 'GET')?.success?.json;
  return list && referenceTo(list.key, compilation);
};

/** A 204 has no body: then the status is 200. */
const ifPreferred = ({ operation, ...rest }: UnboundOperation): UnboundOperation => {
  const { status: statusAlone, response } = operation.success as NonNullable<Operation['success']>;
  const status = statusAlone === 204 ? 200 : statusAlone;
  const responses = new Map([[String(status), { ...response, contents: [] }], ...operation.responses]);
  return { ...rest, operation: { ...operation, responses, success: { status, response, statusAlone } } };
};

const referenceTo = (key: string, { schemas }: Compilation): JsonObject => ({
  $ref: `#${encodeURI(schemas.get(key).entry.pointer)}`,
});

const lacksBody = ({ operation: { success } }: UnboundOperation) =>
  success?.response.contents.length === 0 && (success.status === 200 || success.status === 201);

/** Lets it take any object. Nobody is told that the body must be one. */
const withAnyObject = (candidate: UnboundOperation, compilation: Compilation): UnboundOperation => {
  const { bodyKey } = candidate;
  if (bodyKey !== undefined) return { ...candidate, bodyKey: compilation.schemas.adopt({ type: 'object' }, bodyKey) };
  const pointer = `/paths/${candidate.operation.path}/${candidate.operation.method}`;
  const media = { schema: { type: 'object' } };
  const requestBody = { content: { '*/*': media, [formMediaType]: media, 'multipart/form-data': media } };
  const compiled = compileBody({ value: { requestBody }, pointer }, compilation);
  const contents = compiled?.spec.contents.map(
    (content): BodyContent => ({
      ...content,
      decode: (body, contentType) => {
        const decoded = content.decode(body, contentType);
        return decoded.ok && isJsonObject(decoded.value) ? decoded : { ok: true, value: {} };
      },
      requiresObject: false,
    }),
  );
  return {
    ...candidate,
    operation: { ...candidate.operation, body: { required: false, contents: contents ?? [] } },
    bodyKey: compiled?.item?.key,
  };
};

const withBody = (candidate: UnboundOperation, schema: JsonObject, compilation: Compilation): UnboundOperation => {
  const { operation, success } = candidate;
  const pointer = `/paths/${operation.path}/${operation.method}`;
  const located = { value: {}, pointer };
  const json = compileContent('*/*', { schema }, pointer, { located, operation: located }, compilation);
  const spec = { ...operation.success?.response, contents: [json.content] };
  return {
    ...candidate,
    operation: { ...operation, success: { ...operation.success, response: spec } },
    success: { ...success, spec, json, contents: [json] },
  } as UnboundOperation;
};

/** Whether its name or summary has the name of a thing, or of several. */
const names = ({ title }: UnboundOperation, noun: string) => {
  const words = wordsOf(title);
  const { length } = wordsOf(noun);
  return words.some((_word, at) => singularOf(words.slice(at, at + length).join('')) === singularOf(noun));
};
