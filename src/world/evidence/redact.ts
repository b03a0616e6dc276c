/** Redacts credentials in output. They stay in memory, because a replay needs them. */

import { decodePercent } from '../../core/http/http.ts';
import { getProperty, isJsonObject } from '../../core/primitives/json.ts';
import type { Service } from '../../core/service/service.ts';

export interface Redactor {
  /** `name` in lower case. */
  readonly header: (name: string, value: string) => string;
  /** Without the question mark. */
  readonly query: (query: string) => string;
}

const redacted = '[redacted]';

const noRedaction: Redactor = { header: (_name, value) => value, query: (query) => query };

/** Redacts the usual locations of credentials and those of the document's security schemes. */
const createRedactor = (service: Service): Redactor => {
  const keys = apiKeysOf(service);
  const headers = new Set(keys.filter((key) => key.in === 'header').map((key) => key.name.toLowerCase()));
  const parameters = new Set(keys.filter((key) => key.in === 'query').map((key) => key.name));
  const query = (text: string): string => (parameters.size === 0 ? text : redactQuery(text, parameters));
  const header = (name: string, value: string): string => {
    if (headers.has(name)) return redacted;
    switch (name) {
      case 'authorization':
      case 'proxy-authorization':
        return redactAuthorization(value);
      case 'cookie':
        return value.split(';').map(redactCookie).join(';');
      case 'set-cookie':
        return redactSetCookie(value);
      case 'referer':
      case 'location':
        return redactUrl(value, query);
      default:
        return value;
    }
  };
  return { header, query };
};

export type RedactorFor = (service: Service) => Redactor;

/** Cached per service, because a changed document may have other security schemes. */
export const createRedactorFor = (showCredentials: boolean): RedactorFor => {
  if (showCredentials) return () => noRedaction;
  let known: { readonly service: Service; readonly redactor: Redactor } | undefined;
  return (service) => {
    if (known?.service !== service) known = { service, redactor: createRedactor(service) };
    return known.redactor;
  };
};

interface ApiKey {
  readonly in: unknown;
  readonly name: string;
}

/** The schemes that operations require, and those that are only defined: a client may send them too. */
const apiKeysOf = ({ operations, document }: Service): readonly ApiKey[] => {
  const required = operations
    .flatMap((operation) => operation.security.flat())
    .filter((scheme) => scheme.type === 'api-key');
  const components = getProperty(document, 'components');
  const defined = isJsonObject(components) ? getProperty(components, 'securitySchemes') : undefined;
  const schemes = isJsonObject(defined) ? Object.values(defined).filter(isJsonObject) : [];
  return [
    ...required,
    ...schemes.map((scheme) => ({ in: getProperty(scheme, 'in'), name: String(getProperty(scheme, 'name') ?? '') })),
  ];
};

/** Keeps the name of the scheme, which is useful. It must be a known scheme, otherwise a bare key could be mistaken for it. */
const redactAuthorization = (value: string): string => {
  const scheme = /^(basic|bearer|digest|dpop|hoba|mutual|negotiate|ntlm|token|apikey|aws4-hmac-sha256)(?= )/i.exec(
    value,
  )?.[1];
  return scheme === undefined ? redacted : `${scheme} ${redacted}`;
};

const redactCookie = (pair: string): string => {
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  if (equals > 0 && name === 'vivarium-world') return pair;
  return equals > 0 ? `${pair.slice(0, equals)}=${redacted}` : pair.trim() === '' ? pair : redacted;
};

/** Redacts only the value; the attributes of the cookie are kept. */
const redactSetCookie = (value: string): string => {
  const [pair = '', ...attributes] = value.split(';');
  return [redactCookie(pair), ...attributes].join(';');
};

const redactQuery = (query: string, parameters: ReadonlySet<string>): string =>
  query
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const name = decodePercent((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
      return equals >= 0 && parameters.has(name) ? `${pair.slice(0, equals)}=${redacted}` : pair;
    })
    .join('&');

const redactUrl = (url: string, redact: (query: string) => string): string => {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const hash = url.indexOf('#', mark);
  const end = hash < 0 ? url.length : hash;
  return `${url.slice(0, mark + 1)}${redact(url.slice(mark + 1, end))}${url.slice(end)}`;
};
