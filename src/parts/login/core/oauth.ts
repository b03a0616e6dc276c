/** What all endpoints share: parameters, errors (RFC 6749, section 5.2), and the authentication of clients. */

import { bodyLimit, contentOf, essenceOf, type HttpRequest, headerOf } from '../../../core/http/http.ts';
import { decodeBase64 } from '../../../core/primitives/base64.ts';
import type { Json } from '../../../core/primitives/json.ts';
import { lenientText } from '../../../core/primitives/utf8.ts';
import { endpointChallenge, type LoginClient, type LoginRules } from '../../../core/service/login-facts.ts';
import type { Issuer, LoginDecision } from './login-types.ts';

/** What an issuer has of a service: its key, and the scopes of its documents. */
export interface IssuerParts {
  readonly issuer: Issuer;
  /** For the title of the page. */
  readonly title: string;
  readonly scopes: ReadonlySet<string>;
}

/** Ends a request, whose endpoint then states the error. */
export class OAuthError extends Error {
  readonly error: string;
  readonly status: number;
  readonly headers: readonly string[];

  constructor(error: string, description: string, status = 400, headers: readonly string[] = []) {
    super(description);
    this.error = error;
    this.status = status;
    this.headers = headers;
  }
}

export const invalidRequest = (description: string): OAuthError => new OAuthError('invalid_request', description);

/** Tokens must not stay in caches (RFC 6749, section 5.1). */
const uncached = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'];

export const answerJson = (json: Json, reason: string): LoginDecision => ({
  status: 200,
  headers: uncached,
  body: { json },
  reason,
});

/** RFC 6749, section 5.2: printable ASCII without quotation marks and backslashes. */
export const describable = (text: string): string =>
  text.replaceAll('"', "'").replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');

export const answerError = ({ error, message, status, headers }: OAuthError): LoginDecision => ({
  status,
  headers: [...uncached, ...headers],
  body: { json: { error, error_description: describable(message) } },
  reason: `${error}: ${message}`,
});

/** Each at most once (RFC 6749, section 3.1), but `resource` may be repeated (RFC 8707). */
export interface Parameters {
  readonly get: (name: string) => string | undefined;
  readonly getAll: (name: string) => readonly string[];
}

/** @throws OAuthError */
export const required = (read: Parameters, name: string): string => {
  const value = read.get(name);
  if (value === undefined) throw invalidRequest(`${name} is required`);
  return value;
};

const mayRepeat: ReadonlySet<string> = new Set(['resource', 'audience']);

/** The most parameters that are read: no client sends more. */
const maxParameters = 100;

/** Empty ones count as omitted (RFC 6749, section 3.1). @throws OAuthError */
const readParameters = (text: string): Parameters => {
  const values = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue;
    if (++count > maxParameters) throw invalidRequest('there are too many parameters');
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else if (mayRepeat.has(name)) known.push(value);
    else throw invalidRequest(`the parameter ${name} is there twice`);
  }
  return { get: (name) => values.get(name)?.[0], getAll: (name) => values.get(name) ?? [] };
};

/** What a browser sends to an endpoint: in the address, or in a form. @throws OAuthError */
export const readSent = (request: HttpRequest): Parameters =>
  request.method === 'POST' ? readForm(request) : readParameters(request.query);

/** @throws OAuthError */
export const readForm = (request: HttpRequest): Parameters => {
  const type = headerOf(request.headers, 'content-type');
  const content = contentOf(request.body);
  if (request.body.type === 'too-large') throw invalidRequest(`the body ${bodyLimit(request.body.limitBytes)}`);
  if (request.body.type === 'bad-encoding') throw invalidRequest(request.body.reason);
  if (content === undefined) throw invalidRequest(`the body is missing; it must be ${formType}`);
  if (type === undefined || essenceOf(type) !== formType) throw invalidRequest(`the body must be ${formType}`);
  return readParameters(lenientText(content));
};

const formType = 'application/x-www-form-urlencoded';

export const bearerIn = ({ headers }: HttpRequest): string | undefined =>
  /^bearer +(\S+) *$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1];

export interface Caller {
  /** The client's id, if it stated one. */
  readonly id: string | undefined;
  /** Whether it sent its secret. */
  readonly isConfidential: boolean;
}

/** RFC 6749, section 2.3. @throws OAuthError */
export const authenticateClient = (request: HttpRequest, form: Parameters, { clients }: LoginRules): Caller => {
  const header = headerOf(request.headers, 'authorization');
  const isBasic = header !== undefined && /^basic(?: |$)/i.test(header);
  const basic = isBasic ? basicOf(header) : undefined;
  if (isBasic && basic === undefined) throw invalidClient('the Authorization header is malformed', { isBasic });
  const sent = form.get('client_id');
  if (basic !== undefined && (form.get('client_secret') !== undefined || (sent ?? basic.id) !== basic.id))
    throw invalidRequest('the client has authenticated in two ways');
  const id = basic?.id ?? sent;
  const secret = basic?.secret ?? form.get('client_secret');
  if (clients === undefined) return { id, isConfidential: secret !== undefined && secret !== '' };
  const client = clients.find((one) => one.id === id);
  const unknown = `the client ${JSON.stringify(id)} is not one of "auth.clients"`;
  if (client === undefined) throw invalidClient(id === undefined ? 'client_id is required' : unknown, { isBasic });
  if (client.secret !== undefined && client.secret !== secret)
    throw invalidClient(secret === undefined ? 'client_secret is required' : 'the secret is wrong', { isBasic });
  return { id, isConfidential: client.secret !== undefined };
};

export const findClient = ({ clients }: LoginRules, id: string): LoginClient | undefined =>
  clients?.find((client) => client.id === id);

/** RFC 6749, section 5.2: a client that used the header gets a challenge. */
export const invalidClient = (
  description: string,
  { isBasic }: { readonly isBasic: boolean } = { isBasic: false },
): OAuthError =>
  new OAuthError('invalid_client', description, 401, isBasic ? ['WWW-Authenticate', endpointChallenge('token')] : []);

const basicOf = (header: string): { readonly id: string; readonly secret: string } | undefined => {
  const bytes = decodeBase64(header.replace(/^basic */i, '').trim());
  const pair = bytes && new TextDecoder().decode(bytes);
  const colon = pair?.indexOf(':') ?? -1;
  if (pair === undefined || colon < 0) return undefined;
  return { id: decodeFormText(pair.slice(0, colon)), secret: decodeFormText(pair.slice(colon + 1)) };
};

/** RFC 6749, section 2.3.1: both are encoded as in a form. */
const decodeFormText = (text: string): string => new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? '';

/** Scopes in the order in which they are sent. */
export const listOf = (scope: string | undefined): readonly string[] => [
  ...new Set((scope ?? '').split(' ').filter((name) => name !== '')),
];
