/** Authentication: whether a request has a credential that its operation requires. */

import type { Step } from '../exchange.ts';
import { cookieOf, headerOf, type RequestHeaders } from '../http/http.ts';
import { matchesWildcard } from '../primitives/wildcard.ts';
import type { Credential as AcceptedCredential } from '../service/handler.ts';
import type { TokenJudgement } from '../service/login-facts.ts';
import type { Operation, SecurityScheme } from '../service/operation.ts';
import type { Rules } from '../state/state.ts';
import type { RequestContext } from './request-context.ts';

type Authentication = { readonly ok: true; readonly step: Step } | Failure;

interface Failure {
  readonly ok: false;
  /** `without scope`: it is accepted, but has not all scopes that the operation demands. */
  readonly what: keyof typeof ranks;
  readonly message: string;
  readonly challenge: string;
}

/** Finds out whether a token is of the server's own issuer. */
export type JudgeToken = (token: string) => TokenJudgement;

/** If all alternatives fail, the failure with the highest rank is reported. */
const ranks = { missing: 0, malformed: 1, 'not accepted': 2, 'without scope': 3 } as const;

type SentRequest = Pick<RequestContext, 'request' | 'query'>;

interface Judged extends SentRequest {
  readonly rules: Rules;
  readonly judge?: JudgeToken | undefined;
}

const accepted: Authentication = { ok: true, step: { type: 'credential', result: 'accepted' } };
const notRequired: Authentication = { ok: true, step: { type: 'credential', result: 'not required' } };

export const authenticate = ({ security }: Operation, sent: Judged): Authentication => {
  if (security.length === 0) return notRequired;
  let refusal: Failure | undefined;
  for (const alternative of security) {
    const failure = firstFailure(alternative, sent);
    if (failure === undefined) return alternative.length === 0 ? notRequired : accepted;
    if (refusal === undefined || ranks[failure.what] > ranks[refusal.what]) refusal = failure;
  }
  return refusal as Failure;
};

/** The credential of the first alternative that accepts one, also if none is required. Of several schemes, the first. */
export const acceptedCredential = ({ security }: Operation, sent: Judged): AcceptedCredential | undefined => {
  const chosen = security.find(
    (alternative) => alternative.length > 0 && firstFailure(alternative, sent) === undefined,
  );
  const [scheme] = chosen ?? [];
  const value = scheme && credentialOf(scheme, sent);
  if (scheme === undefined || value === undefined) return undefined;
  const judgement = sent.judge?.(value);
  return { scheme: scheme.scheme, value, claims: judgement?.type === 'accepted' ? judgement.claims : undefined };
};

const firstFailure = (alternative: readonly SecurityScheme[], sent: Judged): Failure | undefined => {
  for (const scheme of alternative) {
    const failure = failureOf(scheme, sent);
    if (failure !== undefined) return failure;
  }
  return undefined;
};

/** Why a credential is not accepted; undefined: it is. */
const failureOf = (scheme: SecurityScheme, sent: Judged): Failure | undefined => {
  const { rules, judge } = sent;
  const value = credentialOf(scheme, sent);
  if (value === undefined) {
    const isMissing = !isAuthorization(scheme) || !headerOf(sent.request.headers, 'authorization');
    const what = isMissing ? 'missing' : 'malformed';
    const message = `The credential is ${what}: send ${usageOf(scheme)}.`;
    return { ok: false, what, message, challenge: scheme.challenge };
  }
  const variants = variantsOf(value, scheme);
  const judgement = judge?.(variants.at(-1) as string);
  if (judgement?.type === 'accepted') return scopeFailure(scheme, judgement.scopes);
  const isListed = rules.keys !== undefined && variants.some((variant) => rules.keys?.includes(variant));
  const reason = judgement?.type === 'rejected' && !isListed ? `: ${judgement.reason}` : '';
  const isForeign = scheme.type === 'bearer' && rules.login?.acceptsOnlyIssued === true && !isListed;
  // The password of HTTP Basic may be rejected whoever sends it.
  const judged = scheme.type === 'basic' ? [...variants, value.slice(value.indexOf(':') + 1)] : variants;
  const isRejected = judged.some((one) => rules.rejected.some((pattern) => matchesWildcard(pattern, one)));
  if (reason === '' && !isForeign && !isRejected && (rules.keys === undefined || isListed)) return undefined;
  // RFC 6750, section 3.1: the challenge contains the error of the token.
  const challenge = scheme.type === 'bearer' ? `${scheme.challenge} error="invalid_token"` : scheme.challenge;
  const message = `The credential in ${locationOf(scheme)} is not accepted${reason}.`;
  return { ok: false, what: 'not accepted', message, challenge };
};

/** RFC 6750, section 3.1. */
const scopeFailure = (scheme: SecurityScheme, scopes: ReadonlySet<string>): Failure | undefined => {
  const missing = scheme.scopes?.filter((scope) => !scopes.has(scope)) ?? [];
  if (missing.length === 0) return undefined;
  const message = `The token in ${locationOf(scheme)} lacks the scope ${missing.join(' ')}.`;
  // A quoted text (RFC 9110, section 5.6.4) with the characters of RFC 6749, section 3.3.
  const needed = (scheme.scopes ?? []).join(' ').replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '');
  const challenge = `${scheme.challenge} error="insufficient_scope", scope="${needed}"`;
  return { ok: false, what: 'without scope', message, challenge };
};

/** The first scheme of which the request has a credential that the operation could accept. */
export const sentSchemeOf = ({ security }: Operation, sent: SentRequest): SecurityScheme | undefined =>
  security.flat().find((scheme) => credentialOf(scheme, sent) !== undefined);

/** The credentials of the request that the operation could accept; none without an operation. */
export const sentCredentials = (
  operation: Pick<Operation, 'security'> | undefined,
  sent: SentRequest,
): readonly string[] => operation?.security.flat().flatMap((scheme) => credentialOf(scheme, sent) ?? []) ?? [];

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

/** Whether the credential follows a word in the Authorization header. */
const isAuthorization = (scheme: SecurityScheme) => scheme.type !== 'api-key' || scheme.word !== undefined;

/** The credential of a scheme in a request; undefined if it is missing or malformed. */
const credentialOf = (scheme: SecurityScheme, { request: { headers }, query }: SentRequest): string | undefined => {
  if (scheme.type !== 'api-key' || scheme.word !== undefined)
    return credentialIn(headerOf(headers, 'authorization') ?? '', scheme);
  if (scheme.in === 'query') return query()?.get(scheme.name) || undefined;
  const isCookie = scheme.in === 'cookie';
  return (isCookie ? cookieOf(headers, scheme.name) : headerOf(headers, scheme.name.toLowerCase())) || undefined;
};

const credentialIn = (header: string, scheme: SecurityScheme): string | undefined => {
  // The name of the scheme is case-insensitive. Any text is a token: test suites of SDKs send `Bearer My API Key`.
  if (scheme.type === 'bearer') return /^bearer +([^ ].*)$/i.exec(header)?.[1];
  const value = scheme.type === 'basic' ? basicPair(header) : header;
  const isWhole = scheme.type === 'basic' ? value?.includes(':') : header.toLowerCase().startsWith(`${scheme.word} `);
  return isWhole ? value : undefined;
};

/** The user of HTTP Basic. Undefined for another scheme. */
export const basicUserOf = (headers: RequestHeaders): string | undefined =>
  basicPair(headerOf(headers, 'authorization') ?? '')?.split(':', 1)[0];

const basicPair = (header: string): string | undefined => {
  const token = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1];
  if (token === undefined) return undefined;
  try {
    // RFC 7617, section 2.1: the challenge has `charset="UTF-8"`.
    return new TextDecoder().decode(Uint8Array.from(atob(token), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
};

const locationOf = (scheme: SecurityScheme) =>
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
      return scheme.word ? `the header "Authorization: ${scheme.word} ..."` : `it in ${locationOf(scheme)}`;
  }
};
