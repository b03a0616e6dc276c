/** The login of a service, as the core knows it: a part judges the tokens of requests, and issues some. */
import { headerOf } from '../http/http.ts';
import { decodeBase64Url, encodeBase64Url } from '../primitives/base64.ts';
import { getProperty, isJsonObject, type JsonObject, parseJson, stringifyJson } from '../primitives/json.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import type { TokenJudgement, TokenOrder } from '../service/login-facts.ts';
import type { Service, ServicePart } from '../service/service.ts';
import type { Collection } from '../state/collection.ts';
import type { State } from '../state/state.ts';
import { type JudgeToken, sentCredentials } from './authenticate.ts';
import type { RequestContext } from './request-context.ts';

export interface LoginPart extends ServicePart {
  readonly judge: (token: string, context: RequestContext) => TokenJudgement;
  /** The id of the one of these users whose token the request has. */
  readonly accountOf: (context: RequestContext, users: Collection) => string | undefined;
  /** The response of the token endpoint for an order. `base`: the origin of the server, with the path below which it is mounted. */
  readonly issue: (order: TokenOrder, state: State, now: number, base: string) => JsonObject;
  /** Who can log in, and who has. */
  readonly view: (state: State, base: string) => JsonObject;
}

export const loginName = 'login';

/** The login of a service; undefined if no document declares one. */
export const loginOf = ({ attached = [] }: Pick<Service, 'attached'>): LoginPart | undefined =>
  attached.find(({ name }) => name === loginName) as LoginPart | undefined;

/** Judges tokens by the issuer of the service; undefined without an issuer, since every token is then of somebody else. */
export const judgeOf = (context: RequestContext): JudgeToken | undefined => {
  const login = loginOf(context.served);
  return login && ((token) => login.judge(token, context));
};

/** The header of a token in the form of a JSON Web Token (RFC 7519). */
const header = encodeBase64Url('{"alg":"HS256","typ":"JWT"}');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const signatureLength = 43;

/** A token of a login or a registration. It names the item that logged in, for later requests; clients can read it, and it proves nothing. */
export const issueToken = ({ seed }: State, collection: string, id: string): string => {
  const claims = encodeBase64Url(stringifyJson({ sub: id, collection }));
  const signature = Array.from(
    { length: signatureLength },
    (_, at) => alphabet[Math.floor(randomOf(seedFrom(seed, claims, at)) * alphabet.length)],
  );
  return `${header}.${claims}.${signature.join('')}`;
};

interface Subject {
  readonly collection: string;
  readonly id: string;
}

/** The item whose token the request has, of the collection if one is named. */
export const subjectIn = (context: RequestContext, collection?: string): Subject | undefined => {
  const { operation, request } = context;
  // With or without the name of a scheme, which may be any: `Token`, `JWT`.
  const [plain = ''] = (headerOf(request.headers, 'authorization') ?? '').split(' ').slice(-1);
  const isWanted = (subject: Subject | undefined) =>
    subject !== undefined && (collection === undefined || subject.collection === collection);
  return [plain, ...sentCredentials(operation, context)].map(subjectOf).find(isWanted);
};

const subjectOf = (token: string): Subject | undefined => {
  const [own, claims = ''] = token.split('.');
  const text = own === header ? decodeBase64Url(claims) : undefined;
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.ok !== true || !isJsonObject(parsed.value)) return undefined;
  const [id, collection] = ['sub', 'collection'].map((name) => getProperty(parsed.value as JsonObject, name));
  return typeof collection === 'string' && typeof id === 'string' ? { collection, id } : undefined;
};
