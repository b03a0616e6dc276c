/** Authentication: whether a request has a credential that its operation requires. */

import { cookieOf, headerOf, type RequestHeaders } from '../http/http.ts';
import { matchesWildcard } from '../primitives/wildcard.ts';
import type { Credential as AcceptedCredential } from '../service/handler.ts';
import type { Operation, SecurityScheme } from '../service/operation.ts';
import type { Rules } from '../state/state.ts';

export type Authentication =
  | { readonly ok: true; readonly result: string }
  | { readonly ok: false; readonly message: string; readonly challenge: string };

type Failure = Extract<Authentication, { ok: false }> & { readonly what: keyof typeof ranks };

/** If all alternatives fail, the failure with the highest rank is reported. */
const ranks = { missing: 0, malformed: 1, 'not accepted': 2 } as const;

/** The credential of a scheme in a request, if it is present and well-formed. */
type Credential =
  | { readonly type: 'found'; readonly value: string }
  | { readonly type: 'missing' }
  | { readonly type: 'malformed' };

const noCredentialRequired: Authentication = { ok: true, result: 'not required' };

export const authenticate = (
  operation: Operation,
  headers: RequestHeaders,
  query: () => URLSearchParams | undefined,
  rules: Rules,
): Authentication => {
  const { security } = operation;
  if (security.length === 0) return noCredentialRequired;
  let refusal: Failure | undefined;
  for (const alternative of security) {
    const failure = firstFailure(alternative, headers, query, rules);
    if (failure === undefined) return { ok: true, result: alternative.length === 0 ? 'not required' : 'accepted' };
    if (refusal === undefined || ranks[failure.what] > ranks[refusal.what]) refusal = failure;
  }
  return refusal as Failure;
};

/** The credential of the first alternative that accepts one, also if none is required. Of several schemes, the first. */
export const acceptedCredential = (
  { security }: Operation,
  headers: RequestHeaders,
  query: () => URLSearchParams | undefined,
  rules: Rules,
): AcceptedCredential | undefined => {
  const accepted = security.find(
    (alternative) => alternative.length > 0 && firstFailure(alternative, headers, query, rules) === undefined,
  );
  const [scheme] = accepted ?? [];
  const credential = scheme && credentialOf(scheme, headers, query);
  return credential?.type === 'found' ? { scheme: scheme?.scheme as string, value: credential.value } : undefined;
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
      if (isAccepted(variantsOf(credential.value, scheme), rules)) continue;
      // RFC 6750, section 3.1: the challenge contains the error of the token.
      const detailed = scheme.type === 'bearer' ? `${challenge} error="invalid_token"` : challenge;
      const message = `The credential in ${locationOf(scheme)} is not accepted.`;
      return { ok: false, what: 'not accepted', message, challenge: detailed };
    }
    const credentialType = credential.type;
    return {
      ok: false,
      what: credentialType,
      message: `The credential is ${credentialType}: send ${usageOf(scheme)}.`,
      challenge,
    };
  }
  return undefined;
};

/** Whether the request has a credential that the operation could accept. */
export const sendsCredential = (
  { security }: Operation,
  headers: RequestHeaders,
  query: () => URLSearchParams | undefined,
): boolean => security.flat().some((scheme) => credentialOf(scheme, headers, query).type === 'found');

/** The challenge of a 401 for this operation; undefined if it requires no credential. */
export const challengeOf = (operation: Operation | undefined): string | undefined =>
  operation?.security.flat()[0]?.challenge;

/** If an API key is documented as the whole Authorization header, clients send it with or without the name of a scheme. */
const variantsOf = (credential: string, scheme: SecurityScheme): readonly string[] => {
  if (scheme.type !== 'api-key' || scheme.in !== 'header' || scheme.name.toLowerCase() !== 'authorization')
    return [credential];
  const withoutScheme = /^[A-Za-z-]+ +(\S+)$/.exec(credential)?.[1];
  return withoutScheme === undefined ? [credential] : [credential, withoutScheme];
};

const isAccepted = (variants: readonly string[], { keys, rejected }: Rules): boolean =>
  (keys === undefined || variants.some((variant) => keys.includes(variant))) &&
  !variants.some((variant) => rejected.some((pattern) => matchesWildcard(pattern, variant)));

const foundOrMissing = (value: string | null | undefined): Credential =>
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
      // The name of the scheme is case-insensitive. Any text is a token: test suites of SDKs send `Bearer My API Key`.
      const token = /^bearer +([^ ].*)$/i.exec(header)?.[1];
      return token === undefined ? { type: 'malformed' } : { type: 'found', value: token };
    }
    case 'basic': {
      const header = headerOf(headers, 'authorization');
      if (header === undefined || header === '') return { type: 'missing' };
      const pair = decodeBasic(/^basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1]);
      return pair?.includes(':') ? { type: 'found', value: pair } : { type: 'malformed' };
    }
    case 'api-key':
      if (scheme.in === 'query') return foundOrMissing(query()?.get(scheme.name));
      return foundOrMissing(
        scheme.in === 'cookie' ? cookieOf(headers, scheme.name) : headerOf(headers, scheme.name.toLowerCase()),
      );
  }
};

const decodeBasic = (token: string | undefined): string | undefined => {
  if (token === undefined) return undefined;
  try {
    // RFC 7617, section 2.1: the challenge has `charset="UTF-8"`.
    return new TextDecoder().decode(Uint8Array.from(atob(token), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
};

const locationOf = (scheme: SecurityScheme): string =>
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
      return `it in ${locationOf(scheme)}`;
  }
};
