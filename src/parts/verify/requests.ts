/** The requests of `verify`: built from an operation, with a credential, sent one at a time, and shown as a curl line. */

import { describeConnectionError } from '../../core/http/connection-error.ts';
import { isJsonType, withQuery } from '../../core/http/http.ts';
import { serverUnreachable } from '../../core/primitives/config-error.ts';
import { type Json, stringifyJson } from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import {
  type BodyContent,
  isSentInParts,
  type Operation,
  type Parameter,
  type SecurityScheme,
} from '../../core/service/operation.ts';
import { isUsualSecret, toSecretName } from '../../core/service/secret-facts.ts';
import { startStopwatch } from '../../world/clock.ts';
import { constantsOf, partsOf, toSampleBody, type WrittenParameter, writeFitting } from '../samples/sample-request.ts';

export interface VerifyRequest {
  readonly operation: Operation;
  /** Below the base URL, without the query. */
  readonly path: string;
  /** Serialized pairs. */
  readonly query: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly string[];
  readonly body: string | undefined;
  /** Which credential is sent, if the operation requires one. */
  readonly credential: 'valid' | 'wrong' | 'none';
}

export interface RequestParts {
  /** Values of parameters, by index. */
  readonly values?: ReadonlyMap<number, Json>;
  /** Serialized parameters, by index: for values that the document does not allow. In the query, with the name. */
  readonly texts?: ReadonlyMap<number, string>;
  readonly body?: BodyText | undefined;
  readonly credential?: VerifyRequest['credential'];
}

export interface BodyText {
  readonly mediaType: string;
  readonly text: string;
}

export interface Drawing {
  readonly seed: number;
  readonly now: number;
}

/** The content of a body that requests use: JSON, if the document has it. */
export const usualContent = ({ body }: Operation): BodyContent | undefined =>
  body?.contents.find(({ mediaType }) => isJsonType(mediaType)) ?? body?.contents[0];

export const toBodyText = (content: BodyContent, value: Json): BodyText => {
  const body = toSampleBody(content, value);
  return {
    mediaType: body.mediaType,
    text: isJsonType(body.mediaType) ? stringifyJson(body.value) : String(body.value),
  };
};

export const buildRequest = (operation: Operation, drawing: Drawing, parts: RequestParts = {}): VerifyRequest => {
  const { values = new Map(), texts = new Map(), body, credential = 'valid' } = parts;
  const isGiven = (index: number) => values.has(index) || texts.has(index);
  const written = operation.parameters.flatMap((parameter, index): readonly WrittenParameter[] => {
    if (isCredential(operation, parameter, credential)) return [];
    const isSent = (one: Parameter, at: number) => one.required || isGiven(at);
    if (!isGiven(index) && (!parameter.required || isSentInParts(parameter, operation, isSent))) return [];
    const { name, in: where } = parameter;
    // A service rejects a key that comes again with another body.
    const about = name.toLowerCase() === 'idempotency-key' ? [body?.text ?? ''] : [];
    const context = { now: drawing.now, seed: seedFrom(drawing.seed, where, name, ...about) };
    return [[parameter, texts.get(index) ?? writeFitting(parameter, values.get(index), context)]];
  });
  const { query, headers, ...rest } = partsOf(operation, written);
  return {
    operation,
    ...rest,
    query: [...query, ...constantsOf(operation)],
    headers: [...headers, ...(body === undefined ? [] : [['content-type', body.mediaType] as const])],
    body: body?.text,
    credential,
  };
};

export const generateBodyValue = (content: BodyContent, { seed, now }: Drawing): Json =>
  content.generate({ seed: seedFrom(seed, 'body'), now });

/** A line for a POSIX shell that repeats the request. Credentials are variables: `$VIVARIUM_KEY`. */
export const toCurl = (baseUrl: string, request: VerifyRequest, options: CredentialOptions): string => {
  const parts = credentialParts(request.operation, request.credential, options);
  const shownIn = (place: CredentialPart['in'], write: (name: string, shown: string) => string): readonly string[] =>
    parts.filter((part) => part.in === place).map(({ name, shown }) => write(name, shown));
  const plainUrl = withQuery(`${baseUrl}${request.path}`, request.query.join('&'));
  const separator = request.query.length === 0 ? '?' : '&';
  const secretQuery = shownIn('query', (name, shown) => `${encodeURIComponent(name)}=${shown}`).join('&');
  const secretCookies = shownIn('cookie', (name, shown) => `${name}=${shown}`).join('; ');
  const { body } = request;
  const isPiped = body !== undefined && needsPrintf(body);
  return [
    `${isPiped ? printf(body) : ''}curl -i --globoff --path-as-is`,
    ...methodOption(request.operation.method),
    ...request.headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...shownIn('header', (name, shown) => `-H "${name}: ${shown}"`),
    ...(request.cookies.length === 0 ? [] : [`-b ${quote(request.cookies.join('; '))}`]),
    ...(secretCookies === '' ? [] : [`-b "${secretCookies}"`]),
    ...(body === undefined ? [] : [`--data-binary ${isPiped ? '@-' : quote(body)}`]),
    `${quote(plainUrl)}${secretQuery === '' ? '' : `"${separator}${secretQuery}"`}`,
  ].join(' ');
};

const methodOption = (method: string): readonly string[] => {
  if (method === 'GET') return [];
  // With -X HEAD, curl would wait for a body.
  return method === 'HEAD' ? ['--head'] : [`-X ${method}`];
};

/** One word of a POSIX shell, whatever it contains. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Writes a text whose control characters a terminal, a clipboard or a report would change: the lines of a multipart body end with CR LF. */
const printf = (text: string): string => {
  // A word that begins with a dash would be an option.
  const format = text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replace(/^-/, '\\055');
  const octal = (control: string) => `\\${control.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `printf ${quote(format.replaceAll(controls, (control) => escapes[control] ?? octal(control)))} | `;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const controls = /[\0-\x1f\x7f]/g;
const escapes: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n' };

/** Whether a body has control characters other than tabs and line feeds, which a quoted text may contain. */
const needsPrintf = (body: string) => (body.match(controls) ?? []).some((control) => !'\t\n'.includes(control));

export interface CredentialOptions {
  /** Default: {@link placeholderKey}. */
  readonly key: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Sent without `--key`: any credential is better than none for a mock. */
const placeholderKey = 'demo-key';

/** No service accepts it, and Vivarium rejects it by default. */
const wrongKey = 'invalid-key-of-vivarium-verify';

interface CredentialPart {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly value: string;
  /** The value as a double-quoted word of a shell, with a variable in place of a secret. */
  readonly shown: string;
}

/** The parts of a request that authenticate it, and the headers of `--header`. */
const credentialParts = (
  { security }: Operation,
  kind: 'valid' | 'wrong' | 'none',
  { key, headers }: CredentialOptions,
): readonly CredentialPart[] => {
  const schemes = usualSchemes(security);
  const ofSchemes = kind === 'none' ? [] : schemes.map((scheme) => partFor(scheme, kind, key));
  // A header that the user gives replaces the credential, and is not sent without one.
  const names = new Set(schemes.flatMap((scheme) => headerOf(scheme)));
  const given = headers
    .filter(([name]) => kind === 'valid' || !names.has(name.toLowerCase()))
    .map(([name, value]): CredentialPart => {
      const isSecret = isUsualSecret(toSecretName(name));
      return { in: 'header', name, value, shown: isSecret ? `$${variableFor(name)}` : quoteDouble(value) };
    });
  const replaced = new Set(given.map(({ name }) => name.toLowerCase()));
  return [...ofSchemes.filter((part) => part.in !== 'header' || !replaced.has(part.name.toLowerCase())), ...given];
};

const usualSchemes = (security: Operation['security']): readonly SecurityScheme[] =>
  security.find((alternative) => alternative.length > 0) ?? [];

/**
 * Whether the parameter is a credential, as documents declare keys as parameters too: the one that is sent, and without a valid one any
 * that the operation accepts.
 */
export const isCredential = (
  { security }: Pick<Operation, 'security'>,
  { in: where, name }: Pick<Parameter, 'in' | 'name'>,
  kind: 'valid' | 'wrong' | 'none',
): boolean => {
  const schemes = kind === 'valid' ? usualSchemes(security) : security.flat();
  const nameIn = (text: string): string => (where === 'header' ? text.toLowerCase() : text);
  return schemes.some(
    (scheme) => scheme.type === 'api-key' && scheme.in === where && nameIn(scheme.name) === nameIn(name),
  );
};

const headerOf = (scheme: SecurityScheme): readonly string[] => {
  if (scheme.type !== 'api-key') return ['authorization'];
  return scheme.in === 'header' ? [scheme.name.toLowerCase()] : [];
};

const partFor = (scheme: SecurityScheme, kind: 'valid' | 'wrong', key: string | undefined): CredentialPart => {
  const value = kind === 'wrong' ? wrongKey : (key ?? placeholderKey);
  // A key that the user did not give is not a secret.
  const shown = kind === 'wrong' || key === undefined ? quoteDouble(value) : '$VIVARIUM_KEY';
  switch (scheme.type) {
    case 'bearer':
      return { in: 'header', name: 'Authorization', value: `Bearer ${value}`, shown: `Bearer ${shown}` };
    case 'basic': {
      const suffix = value.includes(':') ? '' : ':';
      return {
        in: 'header',
        name: 'Authorization',
        value: `Basic ${Buffer.from(value + suffix).toString('base64')}`,
        shown: `Basic $(printf %s "${shown}${suffix}" | base64 | tr -d '\\n')`,
      };
    }
    case 'api-key':
      return { in: scheme.in, name: scheme.name, value, shown };
  }
};

/** The name of the variable in which the user puts the value: `X-API-Key` is `X_API_KEY`. */
const variableFor = (name: string) => name.toUpperCase().replaceAll(/\W/g, '_');

/** Quotes a text within double quotes (POSIX, Shell Command Language, 2.2.3). */
const quoteDouble = (text: string) => text.replaceAll(/["\\$`]/g, (character) => `\\${character}`);

/** Replaces the values of credentials in a text of the service. */
export const createRedactSecrets = ({ key, headers }: CredentialOptions): ((text: string) => string) => {
  const given = [key, ...headers.flatMap(([name, value]) => (isUsualSecret(toSecretName(name)) ? [value] : []))];
  const secrets = given
    .flatMap((text) =>
      text === undefined ? [] : [text, text.replace(/^\w+ /, ''), Buffer.from(text).toString('base64')],
    )
    // A shorter one occurs in texts by chance.
    .filter((text) => text.length >= 4);
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '[redacted]'), text);
};

const maxResponseBytes = 10 * 1_048_576;

export type CallResult =
  | {
      readonly type: 'response';
      readonly status: number;
      /** The headers by lower-case name. */
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  /** There was no response, or only a part of it. `unsent`: the request did not reach the service. */
  | { readonly type: 'failed'; readonly reason: string; readonly unsent?: true | undefined };

/** Thrown by a `fetch` that does not send a request. The message is the reason. */
export class UnsentRequest extends Error {}

export interface ClientOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The address for messages, if the base URL is not the one of the service. */
  readonly shownUrl?: string | undefined;
  readonly credentials: CredentialOptions;
  readonly timeoutMs: number;
  /** Requests per second; undefined: as fast as the service responds. */
  readonly rate: number | undefined;
  /** What sends the requests. Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}

export type Send = (request: VerifyRequest) => Promise<CallResult>;

/** A call throws a ConfigError `VIV_SERVER_UNREACHABLE` if nothing has responded at the address yet, and nothing does now. */
export const createClient = (options: ClientOptions): Send => {
  const { baseUrl, shownUrl = baseUrl, rate } = options;
  const elapsed = startStopwatch();
  let nextMs = 0;
  let isReached = false;
  return async (request) => {
    const waitMs = nextMs - elapsed();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (rate !== undefined) nextMs = Math.max(nextMs, elapsed()) + 1000 / rate;
    const answer = await sendOnce(request, options);
    if (answer.type === 'failed' && answer.unsent) return answer;
    if (answer.type === 'failed' && !isReached && !(await isReachable(options)))
      throw serverUnreachable(
        `${shownUrl} did not respond to the first request: ${answer.reason}`,
        'Check the address, and that the service is running.',
      );
    isReached = true;
    return answer;
  };
};

/** Whether the service responds at all: one request may fail where others do not. */
const isReachable = async ({ baseUrl, timeoutMs, fetch = globalThis.fetch }: ClientOptions): Promise<boolean> => {
  try {
    const { body } = await fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await body?.cancel();
    return true;
  } catch {
    return false;
  }
};

const sendOnce = async (
  request: VerifyRequest,
  { baseUrl, credentials, timeoutMs, fetch = globalThis.fetch }: ClientOptions,
): Promise<CallResult> => {
  try {
    const parts = credentialParts(request.operation, request.credential, credentials);
    const response = await fetch(urlOf(baseUrl, request, parts), {
      method: request.operation.method,
      headers: headersOf(request, parts),
      body: request.body ?? null,
      redirect: 'manual',
      // Also while the body is read.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readText(response);
    return { type: 'response', status: response.status, headers: Object.fromEntries(response.headers), text };
  } catch (error) {
    if (error instanceof UnsentRequest) return { type: 'failed', reason: error.message, unsent: true };
    const isLate = (error as Error).name === 'TimeoutError';
    const late = `no complete response within ${timeoutMs} ms`;
    return { type: 'failed', reason: isLate ? late : describeConnectionError(error as Error) };
  }
};

const urlOf = (baseUrl: string, request: VerifyRequest, parts: readonly CredentialPart[]): string => {
  const secret = parts
    .filter((part) => part.in === 'query')
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const query = [...request.query, ...secret].join('&');
  return withQuery(`${baseUrl}${request.path}`, query);
};

const headersOf = (request: VerifyRequest, parts: readonly CredentialPart[]): Headers => {
  const cookies = [
    ...request.cookies,
    ...parts.flatMap((part) => (part.in === 'cookie' ? [`${part.name}=${part.value}`] : [])),
  ];
  const headers = new Headers({ accept: '*/*' });
  for (const [name, value] of request.headers) headers.set(name, value);
  for (const part of parts) if (part.in === 'header') headers.set(part.name, part.value);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  return headers;
};

const readText = async ({ body }: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new Error(`the body is larger than ${maxResponseBytes / 1_048_576} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
