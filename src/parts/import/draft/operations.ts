/** The operations that were seen, and as the document has them: names, parameters, credentials, responses. */

import { STATUS_CODES } from 'node:http';
import { decodePercent } from '../../../core/http/http.ts';
import { statusText } from '../../../core/http/status-text.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { isPlural } from '../../../core/primitives/words.ts';
import { idText } from '../../../core/state/item-key.ts';
import { headerFact, isPageNumber } from '../../../openapi/resources/describe/paging-names.ts';
import { phrases, wordLists } from '../../words/index.ts';
import { recordedWords } from '../../words/recorded.ts';
import { headerIn } from '../recording.ts';
import {
  type ComponentNames,
  Contents,
  isSecret,
  type SchemaOptions,
  schemaOf,
  ValueShape,
  writeContent,
} from './bodies.ts';
import {
  camelCase,
  createNames,
  type DraftPath,
  draftedWords,
  exemplary,
  isAccepted,
  isParameter,
  isVerbWord,
  maxDraftedLength,
  methods,
  nounOf,
  type PathPart,
  pascalCase,
  type Recorded,
  responseJson,
  sentence,
  singularWords,
  type TakeName,
} from './paths.ts';

export interface DraftOperation {
  readonly at: DraftPath;
  /** In upper case. */
  readonly method: string;
  readonly requests: readonly Recorded[];
  /** The requests that tell what a client may send. */
  readonly exemplary: readonly Recorded[];
  readonly sent: Contents;
  readonly errors: readonly Recorded[];
  /** Successes and redirects by status, in ascending order. */
  readonly responses: ReadonlyMap<number, Contents>;
}

export const operationsOf = (paths: readonly DraftPath[]): readonly DraftOperation[] =>
  paths.flatMap((at) => {
    const byMethod = Map.groupBy(at.requests, ({ seen }) => seen.method);
    // A service responds to HEAD wherever it does to GET.
    const present = methods.filter((method) => byMethod.has(method) && !(method === 'HEAD' && byMethod.has('GET')));
    const isKnown = present.some((method) =>
      byMethod.get(method)?.some(({ status }) => status !== 404 && !isMissing(status)),
    );
    return present.flatMap((method) => {
      const requests = byMethod.get(method) as readonly Recorded[];
      const isOperation = isKnown && requests.some(({ status }) => !isMissing(status));
      return isOperation ? [operationFrom(at, method, requests)] : [];
    });
  });

/** Whether a status says that there is no such method. */
const isMissing = (status: number | undefined) => status === 405 || status === 501;

const operationFrom = (at: DraftPath, method: string, requests: readonly Recorded[]): DraftOperation => {
  const sent = new Contents();
  const shown = exemplary(requests);
  for (const [index, { seen }] of shown.entries()) sent.add(seen.body, `sent ${index}`, seen.isBodyPart);
  const errors = requests.filter((request) => !isAccepted(request));
  const responses = contentsByStatus([requests], `${method} ${at.path}`, isAccepted);
  return { at, method, requests, exemplary: shown, errors, sent, responses };
};

/** The bodies of the responses by status, in ascending order. */
const contentsByStatus = (
  lists: readonly (readonly Recorded[])[],
  owner: string,
  isMeant: (request: Recorded) => boolean,
): ReadonlyMap<number, Contents> => {
  const found = new Map<number, Contents>();
  for (const requests of lists)
    for (const [index, request] of requests.entries()) {
      const { status, seen } = request;
      if (status === undefined || !isMeant(request)) continue;
      const contents = found.get(status) ?? new Contents();
      found.set(status, contents);
      contents.add(seen.response?.body, `${owner} ${index}`);
    }
  return new Map([...found].sort(([left], [right]) => left - right));
};

interface Shared {
  readonly kinds: ReadonlyMap<string, PathKind>;
  readonly references: ComponentNames;
  readonly errors: ReturnType<typeof errorsOf>;
  readonly security: ReturnType<typeof securityOf>;
  readonly tags: ReadonlyMap<DraftOperation, string>;
}

/** Each operation is written once: its name is then taken. */
export const createOperationWriter = ({ kinds, references, errors, security, tags }: Shared) => {
  const used = createNames();
  const options: SchemaOptions = { references };
  // The values that a client has sent are not all that it may send.
  const sentOptions: SchemaOptions = { references, enums: () => undefined };
  return (operation: DraftOperation): JsonObject => {
    const { at, requests, sent } = operation;
    const kind = kinds.get(at.path) ?? 'other';
    const words = operationWords(operation, kind);
    const description = requests.find(({ seen }) => seen.description !== undefined)?.seen.description;
    const parameters = sentParameters(operation);
    const content = writeContent(sent, sentOptions, { withExamples: true });
    const isAlways = operation.exemplary.every(({ seen }) => seen.body !== undefined && seen.isBodyPart !== true);
    const own = security.of(operation);
    const tag = tags.get(operation);
    const stated = statedCollection(operation, kinds);
    return {
      operationId: operationIdFrom(words, at.segments, used),
      summary: titleIn(operation) ?? sentence(words),
      ...(description !== undefined && { description }),
      ...(tag !== undefined && { tags: [tag] }),
      ...(own !== undefined && { security: own }),
      ...(stated !== undefined && { 'x-vivarium': stated }),
      ...(parameters.length > 0 && { parameters }),
      ...(content !== undefined && { requestBody: { ...(isAlways && { required: true }), content } }),
      responses: { ...successesOf(operation, kind, options), ...errors.of(operation) },
    };
  };
};

/** The `x-vivarium` of the operation; undefined: there is a list, or not every example shows the id of its path. */
const statedCollection = (
  { at, method, requests }: DraftOperation,
  kinds: ReadonlyMap<string, PathKind>,
): JsonObject | undefined => {
  const { segments } = at;
  const parent = at.path.replace(/\/\{[^{}]*\}\/?$/, '');
  const isAlone = isParameter(segments.at(-1)) && segments.filter(isParameter).length === 1 && !kinds.has(parent);
  const shown = requests.filter(({ status }) => status === 200);
  if (method !== 'GET' || !isAlone || shown.length === 0 || !requests.every(({ seen }) => seen.isExample === true))
    return undefined;
  const id = idProperty(shown);
  const collection = camelCase(nounOf(segments));
  return id === undefined || collection === '' ? undefined : { collection, ...(id !== 'id' && { id }) };
};

const idProperty = (requests: readonly Recorded[]): string | undefined => {
  const pairs = requests.map((one) => [responseJson(one), decodePercent(one.segments.at(-1) ?? '')] as const);
  const isId = (name: string) =>
    pairs.every(([item, value]) => isJsonObject(item) && idText(getProperty(item, name)) === value);
  const [first] = pairs[0] ?? [];
  const names = isJsonObject(first) ? Object.keys(first) : [];
  return ['id', ...names].find(isId);
};

const successesOf = (
  operation: DraftOperation,
  kind: PathKind,
  options: SchemaOptions,
): Readonly<Record<string, JsonObject>> => {
  // Only its request is known. A document needs a response, and none is claimed.
  if (operation.responses.size === 0 && operation.errors.length === 0)
    return { default: { description: 'None was recorded.' } };
  const written = [...operation.responses].map(([status, contents]) => {
    const description = `${descriptionOf(operation, status, kind)}.`;
    const headers = headersOf(operation, status, kind);
    const content = writeContent(contents, options);
    return [status, { description, ...(headers && { headers }), ...(content && { content }) }];
  });
  return Object.fromEntries(written);
};

const descriptionOf = ({ at, method }: DraftOperation, status: number, kind: PathKind): string => {
  const words = nounOf(at.segments);
  if (method !== 'GET' || status !== 200 || kind === 'other' || words.length === 0)
    return STATUS_CODES[status] ?? 'Success';
  return sentence(['the', ...(kind === 'collection' ? words : singularWords(words))]);
};

/** The headers for where something is and where a list goes on. Others belong to the server, not to the operation. */
const headersOf = ({ requests }: DraftOperation, status: number, kind: PathKind): JsonObject | undefined => {
  const found = new Map<string, boolean>();
  for (const request of requests) {
    if (request.status !== status || !isAccepted(request)) continue;
    for (const [name, value] of request.seen.response?.headers ?? [])
      if (name === 'location' || (kind === 'collection' && headerFact(name) !== undefined))
        found.set(name, (found.get(name) ?? true) && /^\d{1,15}$/.test(value));
  }
  if (found.size === 0) return undefined;
  return Object.fromEntries(
    [...found].map(([name, isNumber]) => [headerName(name), { schema: { type: isNumber ? 'integer' : 'string' } }]),
  );
};

export type PathKind = 'collection' | 'item' | 'other';

const itemVerbs: ReadonlyMap<string, string> = new Map([
  ['GET', 'get'],
  ['HEAD', 'head'],
  ['PUT', 'replace'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
  ['POST', 'post'],
]);

/** The words of the operation's name, the verb first. */
const operationWords = ({ at, method, responses }: DraftOperation, kind: PathKind): readonly string[] => {
  const verb = itemVerbs.get(method) as string;
  const noun = nounOf(at.segments);
  const owner = parentWords(at.segments);
  if (kind === 'item') return [verb, ...owner, ...singularWords(noun)];
  if (kind === 'collection') {
    if (method === 'POST') return ['create', ...owner, ...singularWords(noun)];
    return [method === 'GET' ? 'list' : verb, ...owner, ...noun];
  }
  return otherWords(at.segments, verb, method === 'POST' && responses.has(201));
};

const otherWords = (segments: readonly PathPart[], verb: string, isCreation: boolean): readonly string[] => {
  const own = nounOf(segments);
  const before = segments.at(-2);
  const isOfItem = isParameter(before);
  const [first = ''] = own;
  if (first === '') return [verb, 'root'];
  // `cancel` of an order, `search` of books.
  if (isVerbWord(first) || (isOfItem && verb === 'post' && !isPlural(own.at(-1) ?? '') && !isCreation)) {
    const words = wordsBefore(before);
    const target = isOfItem ? parentWords(segments) : isPlural(words.at(-1) ?? '') ? words : [];
    return [first, ...target, ...own.slice(1)];
  }
  if (isCreation || (verb === 'post' && isPlural(own.at(-1) ?? '')))
    return ['create', ...parentWords(segments), ...singularWords(own)];
  const scope = isOfItem ? parentWords(segments) : wordsBefore(before);
  return [verb, ...scope, ...own];
};

const wordsBefore = (segment: PathPart | undefined): readonly string[] =>
  segment === undefined || isParameter(segment) ? [] : draftedWords(decodePercent(segment.literal));

/** The item that it belongs to: of `/users/{id}/posts/{postId}`, the user. */
export const parentWords = (segments: readonly PathPart[]): readonly string[] => {
  const own = segments.findLastIndex((segment) => !isParameter(segment));
  const before = segments.slice(0, own);
  return own > 0 && isParameter(before.at(-1)) ? singularWords(nounOf(before)) : [];
};

/** `all`: the words of the whole path, where the name is taken. */
const operationIdFrom = (words: readonly string[], segments: readonly PathPart[], used: TakeName): string => {
  const all = segments.flatMap((segment) => (isParameter(segment) ? [] : draftedWords(decodePercent(segment.literal))));
  return used(camelCase(words), camelCase([words[0] ?? 'get', ...all]));
};

/** What the source calls it, unless that is only its address. */
const titleIn = ({ requests }: DraftOperation): string | undefined =>
  requests
    .map(({ seen }) => seen.title?.trim().replace(/\s+/g, ' ') ?? '')
    .find((title) => title !== '' && title.length <= 120 && !isAddress(title));

const isAddress = (title: string) =>
  /[/{}]|^(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b/.test(title) || /^(?:new request|untitled)/i.test(title);

/** The first ones are kept: more names are data. */
const maxParameters = 50;

interface Sent {
  readonly in: 'query' | 'header';
  readonly name: string;
  readonly values: Set<string>;
  isRepeated: boolean;
  /** The number of requests that had the parameter. */
  count: number;
}

/** The parameters that were sent. One is required only if a request without it was rejected: a client may always send what it need not. */
const sentParameters = ({ requests }: DraftOperation): readonly JsonObject[] => {
  const found = new Map<string, Sent>();
  const accepted = requests.filter(isAccepted);
  for (const request of accepted)
    for (const [key, { pairs, ...where }] of pairsOf(request)) {
      const known = found.get(key) ?? { ...where, values: new Set(), isRepeated: false, count: 0 };
      if (!found.has(key) && found.size >= maxParameters) continue;
      found.set(key, known);
      known.isRepeated ||= pairs.length > 1;
      known.count++;
      for (const value of pairs) known.values.add(value);
    }
  const rejected = requests.filter(({ status = 0 }) => rejections.has(status)).map(pairsOf);
  return [...found].map(([key, sent]) => {
    const isRequired = sent.count === accepted.length && rejected.some((pairs) => !pairs.has(key));
    return parameterOf(sent, isRequired);
  });
};

const rejections: ReadonlySet<number> = new Set([400, 403, 412, 422, 428]);

type Pairs = Pick<Sent, 'in' | 'name'> & { readonly pairs: string[] };

const pairsOf = ({ seen: { query, headers } }: Recorded): ReadonlyMap<string, Pairs> => {
  const found = new Map<string, Pairs>();
  const add = (where: Sent['in'], name: string, value: string) => {
    const known = found.get(`${where} ${name}`) ?? { in: where, name, pairs: [] };
    found.set(`${where} ${name}`, known);
    known.pairs.push(value);
  };
  for (const [name, value] of new URLSearchParams(query)) if (isOwnQuery(name)) add('query', name, value);
  for (const [name, value] of headers) if (isOwnHeader(name)) add('header', name, value);
  return found;
};

const isOwnQuery = (name: string) =>
  name !== '' && name.length <= maxDraftedLength && !phrases.trackers.test(name) && !isKeyName(name);

const isOwnHeader = (name: string) => phrases.ownHeaders.test(name) && !phrases.plumbing.test(name) && !isKeyName(name);

const parameterOf = ({ in: where, name, values, isRepeated }: Sent, isRequired: boolean): JsonObject => {
  const texts = [...values].filter((value) => value !== '');
  const type = where === 'header' ? 'string' : typeOf(name, texts);
  const example = texts.find((text) => text.length <= maxDraftedLength);
  const shown = example === undefined || isSecret(name) ? undefined : typedValue(example, type);
  const isList = isRepeated && where === 'query';
  return {
    name: where === 'header' ? headerName(name) : name,
    in: where,
    ...(isRequired && { required: true }),
    schema: isList ? { type: 'array', items: { type } } : { type },
    ...(shown !== undefined && { example: isList ? [shown] : shown }),
  };
};

type Type = 'string' | 'integer' | 'number' | 'boolean';

/** The type of what was sent under a name. One number may be a text by chance: a search for `2024`. */
const typeOf = (name: string, texts: readonly string[]): Type => {
  if (texts.length === 0) return 'string';
  if (texts.every((text) => /^(?:true|false)$/.test(text))) return 'boolean';
  const isNumber = texts.length > 1 || isPageNumber(name) || wordLists.sizes.has(name) || /id$/i.test(name);
  if (!isNumber) return 'string';
  if (texts.every((text) => /^-?(?:0|[1-9]\d{0,14})$/.test(text))) return 'integer';
  return texts.every((text) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) ? 'number' : 'string';
};

const typedValue = (text: string, type: Type): Json =>
  type === 'boolean' ? text === 'true' : type === 'string' ? text : Number(text);

/** Cookies do not count: a browser sends those of a session with each request, whether the service demands them or not. */
export const securityOf = (operations: readonly DraftOperation[]) => {
  const schemes: Record<string, JsonObject> = {};
  const demands = new Map(
    operations.flatMap((operation) => {
      const demanded = demandedBy(operation);
      return demanded === undefined ? [] : [[operation, demanded]];
    }),
  );
  for (const demanded of demands.values()) for (const [name, scheme] of demanded) schemes[name] = scheme;
  const groups = [...Map.groupBy(demands.values(), keyOf)].sort(([, left], [, right]) => right.length - left.length);
  const [usual = ''] = groups[0] ?? [];
  return {
    schemes,
    /** The requirements of most operations. */
    usual: requirementOf(usual),
    /** Returns undefined for the usual one. */
    of: (operation: DraftOperation) => {
      const demanded = demands.get(operation);
      return demanded === undefined || keyOf(demanded) === usual ? undefined : requirementOf(keyOf(demanded));
    },
  };
};

type Schemes = ReadonlyMap<string, JsonObject>;

const keyOf = (schemes: Schemes) => [...schemes.keys()].sort().join(' ');

const requirementOf = (key: string): readonly JsonObject[] =>
  key === '' ? [] : [Object.fromEntries(key.split(' ').map((name) => [name, []]))];

/** The credentials in all requests that were not rejected (401, 403); undefined if all were. */
const demandedBy = ({ requests }: DraftOperation): Schemes | undefined => {
  const [first, ...others] = requests.filter(({ status }) => status !== 401 && status !== 403).map(credentialsIn);
  if (first === undefined) return undefined;
  const demanded = new Map(first);
  for (const other of others) for (const name of demanded.keys()) if (!other.has(name)) demanded.delete(name);
  return demanded;
};

export const isKeyName = (name: string): boolean => recordedWords.credentialNames.has(name);

const credentialsIn = ({ seen: { headers, query } }: Recorded): Schemes => {
  const found = new Map<string, JsonObject>();
  const authorization = headerIn(headers, 'authorization');
  if (authorization !== undefined) found.set(...schemeOf(authorization));
  for (const [name] of headers)
    if (isKeyName(name)) found.set(schemeName(name), { type: 'apiKey', in: 'header', name: headerName(name) });
  for (const name of new URLSearchParams(query).keys())
    if (isKeyName(name)) found.set(schemeName(name), { type: 'apiKey', in: 'query', name });
  return found;
};

const schemeOf = (authorization: string): [string, JsonObject] => {
  const [, scheme = '', value = ''] = /^(\S*)\s*(.*)$/s.exec(authorization.trim()) ?? [];
  if (/^(?:basic|digest)$/i.test(scheme)) return [scheme.toLowerCase(), { type: 'http', scheme: scheme.toLowerCase() }];
  // An export may have removed the value: most are tokens.
  if (!/^bearer$/i.test(scheme) && /^\w+$/.test(scheme) && value !== '')
    return ['authorization', { type: 'apiKey', in: 'header', name: 'Authorization' }];
  const isJwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(value);
  return ['bearer', { type: 'http', scheme: 'bearer', ...(isJwt && { bearerFormat: 'JWT' }) }];
};

const schemeName = (name: string) =>
  name
    .replace(/^x-/, '')
    .replace(/[^A-Za-z\d]+([a-z\d])?/g, (_whole, letter: string | undefined) => letter?.toUpperCase() ?? '');

/** The name of a header as readers know it: `X-API-Key`. */
const headerName = (name: string) =>
  name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replace(/\bApi\b/g, 'API');

/** `used`: the names of schemas. */
export const errorsOf = (operations: readonly DraftOperation[], used: TakeName) => {
  const byStatus = contentsByStatus(
    operations.map(({ errors }) => errors),
    'error',
    () => true,
  );
  const references = new Map<ValueShape, string>();
  const byType = Map.groupBy(
    [...byStatus.values()].flatMap((contents) => contents.list()),
    ({ type }) => type,
  );
  const schemas: Record<string, JsonObject> = {};
  for (const [type, contents] of byType) {
    const shapes = contents.flatMap(({ shape }) => (shape?.isObject === true ? [shape] : []));
    if (shapes.length === 0) continue;
    const name = used(/problem/.test(type) ? 'Problem' : 'Error');
    const whole = new ValueShape();
    for (const shape of shapes) {
      references.set(shape, name);
      whole.join(shape);
    }
    schemas[name] = schemaOf(whole, { references: new Map(), enums: () => undefined });
  }
  const responses: Record<string, JsonObject> = {};
  const ofStatus = new Map<number, JsonObject>();
  const taken = createNames();
  for (const [status, contents] of byStatus) {
    const description = statusText(status);
    const name = taken(pascalCase(draftedWords(description)));
    const content = writeContent(contents, { references });
    responses[name] = { description: `${description}.`, ...(content !== undefined && { content }) };
    ofStatus.set(status, { $ref: `#/components/responses/${name}` });
  }
  return {
    responses,
    schemas,
    /** The error responses that an operation had. */
    of: ({ errors }: DraftOperation) => {
      const statuses = [...new Set(errors.map(({ status = 0 }) => status))].sort();
      return Object.fromEntries(statuses.map((status) => [String(status), ofStatus.get(status) as JsonObject]));
    },
  };
};
