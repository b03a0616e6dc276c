/** Whether a request carries the credential that its operation asks for. */

import { cookieOf, headerOf, type RequestHeaders } from '../http/http.ts';
import { matchesWildcard } from '../primitives/wildcard.ts';
import type { Operation, SecurityScheme } from '../service/operation.ts';
import type { Rules } from '../state/state.ts';

export type Authentication =
  | { readonly ok: true; readonly result: string }
  | { readonly ok: false; readonly message: string; readonly challenge: string };

type Failure = Extract<Authentication, { ok: false }> & { readonly what: keyof typeof ranks };

/** The more of a credential was there, the more its failure tells. */
const ranks = { missing: 0, malformed: 1, 'not accepted': 2 } as const;

/** What a scheme finds in the request: the credential, nothing, or something that is no credential of its kind. */
type Credential =
  | { readonly type: 'found'; readonly value: string }
  | { readonly type: 'missing' }
  | { readonly type: 'malformed' };

const noCredentialWanted: Authentication = { ok: true, result: 'none is asked for' };

export const authenticate = (
  operation: Operation,
  headers: RequestHeaders,
  query: () => URLSearchParams | undefined,
  rules: Rules,
): Authentication => {
  const { security } = operation;
  if (security.length === 0) return noCredentialWanted;
  let refusal: Failure | undefined;
  for (const alternative of security) {
    const failure = firstFailure(alternative, headers, query, rules);
    if (failure === undefined) return { ok: true, result: alternative.length === 0 ? 'none is asked for' : 'accepted' };
    if (refusal === undefined || ranks[failure.what] > ranks[refusal.what]) refusal = failure;
  }
  return refusal as Failure;
};

const firstFailure = (
  alternative: readonly SecurityScheme[],
  headers: RequestHeaders,
  query: () => URLSearchParams | undefined,
  rules: Rules,
): Failure | undefined => {
  for (const scheme of alternative) {
    const credential = credentialOf(scheme, headers, query);
    const { challenge } = scheme;
    if (credential.type === 'found') {
      if (isAccepted(readingsOf(credential.value, scheme), rules)) continue;
      // RFC 6750, section 3.1: what was wrong with a token belongs into the challenge.
      const detailed = scheme.type === 'bearer' ? `${challenge} error="invalid_token"` : challenge;
      const message = `The credential in ${placeOf(scheme)} is not accepted.`;
      return { ok: false, what: 'not accepted', message, challenge: detailed };
    }
    const what = credential.type;
    return { ok: false, what, message: `The credential is ${what}: send ${usageOf(scheme)}.`, challenge };
  }
  return undefined;
};

/** The challenge of a 401 for this operation; undefined where it asks for no credential. */
export const challengeOf = (operation: Operation | undefined): string | undefined =>
  operation?.security.flat()[0]?.challenge;

/** A key that is documented as the whole Authorization header comes with a scheme's name before it, or without. */
const readingsOf = (credential: string, scheme: SecurityScheme): readonly string[] => {
  if (scheme.type !== 'api-key' || scheme.in !== 'header' || scheme.name.toLowerCase() !== 'authorization')
    return [credential];
  const bare = /^[A-Za-z-]+ +(\S+)$/.exec(credential)?.[1];
  return bare === undefined ? [credential] : [credential, bare];
};

const isAccepted = (readings: readonly string[], { keys, rejected }: Rules): boolean =>
  (keys === undefined || readings.some((reading) => keys.includes(reading))) &&
  !readings.some((reading) => rejected.some((pattern) => matchesWildcard(pattern, reading)));

const found = (value: string | null | undefined): Credential =>
  value === undefined || value === null || value === '' ? { type: 'missing' } : { type: 'found', value };

const credentialOf = (
  scheme: SecurityScheme,
  headers: RequestHeaders,
  query: () => URLSearchParams | undefined,
): Credential => {
  switch (scheme.type) {
    case 'bearer': {
      const header = headerOf(headers, 'authorization');
      if (header === undefined || header === '') return { type: 'missing' };
      // The token68 syntax of RFC 9110, section 11.2; the scheme's name in any case.
      const token = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header)?.[1];
      return token === undefined ? { type: 'malformed' } : { type: 'found', value: token };
    }
    case 'basic': {
      const header = headerOf(headers, 'authorization');
      if (header === undefined || header === '') return { type: 'missing' };
      const pair = decodeBasic(/^basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1]);
      return pair?.includes(':') ? { type: 'found', value: pair } : { type: 'malformed' };
    }
    case 'api-key':
      if (scheme.in === 'query') return found(query()?.get(scheme.name));
      return found(
        scheme.in === 'cookie' ? cookieOf(headers, scheme.name) : headerOf(headers, scheme.name.toLowerCase()),
      );
  }
};

const decodeBasic = (token: string | undefined): string | undefined => {
  if (token === undefined) return undefined;
  try {
    // RFC 7617, section 2.1: the challenge asks for UTF-8.
    return new TextDecoder().decode(Uint8Array.from(atob(token), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
};

const placeOf = (scheme: SecurityScheme): string =>
  scheme.type === 'api-key'
    ? `the ${scheme.in === 'query' ? 'query parameter' : scheme.in} "${scheme.name}"`
    : 'the Authorization header';

const usageOf = (scheme: SecurityScheme): string => {
  switch (scheme.type) {
    case 'bearer':
      return 'the header "Authorization: Bearer <token>"';
    case 'basic':
      return 'the header "Authorization: Basic <base64 of user:password>"';
    case 'api-key':
      return `it in ${placeOf(scheme)}`;
  }
};
