/** The form for a token, and what the control API gets of it. */
import { isObject, type Json, type JsonObject, tryParse } from '../api/panel-client.ts';

/** Empty texts are left out, so that the server's defaults hold. The claims are JSON. */
export const emptyOrder = { sub: '', scope: '', audience: '', lifetime: '', claims: '' };

/** @throws Error if the claims are no JSON object. */
export const orderFrom = ({ claims, ...texts }: typeof emptyOrder): JsonObject => {
  const given = Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]));
  return { ...Object.fromEntries(given), ...(claims.trim() !== '' && { claims: readClaims(claims) }) };
};

const readClaims = (text: string): Json => {
  const value = tryParse(text);
  if (isObject(value)) return value;
  throw new Error('The claims must be a JSON object, such as {"role": "admin"}.');
};

/** What a token says, for people: it is not verified. */
export const claimsIn = (token: string): unknown => {
  const text = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  return tryParse(new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0))));
};
