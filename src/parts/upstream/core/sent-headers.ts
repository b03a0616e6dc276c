/** The headers that an upstream gets: those of the client, without what concerns only the connection or this server. */
import { headerOf, type RequestHeaders } from '../../../core/http/http.ts';
import { ownPreferences } from '../../../core/request/prefer.ts';

/** RFC 9110, section 7.6.1. */
const ofConnection: ReadonlySet<string> = new Set(
  (
    'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer ' +
    'transfer-encoding upgrade http2-settings'
  ).split(' '),
);

/** Written anew: a compressed body is sent decoded, and a compressed response could neither be checked nor altered. */
const ofMessage: ReadonlySet<string> = new Set(
  'host content-length content-encoding accept-encoding expect'.split(' '),
);

/** Whether a header belongs to one connection. `named`: those that its `Connection` header names. */
export const isOfConnection = (name: string, named: ReadonlySet<string>): boolean =>
  ofConnection.has(name) || named.has(name);

export const namedByConnection = (connection: string | undefined): ReadonlySet<string> =>
  // Nearly every message has one of these.
  connection === undefined || connection === 'keep-alive'
    ? none
    : new Set(connection.split(',').map((name) => name.trim().toLowerCase()));

const none: ReadonlySet<string> = new Set();

/** Whether a header states how a request is sent: a second one would be ambiguous (RFC 9112, section 6). `Host` is replaced. */
export const isWritten = (name: string): boolean => (ofConnection.has(name) || ofMessage.has(name)) && name !== 'host';

/** Names and values alternate. */
export const sentHeaders = (headers: RequestHeaders): readonly string[] => {
  const named = namedByConnection(headerOf(headers, 'connection'));
  const sent: string[] = [];
  for (const name of Object.keys(headers)) {
    if (isOfConnection(name, named) || ofMessage.has(name) || name.startsWith('vivarium-')) continue;
    const value = withoutOwnPart(name, headerOf(headers, name) ?? '');
    if (value !== undefined) sent.push(name, value);
  }
  sent.push('accept-encoding', 'identity');
  return sent;
};

/** Three headers may hold what selects the world, or a preference that was read here. Undefined: nothing else. */
const withoutOwnPart = (name: string, value: string): string | undefined => {
  switch (name) {
    case 'cookie':
      return withoutParts(value, value.split(';'), '; ', isWorld);
    case 'baggage':
      return withoutParts(value, value.split(','), ', ', isWorld);
    case 'prefer':
      // A text in quotes may have commas (RFC 7240, section 2).
      return withoutParts(value, value.match(/(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^",])+/gs) ?? [], ', ', isOwnPreference);
    default:
      return value;
  }
};

const isWorld = (pair: string) => pair.split('=', 1)[0]?.trim() === 'vivarium-world';

const isOwnPreference = (part: string) =>
  ownPreferences.includes((part.split(/[=;]/, 1)[0] as string).trim().toLowerCase());

const withoutParts = (
  value: string,
  parts: readonly string[],
  separator: string,
  isOwn: (part: string) => boolean,
): string | undefined => {
  const rest = parts.filter((part) => !isOwn(part));
  if (rest.length === parts.length) return value;
  return rest.length === 0 ? undefined : rest.map((part) => part.trim()).join(separator);
};
