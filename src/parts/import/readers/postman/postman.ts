/** Collections of Postman, version 2.1 (and 2.0), with the environments that are given beside them. */

import { decodePercent, isJsonType, isToken } from '../../../../core/http/http.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../../core/primitives/json.ts';
import { idText } from '../../../../core/state/item-key.ts';
import {
  headerIn,
  jsonOf,
  type KeyTree,
  keysWith,
  type Seen,
  type SeenAnswer,
  type SeenBody,
  type SeenHeaders,
  type SeenPlace,
  withoutCoding,
} from '../../recording.ts';
import { type Format, formBody, listAt, multipartBody, numberAt, objectAt, textAt, valueTextAt } from '../format.ts';

export const postman: Format = {
  marks: '"info" with "item" (Postman collection 2.1)',
  recognises: (value) => isCollection(value) || isEnvironment(value),
  read: async (places) => {
    const collections = places.filter(({ source }) => !isEnvironment(source.value));
    let variables: Variables = new Map();
    for (const whole of places.filter(({ source }) => isEnvironment(source.value))) {
      variables = withVariables(variables, whole.source.value, 'values');
      whole.below('values').as('values[]').carry();
    }
    const title = textAt(objectAt(rootOf(collections[0]?.source.value ?? null), 'info'), 'name');
    return [{ seen: collections.flatMap((whole) => readCollection(whole, variables)), title }];
  },
};

const isCollection = (value: Json) =>
  isJsonObject(getProperty(rootOf(value), 'info') ?? null) && Array.isArray(getProperty(rootOf(value), 'item'));

const isEnvironment = (value: Json) =>
  isJsonObject(value) && Array.isArray(getProperty(value, 'values')) && 'name' in value && !isCollection(value);

/** Postman's API wraps the collection. */
const rootOf = (value: Json): JsonObject => {
  const wrapped = objectAt(value, 'collection');
  return Object.keys(wrapped).length > 0 ? wrapped : isJsonObject(value) ? value : {};
};

interface Inherited extends FolderContext {
  readonly tags: readonly string[];
}

const readCollection = (whole: SeenPlace, environment: Variables): readonly Seen[] => {
  const root = rootOf(whole.source.value);
  const place = root === whole.source.value ? whole : whole.below('collection').as('');
  place.tally(root, collectionKeys);
  reportUnread(root, place);
  // An environment overrides the collection.
  const variables = new Map([...withVariables(new Map(), root, 'variable'), ...environment]);
  return [...seenItems(root, place, { tags: [], variables, auth: getProperty(root, 'auth') })];
};

function* seenItems(owner: JsonObject, place: SeenPlace, inherited: Inherited): Generator<Seen> {
  for (const [index, item] of listAt(owner, 'item').entries()) {
    // However deep its folders are.
    const at = place.below('item', index).as('item[]');
    if (!isJsonObject(item)) at.lose('this is neither a folder nor a request');
    else if (Array.isArray(item.item)) yield* seenInFolder(item, at, inherited);
    else yield* seenInItem(item, at, inherited);
  }
}

const seenInFolder = (folder: JsonObject, place: SeenPlace, { tags, variables, auth }: Inherited): Generator<Seen> => {
  place.tally(folder, folderKeys);
  reportUnread(folder, place);
  const name = textAt(folder, 'name');
  const given = {
    tags: name === undefined ? tags : [...tags, name],
    variables: withVariables(variables, folder, 'variable'),
    auth: isJsonObject(folder.auth ?? null) ? folder.auth : auth,
  };
  return seenItems(folder, place, given);
};

function* seenInItem(item: JsonObject, place: SeenPlace, inherited: Inherited): Generator<Seen> {
  const variables = withVariables(inherited.variables, item, 'variable');
  const context = { variables, auth: inherited.auth };
  const description = descriptionOf(objectAt(item, 'request')) ?? descriptionOf(item);
  const about = { tags: inherited.tags, title: textAt(item, 'name'), isExample: true, description };
  const request = readRequest(item.request, context);
  const at = place.below('request');
  if (typeof request === 'string') {
    at.lose(request);
    return;
  }
  place.tally(item, itemKeys);
  reportUnread(item, place);
  const examples = listAt(item, 'response');
  const codes = examples.map((example) => numberAt(example, 'code') ?? 0);
  const isRejected = codes.length > 0 && codes.every((code) => code >= 400);
  reportUnreadRequest(item.request, at, variables, isRejected);
  yield { ...request, ...about, place: at, keys: requestKeys, response: undefined };
  for (const [index, example] of examples.entries()) {
    if (example === null) continue;
    const seen = readExample(context, item, example);
    const shown = { place: place.below('response', index), keys: exampleKeys };
    if (typeof seen === 'string') shown.place.lose(seen);
    else yield { ...seen, ...about, ...shown };
  }
}

/** A text is the reason why it cannot be read. The request of an example is a copy that may be incomplete: the item has the rest. */
const readExample = (context: FolderContext, item: JsonObject, example: Json) => {
  const response = readAnswer(example);
  if (typeof response === 'string') return response;
  const original = Object.entries(objectAt(example, 'originalRequest')).filter(([, part]) => !isEmpty(part));
  const own = typeof item.request === 'string' ? { url: item.request } : objectAt(item, 'request');
  const copy = Object.fromEntries(original) as JsonObject;
  const isOther = copy.method !== undefined && copy.method !== own.method;
  const request = readRequest(isOther ? copy : { ...own, ...copy }, context, response);
  return typeof request === 'string' ? request : { ...request, response: response satisfies SeenAnswer };
};

/** Whether a part of a copy says nothing: `{}`, `[]`, a body whose text is empty. */
const isEmpty = (part: Json) =>
  part === '' ||
  part === null ||
  (Array.isArray(part) && part.length === 0) ||
  (isJsonObject(part) && (Object.keys(part).length === 0 || (isRaw(part) && (part.raw ?? '') === '')));

/** Whether a body or a URL has its text in `raw` alone. */
const isRaw = (part: JsonObject) => part.mode === 'raw' || (part.host ?? part.path ?? part.mode) === undefined;

const descriptionOf = (owner: JsonObject): string | undefined =>
  textAt(owner, 'description') ?? textAt(objectAt(owner, 'description'), 'content');

const describes = 'describes the collection, not the service';
const ofTool = 'how the tool sends the request';

const common: KeyTree = {
  ...keysWith(describes, 'id uid _postman_id _* createdAt updatedAt lastUpdatedBy createdBy'),
  protocolProfileBehavior: ofTool,
  event: 'decided',
};

const collectionKeys: KeyTree = {
  ...common,
  item: 'decided',
  ...keysWith('carried', 'variable auth'),
  info: {
    name: 'carried',
    ...keysWith(describes, 'description schema version _* *'),
  },
};

const folderKeys: KeyTree = {
  ...common,
  ...keysWith('carried', 'name variable auth'),
  description: describes,
  item: 'decided',
};

const itemKeys: KeyTree = {
  ...common,
  ...keysWith('carried', 'name description variable'),
  ...keysWith('decided', 'response request'),
};

const requestKeys: KeyTree = {
  ...keysWith('carried', 'url method header body auth description'),
  ...keysWith(ofTool, 'proxy certificate'),
};

const exampleKeys: KeyTree = {
  ...keysWith(describes, 'id uid name timings'),
  '_*': ofTool,
  ...keysWith('carried', 'originalRequest responseTime header body code'),
  cookie: 'repeats a header',
  status: 'repeats the code',
};

/** Reports what is not read of the collection, a folder, or a request. */
const reportUnread = (owner: JsonObject, place: SeenPlace) => {
  for (const [index, event] of listAt(owner, 'event').entries())
    if (hasScript(event)) place.lose('scripts and tests are not run', 'event', index);
  reportAuth(owner, place);
};

const reportAuth = (owner: JsonObject, place: SeenPlace) => {
  if (readAuth(owner.auth, new Map()) === undefined)
    place.below('auth').lose(`credentials of the type ${textAt(owner.auth, 'type')} are not simulated`);
};

const hasScript = (event: Json) => {
  const script = objectAt(event, 'script');
  const lines = typeof script.exec === 'string' ? [script.exec] : listAt(script, 'exec');
  return lines.some((line) => typeof line === 'string' && line.trim() !== '') || script.src !== undefined;
};

/** Reports what is not read of the request of an item. `isRejected`: no body was accepted, perhaps since it cannot be read. */
const reportUnreadRequest = (
  request: Json | undefined,
  place: SeenPlace,
  variables: Variables,
  isRejected: boolean,
) => {
  if (!isJsonObject(request ?? null)) return;
  const at = request as JsonObject;
  reportAuth(at, place);
  reportParts(at, 'header', place);
  reportParts(at.url, 'query', place.below('url'), variables);
  const { body } = at;
  const mode = textAt(body, 'mode') ?? '';
  const bodyPlace = place.below('body');
  if (isDisabled(body ?? null)) bodyPlace.leave(isOff);
  else if (mode === 'file') bodyPlace.lose(notContained);
  else if (mode === 'urlencoded' || mode === 'formdata') reportParts(body, mode, bodyPlace, variables);
  else if (mode === 'raw' && body !== undefined) reportRaw(at, body, bodyPlace, variables, isRejected);
};

const reportRaw = (request: JsonObject, body: Json, place: SeenPlace, variables: Variables, isRejected: boolean) => {
  const raw = rawBody(body, headerIn(headersOf(request, variables), 'content-type'), variables);
  const isOpen = reportVariables(textAt(body, 'raw') ?? '', place, variables);
  if (!isRejected && !isOpen && raw.text.trim() !== '' && isJsonType(raw.type) && jsonOf(raw) === undefined)
    place.lose('it is not JSON, as its type says');
};

const isOff = 'is switched off';
const notContained = 'a file that the collection does not contain';

/** `variables`: to report those without a value. */
const reportParts = (owner: Json | undefined, list: string, place: SeenPlace, variables?: Variables) => {
  for (const [index, part] of listAt(owner, list).entries()) {
    const at = place.below(list, index);
    if (isDisabled(part)) at.leave(isOff);
    else if (textAt(part, 'type') === 'file') at.lose(notContained);
    else if (variables !== undefined) reportVariables(valueTextAt(part, 'value') ?? '', at, variables);
  }
};

/** Reports the variables without a value. Returns whether there is one. */
const reportVariables = (text: string, place: SeenPlace, variables: Variables): boolean => {
  const open = unresolvedIn(resolve(text, variables));
  for (const name of open) place.lose(`the variable {{${name}}} has no value in the collection`);
  return open.size > 0;
};

type ReadRequest = Pick<Seen, 'method' | 'origin' | 'path' | 'template' | 'query' | 'headers' | 'body'>;

interface FolderContext {
  readonly variables: Variables;
  readonly auth: Json | undefined;
}

/** A text is the reason why it cannot be read. `response`: has the values of parameters without one. */
const readRequest = (
  request: Json | undefined,
  { variables, auth }: FolderContext,
  response?: SeenAnswer,
): ReadRequest | string => {
  if (typeof request !== 'string' && !isJsonObject(request)) return 'there is no request';
  const object = typeof request === 'string' ? { url: request } : request;
  const url = readUrl(getProperty(object, 'url'), variables, (name) => shownValue(response, name));
  if (url === undefined) return 'the URL of the request cannot be read';
  const method = (textAt(object, 'method') ?? 'GET').toUpperCase();
  if (!/^[A-Z]{1,20}$/.test(method)) return 'the method of the request cannot be read';
  const own = getProperty(object, 'auth');
  const credential = readAuth(isJsonObject(own) ? own : auth, variables) ?? { headers: [], query: '' };
  const stated = headersOf(object, variables);
  const added = credential.headers.filter(([name]) => headerIn(stated, name) === undefined);
  const query = [url.query, credential.query].filter((part) => part !== '').join('&');
  const headers = [...stated, ...added];
  return { ...url, method, query, headers, body: readBody(getProperty(object, 'body'), headers, variables) };
};

/** `{bookId}` is the `bookId` of the body, or its `id`. */
const shownValue = (response: SeenAnswer | undefined, name: string): string | undefined => {
  const body = jsonOf(response?.body);
  if (!isJsonObject(body)) return undefined;
  const [stated, id] = [getProperty(body, name), getProperty(body, 'id')];
  return idText(stated) ?? (/id$/i.test(name) ? idText(id) : undefined);
};

/** Headers are a list, or the text of HTTP. */
const headersOf = (message: Json | undefined, variables: Variables): SeenHeaders =>
  (linesAt(message, 'header') ?? listAt(message, 'header')).flatMap((one) => {
    const name = textAt(one, 'key')?.toLowerCase() ?? '';
    if (isDisabled(one) || !isToken(name)) return [];
    return [[name, resolve(textAt(one, 'value') ?? '', variables)] as const];
  });

const linesAt = (message: Json | undefined, name: string): readonly Json[] | undefined =>
  textAt(message, name)
    ?.split(/\r?\n/)
    .map((line) => {
      const [key = '', value = ''] = line.split(/:\s*(.*)/s);
      return { key: key.trim(), value };
    });

/** A text is the reason why it cannot be read. */
const readAnswer = (example: Json): SeenAnswer | string => {
  const status = numberAt(example, 'code');
  if (status === undefined || !Number.isInteger(status) || status < 200 || status > 599)
    return 'its response has no status code';
  const headers = headersOf(example, new Map());
  const text = textAt(example, 'body') ?? '';
  const language = textAt(example, '_postman_previewlanguage') ?? '';
  const type = headerIn(headers, 'content-type') ?? types.get(language);
  const ms = numberAt(example, 'responseTime');
  return {
    status,
    headers: withoutCoding(headers),
    body:
      text === ''
        ? undefined
        : { text, isBase64: false, type: type ?? (/^\s*[{[]/.test(text) ? 'application/json' : 'text/plain') },
    ...(ms !== undefined && ms > 0 && { ms }),
  };
};

const readBody = (body: Json | undefined, headers: SeenHeaders, variables: Variables): SeenBody | undefined => {
  if (body === undefined || isDisabled(body)) return undefined;
  const type = headerIn(headers, 'content-type');
  const mode = textAt(body, 'mode');
  if (mode === 'urlencoded') return formBody(fieldsOf(body, 'urlencoded', variables));
  if (mode === 'formdata') return multipartBody(fieldsOf(body, 'formdata', variables));
  if (mode === 'graphql')
    return { text: graphql(objectAt(body, 'graphql'), variables), isBase64: false, type: type ?? json };
  const raw = mode === 'raw' ? rawBody(body, type, variables) : undefined;
  return raw === undefined || raw.text.trim() === '' ? undefined : raw;
};

/** The body as Postman sends it, if it is JSON as it is meant. `type`: the Content-Type of its headers. */
const rawBody = (body: Json, type: string | undefined, variables: Variables): SeenBody & { type: string } => {
  const text = resolve(textAt(body, 'raw') ?? '', variables);
  const language = textAt(objectAt(objectAt(body, 'options'), 'raw'), 'language') ?? '';
  const stated = type ?? types.get(language) ?? (/^\s*(?:[{[]|\/[/*])/.test(text) ? json : 'text/plain');
  const isPlain = !isJsonType(stated) || parseJson(text).ok;
  return { text: isPlain ? text : meantJson(text), isBase64: false, type: stated };
};

/**
 * The JSON that is meant: without comments and trailing commas, with quoted names and texts, and 0 for a variable without a value. Each
 * alternative ends at the end of the text at the latest, so that none is tried again from the next place.
 */
const meantJson = (text: string) =>
  text
    .replace(
      /"(?:[^"\\]|\\(?:.|$))*(?:"|$)|'(?:[^'\\]|\\(?:.|$))*(?:'|$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/gs,
      (token) => (token.startsWith('"') ? token : token.startsWith("'") ? JSON.stringify(token.slice(1, -1)) : ''),
    )
    .replace(/("(?:[^"\\]|\\(?:.|$))*(?:"|$))|\{\{[^{}]*\}\}/gs, (_, quoted?: string) => quoted ?? '0')
    .replace(/("(?:[^"\\]|\\(?:.|$))*(?:"|$))|([{,]\s*)([A-Za-z_$][\w$]*)(?=\s*:)/gs, (whole, quoted, before, name) =>
      quoted === undefined ? `${before}"${name}"` : whole,
    )
    .replace(/("(?:[^"\\]|\\(?:.|$))*(?:"|$))|,(\s*[}\]])/gs, '$1$2');

const json = 'application/json';

/** The media type by the language in which Postman shows a text. */
const types: ReadonlyMap<string, string> = new Map([
  ['json', json],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['javascript', 'application/javascript'],
  ['text', 'text/plain'],
  ['plain', 'text/plain'],
]);

const fieldsOf = (body: Json, mode: string, variables: Variables) =>
  listAt(body, mode)
    .filter((field) => !isDisabled(field))
    .map((field) => ({
      name: resolve(textAt(field, 'key') ?? '', variables),
      value: resolve(valueTextAt(field, 'value') ?? '', variables),
      fileName: textAt(field, 'type') === 'file' ? (textAt(field, 'src') ?? 'file').replace(/^.*[/\\]/, '') : undefined,
      type: textAt(field, 'contentType'),
    }));

/** The variables are JSON in a text. */
const graphql = (value: Json, variables: Variables): string => {
  const stated = parseJson(resolve(textAt(value, 'variables') ?? '', variables));
  return stringifyJson({
    query: resolve(textAt(value, 'query') ?? '', variables),
    ...(stated.ok && { variables: stated.value }),
    ...(textAt(value, 'operationName') !== undefined && { operationName: textAt(value, 'operationName') as string }),
  });
};

/** `known`: values of parameters that have none here, such as those of the saved response. Undefined: it cannot be read. */
const readUrl = (url: Json | undefined, variables: Variables, known: (name: string) => string | undefined) => {
  const written = textOf(url);
  if (written === undefined || written.trim() === '') return undefined;
  const [address = '', queryText = ''] = written.split('#')[0]?.split(/\?(.*)/s) ?? [];
  const { origin, path } = splitAddress(resolve(address, variables));
  const values = new Map(
    listAt(url, 'variable').map((one) => [
      textAt(one, 'key') ?? textAt(one, 'id') ?? '',
      resolve(valueTextAt(one, 'value') ?? '', variables),
    ]),
  );
  const segments = path.split('/').map((segment) => readSegment(segment, values, known));
  const isTemplate = segments.some(({ name }) => name !== undefined);
  const parsed = URL.parse(`http://host${segments.map(({ value }) => value).join('/')}`);
  if (parsed === null || (origin !== '' && !URL.canParse(origin))) return undefined;
  const template = segments.map(({ name, value }) => (name === undefined ? value : `{${name}}`)).join('/');
  const query =
    isJsonObject(url) && Array.isArray(url.query) ? queryOf(url.query, variables) : resolve(queryText, variables);
  return { origin, path: parsed.pathname, template: isTemplate ? template : undefined, query };
};

const textOf = (url: Json | undefined): string | undefined => {
  if (typeof url === 'string') return url;
  const host = partsOf(url, 'host').join('.');
  const path = partsOf(url, 'path');
  if (host === '' && path.length === 0) return textAt(url, 'raw');
  const protocol = textAt(url, 'protocol');
  const port = valueTextAt(url, 'port');
  const origin = `${protocol === undefined ? '' : `${protocol.replace(/:.*$/, '')}://`}${host}${port ? `:${port}` : ''}`;
  return `${origin}/${path.join('/')}`;
};

/** A list of texts, or of objects with a value; or one text. */
const partsOf = (url: Json | undefined, name: string): readonly string[] => {
  const text = textAt(url, name);
  if (text !== undefined) return [text.replace(/^\//, '')];
  return listAt(url, name).map((part) => (typeof part === 'string' ? part : (textAt(part, 'value') ?? '')));
};

/** A variable at the beginning is the address of the service. */
const splitAddress = (address: string): { readonly origin: string; readonly path: string } => {
  const trimmed = address.trim();
  const unknown = /^(?:[a-z]+:\/\/)?[^/]*\{\{[^{}]*\}\}[^/]*/i.exec(trimmed)?.[0];
  if (unknown !== undefined) return { origin: '', path: pathOf(trimmed.slice(unknown.length)) };
  const [, scheme = 'http://', host = '', path = ''] = /^([a-z]+:\/\/)?([^/]*)(.*)$/is.exec(trimmed) ?? [];
  return { origin: host === '' ? '' : `${scheme}${host}`, path: pathOf(path) };
};

/** A base URL may end with a slash of its own. */
const pathOf = (path: string) => `/${path.replace(/^\/+/, '')}`;

const readSegment = (
  segment: string,
  values: ReadonlyMap<string, string>,
  known: (name: string) => string | undefined,
): { readonly name: string | undefined; readonly value: string } => {
  const name = /^:([\w-]+)$/.exec(segment)?.[1] ?? unresolvedName(segment);
  if (name === undefined) return { name, value: segment };
  const stated = values.get(name) ?? '';
  const isStated = stated !== '' && unresolvedIn(stated).size === 0;
  const placeholder = placeholderValue(stated);
  const value = isStated && placeholder === undefined ? stated : (known(name) ?? (isStated ? placeholder : undefined));
  return { name: name.replaceAll(/[^\w-]/g, '_'), value: encodeURIComponent(value ?? '1') };
};

/** The pairs of a query whose values are known. */
const queryOf = (list: readonly Json[], variables: Variables) =>
  list
    .filter((one) => !isDisabled(one) && textAt(one, 'key') !== undefined)
    .flatMap((one) => {
      const key = encodeURIComponent(resolve(textAt(one, 'key') ?? '', variables));
      const stated = resolve(valueTextAt(one, 'value') ?? '', variables);
      if (unresolvedIn(stated).size > 0) return [];
      const value = placeholderValue(stated) ?? stated;
      return value === '' ? key : `${key}=${encodeURIComponent(decodePercent(value))}`;
    })
    .join('&');

interface SentCredential {
  readonly headers: SeenHeaders;
  /** Without the `?`; empty for most. */
  readonly query: string;
}

const none: SentCredential = { headers: [], query: '' };

/** Returns undefined if its scheme is not known. */
const readAuth = (auth: Json | undefined, variables: Variables): SentCredential | undefined => {
  const type = textAt(auth, 'type') ?? 'noauth';
  const at = (name: string, otherwise = ''): string => resolve(attributeOf(auth, type, name) ?? otherwise, variables);
  const authorization = (value: string): SentCredential => ({ headers: [['authorization', value]], query: '' });
  switch (type) {
    case 'noauth':
      return none;
    case 'bearer':
      return authorization(`Bearer ${at('token')}`);
    case 'jwt':
    case 'oauth2':
      return authorization(`Bearer ${at('accessToken', 'token')}`);
    case 'basic':
      return authorization(`Basic ${Buffer.from(`${at('username')}:${at('password')}`).toString('base64')}`);
    case 'apikey':
      if (at('in') === 'query')
        return { headers: [], query: `${encodeURIComponent(at('key'))}=${encodeURIComponent(at('value'))}` };
      return { headers: [[at('key').toLowerCase(), at('value')]], query: '' };
    default:
      return undefined;
  }
};

/** A list of keys and values; an object in version 2.0. */
const attributeOf = (auth: Json | undefined, type: string, name: string): string | undefined => {
  const attributes = isJsonObject(auth) ? auth[type] : undefined;
  if (!Array.isArray(attributes)) return valueTextAt(attributes, name);
  const found = listAt(auth, type).find((one) => textAt(one, 'key') === name);
  return valueTextAt(found, 'value');
};

/** The values of variables by name; those of a folder hide those of the folders around it. */
type Variables = ReadonlyMap<string, string>;

/** `list`: the property with the variables. Disabled ones do not count. */
const withVariables = (outer: Variables, owner: Json, list: string): Variables => {
  const own = listAt(owner, list).flatMap((one) => {
    const name = textAt(one, 'key') ?? textAt(one, 'id');
    const value = valueTextAt(one, 'value');
    const isOff = isDisabled(one);
    return name === undefined || value === undefined || isOff ? [] : [[name, value] as const];
  });
  return own.length === 0 ? outer : new Map([...outer, ...own]);
};

const isDisabled = (part: Json) =>
  typeof part === 'object' &&
  part !== null &&
  ((part as { readonly disabled?: Json }).disabled === true || (part as { readonly enabled?: Json }).enabled === false);

const variable = /\{\{([^{}]{1,200})\}\}/g;

/** How deep variables are resolved: one may contain others. */
const maxDepth = 10;
/** A variable that contains another one twice doubles the text. */
const maxAdded = 1_000_000;

/** A variable without a value stays. */
const resolve = (text: string, variables: Variables): string => {
  let result = text;
  let left = maxAdded;
  for (let depth = 0; depth < maxDepth && left > 0 && result.includes('{{'); depth++) {
    const before = result;
    result = before.replaceAll(variable, (whole, name: string) => {
      const value = variables.get(name.trim()) ?? dynamic.get(name.trim()) ?? whole;
      left -= value.length;
      return left < 0 ? whole : value;
    });
    if (result === before) break;
  }
  return result;
};

/** Postman makes new values for each request. */
const dynamic: Variables = new Map([
  ['$guid', '00000000-0000-4000-8000-000000000000'],
  ['$randomUUID', '00000000-0000-4000-8000-000000000000'],
  ['$timestamp', '1893456000'],
  ['$isoTimestamp', '2030-01-01T00:00:00.000Z'],
  ['$randomInt', '1'],
]);

/** The name of a variable without a value, if the text is nothing else. */
const unresolvedName = (text: string): string | undefined => /^\{\{([^{}]{1,200})\}\}$/.exec(text)?.[1]?.trim();

const unresolvedIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(variable)].map(([, name = '']) => name.trim()));

/** A value in place of `<integer>`, as collections made from a document have it; undefined for any other text. */
const placeholderValue = (text: string): string | undefined => {
  const type = /^<([A-Za-z][\w -]*)>$/.exec(text)?.[1]?.toLowerCase();
  return type && (placeholders.get(type) ?? 'text');
};

const placeholders: Variables = new Map([
  ...['integer', 'number', 'long', 'float', 'double'].map((type) => [type, '1'] as const),
  ['boolean', 'true'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
  ['date', '2030-01-01'],
  ['datetime', '2030-01-01T00:00:00Z'],
]);
