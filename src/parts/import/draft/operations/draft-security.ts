/** The credentials that requests had. */
import type { JsonObject } from '../../../../core/primitives/json.ts';
import { plainName } from '../../../../core/primitives/singular.ts';
import { headerIn } from '../../recording/recording.ts';
import type { Recorded } from '../paths/recorded.ts';
import type { DraftOperation } from './operations.ts';

export interface Security {
  readonly schemes: Readonly<Record<string, JsonObject>>;
  /** The requirements of most operations. */
  readonly usual: readonly JsonObject[];
  /** Returns undefined for the usual one. */
  readonly of: (operation: DraftOperation) => readonly JsonObject[] | undefined;
}

/** Cookies are none: a browser sends those of a session with each request, whether the service demands them or not. */
export const securityOf = (operations: readonly DraftOperation[]): Security => {
  const schemes: Record<string, JsonObject> = {};
  const demands = new Map(
    operations.flatMap((operation) => {
      const demanded = demandedBy(operation);
      return demanded === undefined ? [] : [[operation, demanded]];
    }),
  );
  const counts = new Map<string, number>();
  for (const demanded of demands.values()) {
    for (const [name, scheme] of demanded) schemes[name] = scheme;
    counts.set(keyOf(demanded), (counts.get(keyOf(demanded)) ?? 0) + 1);
  }
  const [usual = ''] = [...counts].sort(([, left], [, right]) => right - left)[0] ?? [];
  return {
    schemes,
    usual: requirementOf(usual),
    of: (operation) => {
      const demanded = demands.get(operation);
      return demanded === undefined || keyOf(demanded) === usual ? undefined : requirementOf(keyOf(demanded));
    },
  };
};

type Schemes = ReadonlyMap<string, JsonObject>;

const keyOf = (schemes: Schemes): string => [...schemes.keys()].sort().join(' ');

const requirementOf = (key: string): readonly JsonObject[] =>
  key === '' ? [] : [Object.fromEntries(key.split(' ').map((name) => [name, []]))];

/** What all of its requests had, but those that were rejected without it. Undefined: all were rejected. */
const demandedBy = ({ requests }: DraftOperation): Schemes | undefined => {
  const [first, ...others] = requests.filter(({ status }) => status !== 401 && status !== 403).map(credentialsIn);
  if (first === undefined) return undefined;
  const demanded = new Map(first);
  for (const other of others) for (const name of demanded.keys()) if (!other.has(name)) demanded.delete(name);
  return demanded;
};

const keyNames: ReadonlySet<string> = new Set(
  [
    ...['api-key', 'x-api-key', 'x-apikey', 'api-token', 'x-api-token', 'auth-token', 'x-auth-token', 'access-token'],
    ...['x-access-token', 'private-token', 'x-session-token', 'x-token', 'x-app-key', 'subscription-key', 'appid'],
    ...['ocp-apim-subscription-key', 'x-goog-api-key', 'x-client-secret'],
  ].map(plainName),
);

export const isKeyName = (name: string): boolean => keyNames.has(plainName(name));

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

const schemeName = (name: string): string =>
  name
    .replace(/^x-/, '')
    .replace(/[^A-Za-z\d]+([a-z\d])?/g, (_whole, letter: string | undefined) => letter?.toUpperCase() ?? '');

/** The name of a header as readers know it: `X-API-Key`. */
export const headerName = (name: string): string =>
  name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replace(/\bApi\b/g, 'API');
