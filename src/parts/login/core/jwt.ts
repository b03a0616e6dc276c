/** JSON Web Tokens (RFC 7519) in their compact form, signed with RS256 (RFC 7515). */
import { decodeBase64Url, encodeBase64Url } from '../../../core/primitives/base64.ts';
import { getProperty, isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import type { Issuer } from './login-types.ts';

/** A longer text is no token of ours; servers limit headers to less. */
const maxTokenLength = 16_384;

/** `at+jwt` marks an access token (RFC 9068), so that no other kind of token passes for one. */
type TokenType = 'at+jwt' | 'JWT';

export const signJwt = (issuer: Issuer, typ: TokenType, claims: JsonObject): string => {
  const kid = getProperty(issuer.publicKey(), 'kid') as string;
  const text = `${encodeBase64Url(stringifyJson({ alg: 'RS256', typ, kid }))}.${encodeBase64Url(stringifyJson(claims))}`;
  return `${text}.${issuer.sign(text)}`;
};

interface ReadJwt {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** Whether this server signed it, by the only algorithm that it uses. */
  readonly isOurs: boolean;
}

/** Returns undefined if the text is no JWT. */
export const readJwt = (issuer: Issuer, token: string): ReadJwt | undefined => {
  if (token.length > maxTokenLength) return undefined;
  // A token that was cut, or that has something behind it, is one whose signature is wrong.
  const [, encodedHeader, encodedClaims, signature = ''] = /^([\w-]+)\.([\w-]+)(?:\.(.*))?$/s.exec(token) ?? [];
  const header = objectIn(encodedHeader);
  const claims = objectIn(encodedClaims);
  if (header === undefined || claims === undefined) return undefined;
  // RFC 8725, section 3.1: the token does not choose how it is verified.
  const isOurs =
    getProperty(header, 'alg') === 'RS256' &&
    /^[\w-]+$/.test(signature) &&
    issuer.verify(`${encodedHeader}.${encodedClaims}`, signature);
  return { header, claims, isOurs };
};

const objectIn = (encoded: string | undefined): JsonObject | undefined => {
  const text = encoded === undefined ? undefined : decodeBase64Url(encoded);
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value : undefined;
};
