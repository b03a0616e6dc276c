/**
 * Tokens that a login or a registration returns. They name the item that logged in, so that later requests are about it. They are shaped like
 * JSON Web Tokens (RFC 7519), which clients read, and prove nothing.
 */
import { headerOf } from '../http/http.ts';
import { decodeBase64Url, encodeBase64Url } from '../primitives/base64.ts';
import { getProperty, isJsonObject, type JsonObject, parseJson, stringifyJson } from '../primitives/json.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import type { State } from '../state/state.ts';
import { sentCredentials } from './authenticate.ts';
import type { RequestContext } from './request-context.ts';

const header = encodeBase64Url('{"alg":"HS256","typ":"JWT"}');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const signatureLength = 43;

export const issueToken = ({ seed }: State, collection: string, id: string): string => {
  const claims = encodeBase64Url(stringifyJson({ sub: id, collection }));
  const signature = Array.from(
    { length: signatureLength },
    (_, at) => alphabet[Math.floor(randomOf(seedFrom(seed, claims, at)) * alphabet.length)],
  );
  return `${header}.${claims}.${signature.join('')}`;
};

/** A collection, and the id of one of its items. */
interface Subject {
  readonly collection: string;
  readonly id: string;
}

/** The item whose token the request has, of the collection if one is named. */
export const subjectIn = ({ operation, request, query }: RequestContext, collection?: string): Subject | undefined => {
  // With or without the name of a scheme, which may be any: `Token`, `JWT`.
  const [plain = ''] = (headerOf(request.headers, 'authorization') ?? '').split(' ').slice(-1);
  const sent = operation === undefined ? [] : sentCredentials(operation, request.headers, query);
  const isWanted = (subject: Subject | undefined): boolean =>
    subject !== undefined && (collection === undefined || subject.collection === collection);
  return [plain, ...sent].map(subjectOf).find(isWanted);
};

const subjectOf = (token: string): Subject | undefined => {
  const [own, claims = ''] = token.split('.');
  const text = own === header ? decodeBase64Url(claims) : undefined;
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.ok !== true || !isJsonObject(parsed.value)) return undefined;
  const [id, collection] = ['sub', 'collection'].map((name) => getProperty(parsed.value as JsonObject, name));
  return typeof collection === 'string' && typeof id === 'string' ? { collection, id } : undefined;
};
