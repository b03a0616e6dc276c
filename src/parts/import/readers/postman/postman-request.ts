/** A request of a collection as it would be sent, and the saved response of an example. */
import { decodePercent, isJsonType, isToken } from '../../../../core/http/http.ts';
import { getProperty, isJsonObject, type Json, parseJson, stringifyJson } from '../../../../core/primitives/json.ts';
import { idText } from '../../../../core/state/item-key.ts';
import {
  headerIn,
  jsonOf,
  type Seen,
  type SeenAnswer,
  type SeenBody,
  type SeenHeaders,
  withoutCoding,
} from '../../recording.ts';
import { formBody, listAt, multipartBody, numberAt, objectAt, textAt, valueTextAt } from '../format.ts';

type ReadRequest = Pick<Seen, 'method' | 'origin' | 'path' | 'template' | 'query' | 'headers' | 'body'>;

export interface FolderContext {
  readonly variables: Variables;
  readonly auth: Json | undefined;
}

/** A text is the reason why it cannot be read. `response`: has the values of parameters without one. */
export const readRequest = (
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
export const headersOf = (message: Json | undefined, variables: Variables): SeenHeaders =>
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
export const readAnswer = (example: Json): SeenAnswer | string => {
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
export const rawBody = (body: Json, type: string | undefined, variables: Variables): SeenBody & { type: string } => {
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
const meantJson = (text: string): string =>
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

/** The variables are a text. */
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
const pathOf = (path: string): string => `/${path.replace(/^\/+/, '')}`;

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
const queryOf = (list: readonly Json[], variables: Variables): string =>
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
export const readAuth = (auth: Json | undefined, variables: Variables): SentCredential | undefined => {
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
export type Variables = ReadonlyMap<string, string>;

/** `list`: the property with the variables. Disabled ones do not count. */
export const withVariables = (outer: Variables, owner: Json, list: string): Variables => {
  const own = listAt(owner, list).flatMap((one) => {
    const name = textAt(one, 'key') ?? textAt(one, 'id');
    const value = valueTextAt(one, 'value');
    const isOff = isDisabled(one);
    return name === undefined || value === undefined || isOff ? [] : [[name, value] as const];
  });
  return own.length === 0 ? outer : new Map([...outer, ...own]);
};

/** Whether the user switched a part off. */
export const isDisabled = (part: Json): boolean =>
  typeof part === 'object' &&
  part !== null &&
  ((part as { readonly disabled?: Json }).disabled === true || (part as { readonly enabled?: Json }).enabled === false);

const variable = /\{\{([^{}]{1,200})\}\}/g;

/** How deep variables are resolved: one may contain others. */
const maxDepth = 10;
/** A variable that contains another one twice doubles the text. */
const maxAdded = 1_000_000;

/** What has no value stays as it is. */
export const resolve = (text: string, variables: Variables): string => {
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

/** Postman invents others for each request. */
const dynamic: Variables = new Map([
  ['$guid', '00000000-0000-4000-8000-000000000000'],
  ['$randomUUID', '00000000-0000-4000-8000-000000000000'],
  ['$timestamp', '1893456000'],
  ['$isoTimestamp', '2030-01-01T00:00:00.000Z'],
  ['$randomInt', '1'],
]);

/** The name of a variable without a value, if the text is nothing else. */
const unresolvedName = (text: string): string | undefined => /^\{\{([^{}]{1,200})\}\}$/.exec(text)?.[1]?.trim();

export const unresolvedIn = (text: string): ReadonlySet<string> =>
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
