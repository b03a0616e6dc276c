/** A request that `verify` sends, and how it is built from an operation. */
import { isJsonType } from '../../../core/http/media-type.ts';
import { type Json, stringifyJson } from '../../../core/primitives/json.ts';
import { seedFrom } from '../../../core/primitives/seeded-random.ts';
import { type BodyContent, isSentInParts, type Operation } from '../../../core/service/operation.ts';
import { fillTemplate, toSampleBody, writeFitting } from '../../samples/sample-request.ts';
import { type CredentialOptions, credentialParts, isCredential } from './credentials.ts';

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

/** The parts of a request that are not generated. */
export interface RequestParts {
  /** Values of parameters, by index. */
  readonly values?: ReadonlyMap<number, Json>;
  /** Serialized parameters, by index: for values that the document does not allow. In the query, with the name. */
  readonly texts?: ReadonlyMap<number, string>;
  /** If it is undefined, there is none. */
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
  const path = new Map<string, string>();
  const query: string[] = [];
  const headers: [string, string][] = [];
  const cookies: string[] = [];
  for (const [index, parameter] of operation.parameters.entries()) {
    const isGiven = values.has(index) || texts.has(index);
    if ((!parameter.required && !isGiven) || isCredential(operation, parameter, credential)) continue;
    if (
      !isGiven &&
      isSentInParts(parameter, operation, (other, at) => other.required || values.has(at) || texts.has(at))
    )
      continue;
    const { name, in: where } = parameter;
    // A service rejects a key that comes again with another body.
    const about = name.toLowerCase() === 'idempotency-key' ? [body?.text ?? ''] : [];
    const context = { now: drawing.now, seed: seedFrom(drawing.seed, where, name, ...about) };
    const text = texts.get(index) ?? writeFitting(parameter, values.get(index), context);
    if (where === 'path') path.set(name, text);
    else if (where === 'query') query.push(text);
    else if (where === 'header') headers.push([name.toLowerCase(), text]);
    else cookies.push(`${name}=${text}`);
  }
  for (const [name, value = ''] of operation.queryConstants ?? [])
    query.push(new URLSearchParams({ [name]: value }).toString());
  if (body !== undefined) headers.push(['content-type', body.mediaType]);
  return { operation, path: fillTemplate(operation.path, path), query, headers, cookies, body: body?.text, credential };
};

export const generateBodyValue = (content: BodyContent, { seed, now }: Drawing): Json =>
  content.generate({ seed: seedFrom(seed, 'body'), now });

/** A line for a POSIX shell that repeats the request. Credentials are variables: `$VIVARIUM_KEY`. */
export const toCurl = (baseUrl: string, request: VerifyRequest, options: CredentialOptions): string => {
  const parts = credentialParts(request.operation, request.credential, options);
  const queryParts = parts.filter((part) => part.in === 'query');
  const cookieParts = parts.filter((part) => part.in === 'cookie');
  const plainUrl = `${baseUrl}${request.path}${request.query.length === 0 ? '' : `?${request.query.join('&')}`}`;
  const separator = request.query.length === 0 ? '?' : '&';
  const secretQuery = queryParts.map(({ name, shown }) => `${encodeURIComponent(name)}=${shown}`).join('&');
  const secretCookies = cookieParts.map(({ name, shown }) => `${name}=${shown}`).join('; ');
  const { body } = request;
  const isPiped = body !== undefined && needsPrintf(body);
  return [
    `${isPiped ? printf(body) : ''}curl -i --globoff --path-as-is`,
    ...methodOption(request.operation.method),
    ...request.headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...parts.filter((part) => part.in === 'header').map(({ name, shown }) => `-H "${name}: ${shown}"`),
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
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Writes a text whose control characters a terminal, a clipboard or a report would change: the lines of a multipart body end with CR LF. */
const printf = (text: string): string => {
  // A word that begins with a dash would be an option.
  const format = text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replace(/^-/, '\\055');
  return `printf ${quote(format.replaceAll(controls, (control) => escapes[control] ?? octal(control)))} | `;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const controls = /[\0-\x1f\x7f]/g;
const escapes: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n' };
const octal = (control: string): string => `\\${control.charCodeAt(0).toString(8).padStart(3, '0')}`;

/** Whether it has control characters other than tabs and line feeds, which a quoted text may contain. */
const needsPrintf = (body: string): boolean =>
  (body.match(controls) ?? []).some((control) => !'\t\n'.includes(control));
