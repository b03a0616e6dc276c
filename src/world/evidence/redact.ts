/**
 * Redacts credentials and other secrets in exchanges. The journal keeps exchanges as they were, because a replay needs the
 * credentials; every output of an exchange shows the copy that is made here.
 */

import type { Exchange, Step, Violation } from '../../core/exchange.ts';
import { decodePercent, type HttpRequest, type HttpResponse, type RequestBody } from '../../core/http/http.ts';
import { essenceOf } from '../../core/http/media-type.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  setProperty,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { pathTo } from '../../core/primitives/json-path.ts';
import { type DeclaredSecrets, isUsualSecret, toSecretName } from '../../core/service/secrets.ts';
import type { Service } from '../../core/service/service.ts';
import {
  redactCsv,
  redacted,
  redactLoosely,
  redactMarkup,
  redactMultipart,
  redactPairs,
  redactQuery,
} from './redact-text.ts';

/** A copy of the exchange without secrets. Its parts are redacted when they are read: a list shows no bodies. */
export type Redact = (exchange: Exchange) => Exchange;

export type RedactFor = (service: Service) => Redact;

/** Without redaction if credentials are shown. */
export const createRedactFor = (showCredentials: boolean): RedactFor =>
  showCredentials ? () => (exchange) => exchange : (service) => (exchange) => new RedactedExchange(exchange, service);

class RedactedExchange implements Exchange {
  readonly #exchange: Exchange;
  readonly #secrets: Secrets;
  #request: HttpRequest | undefined;

  constructor(exchange: Exchange, service: Service) {
    this.#exchange = exchange;
    this.#secrets = new Secrets(exchange, service);
  }

  get id(): number {
    return this.#exchange.id;
  }
  get world(): string {
    return this.#exchange.world;
  }
  get at(): number {
    return this.#exchange.at;
  }
  get durationMs(): number {
    return this.#exchange.durationMs;
  }
  get operation(): string | undefined {
    return this.#exchange.operation;
  }
  get transport(): Exchange['transport'] {
    return this.#exchange.transport;
  }
  get fullBytes(): Exchange['fullBytes'] {
    return this.#exchange.fullBytes;
  }
  get faults(): Exchange['faults'] {
    return this.#exchange.faults;
  }
  get request(): HttpRequest {
    this.#request ??= new RedactedRequest(this.#exchange.request, this.#secrets);
    return this.#request;
  }
  get response(): HttpResponse {
    return new RedactedResponse(this.#exchange.response, this.#secrets);
  }
  get violations(): readonly Violation[] {
    const { violations } = this.#exchange;
    if (violations.length === 0) return violations;
    return violations.map((violation) => ({
      ...violation,
      message: this.#secrets.redactText(violation.message),
    }));
  }
  get steps(): readonly Step[] {
    return this.#exchange.steps.map((step) => this.#secrets.redactStep(step));
  }
}

class RedactedRequest implements HttpRequest {
  readonly method: string;
  readonly pathPrefix: string;
  readonly #request: HttpRequest;
  readonly #secrets: Secrets;

  constructor(request: HttpRequest, secrets: Secrets) {
    this.method = request.method;
    this.pathPrefix = request.pathPrefix;
    this.#request = request;
    this.#secrets = secrets;
  }

  get path(): string {
    return this.#secrets.path;
  }
  get query(): string {
    return this.#secrets.redactQuery(this.#request.query);
  }
  get headers(): HttpRequest['headers'] {
    const redactOne = (name: string, value: string): string => this.#secrets.redactHeader(name, value);
    return Object.fromEntries(
      Object.entries(this.#request.headers).map(([name, value]) => [
        name,
        value === undefined || typeof value === 'string'
          ? value && redactOne(name, value)
          : value.map((one) => redactOne(name, one)),
      ]),
    );
  }
  get body(): RequestBody {
    const { body, headers } = this.#request;
    const type = headers['content-type'] as string | undefined;
    switch (body.type) {
      case 'text':
        return { type: 'text', text: this.#secrets.redactBody(body.text, type, 'requestBodies') };
      case 'bytes':
        return { type: 'bytes', bytes: this.#secrets.redactBytes(body.bytes, type, 'requestBodies') };
      default:
        return body;
    }
  }
}

class RedactedResponse implements HttpResponse {
  readonly status: number;
  readonly #response: HttpResponse;
  readonly #secrets: Secrets;

  constructor(response: HttpResponse, secrets: Secrets) {
    this.status = response.status;
    this.#response = response;
    this.#secrets = secrets;
  }

  get headers(): readonly string[] {
    const { headers } = this.#response;
    return headers.map((text, index) =>
      index % 2 === 0 ? text : this.#secrets.redactHeader(headers[index - 1] as string, text),
    );
  }
  get body(): HttpResponse['body'] {
    const { body, headers } = this.#response;
    if (body === undefined) return undefined;
    const name = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type');
    const type = name < 0 ? undefined : headers[name + 1];
    return typeof body === 'string'
      ? this.#secrets.redactBody(body, type, 'responseBodies')
      : this.#secrets.redactBytes(body, type, 'responseBodies');
  }
}

/** The secrets of one exchange: the usual names, and those that the document declares for its operation. */
class Secrets {
  readonly #exchange: Exchange;
  readonly #declared: DeclaredSecrets;
  #path: RedactedPath | undefined;

  constructor(exchange: Exchange, service: Service) {
    this.#exchange = exchange;
    this.#declared = service.secretsOf(exchange.operation);
  }

  /** With the values of secret path parameters redacted. */
  get path(): string {
    return this.#redactedPath.shown;
  }

  redactQuery(query: string): string {
    return query === '' ? query : redactQuery(query, this.#isSecretPair, this.#redactString);
  }

  redactHeader(name: string, value: string): string {
    switch (name.toLowerCase()) {
      case 'authorization':
      case 'proxy-authorization':
        return redactAuthorization(value);
      case 'cookie':
        return value.split(';').map(redactCookie).join(';');
      case 'set-cookie':
        return redactSetCookie(value);
      default: {
        const secretName = toSecretName(name);
        const isSecret = isUsualSecret(secretName) || this.#declared.headers.has(secretName);
        return isSecret ? redacted : this.#redactString(value);
      }
    }
  }

  /** A message, which may contain URLs. */
  redactText(text: string): string {
    let shown = redactPairs(text, this.#isSecretPair);
    for (const secret of this.#redactedPath.secrets) shown = shown.replaceAll(secret, redacted);
    return shown;
  }

  redactStep(step: Step): Step {
    switch (step.type) {
      case 'refused':
        return { ...step, message: this.redactText(step.message) };
      case 'preference-applied':
      case 'preference-ignored':
        return { ...step, preference: this.redactText(step.preference) };
      case 'executed':
        return step.key === undefined ? step : { ...step, key: this.redactText(step.key) };
      case 'altered': {
        const isSecret = pathTo(step.pointer).some((token) => this.#isSecretProperty(String(token)));
        const show = (value: string): string => (isSecret ? redacted : this.#redactContent(value, undefined));
        return { ...step, before: show(step.before), after: show(step.after) };
      }
      default:
        return step;
    }
  }

  redactBody(text: string, type: string | undefined, side: 'requestBodies' | 'responseBodies'): string {
    if (this.#declared[side].has(essenceOf(type ?? ''))) return redacted;
    const shown = this.#redactContent(text, type);
    if (!text.includes('\0')) return shown;
    // UTF-16: names and values can be read without the zero bytes.
    const plain = text.replaceAll('\0', '');
    const shownPlain = this.#redactContent(plain, type);
    return shownPlain === plain ? shown : shownPlain;
  }

  redactBytes(bytes: Uint8Array, type: string | undefined, side: 'requestBodies' | 'responseBodies'): Uint8Array {
    const { text, encode } = decode(bytes);
    const shown = this.redactBody(text, type, side);
    return shown === text ? bytes : encode(shown);
  }

  get #redactedPath(): RedactedPath {
    this.#path ??= this.#redactPath();
    return this.#path;
  }

  #redactPath(): RedactedPath {
    const { path } = this.#exchange.request;
    const { paths } = this.#declared;
    if (paths.length === 0) return { shown: path, secrets: nothing };
    const sent = path.split('/');
    const last = sent.length - (sent.at(-1) === '' ? 2 : 1);
    const isAt = (segment: string | undefined, index: number): boolean =>
      segment === undefined || decodePercent(sent[last - index] ?? '') === segment;
    const secrets: string[] = [];
    const shown = [...sent];
    for (const secretPath of paths) {
      if (!secretPath.segments.every(isAt)) continue;
      for (const index of secretPath.secrets) {
        const segment = sent[last - index] ?? '';
        if (segment.length >= minSecretLength) secrets.push(segment, decodePercent(segment));
        if (segment !== '') shown[last - index] = redacted;
      }
    }
    return { shown: shown.join('/'), secrets };
  }

  /** By the media type, and then for texts that only look like JSON or pairs: a client may name a wrong type. */
  #redactContent(text: string, type: string | undefined, depth = 0): string {
    const json = /^\s*[[{"]/.test(text) ? parseJson(text) : undefined;
    if (json?.ok) {
      const shown = this.#redactJson(json.value);
      return shown === json.value ? text : stringifyJson(shown);
    }
    return redactLoosely(this.#redactByType(text, type ?? '', depth), this.#isSecretProperty);
  }

  #redactByType(text: string, type: string, depth: number): string {
    const essence = essenceOf(type);
    if (essence === 'application/x-www-form-urlencoded')
      return redactQuery(text, this.#isSecretPair, this.#redactString);
    if (essence === 'text/csv') return redactCsv(text, this.#isSecretProperty);
    if ((essence.startsWith('multipart/') || text.startsWith('--')) && depth < maxMultipartDepth)
      return redactMultipart(text, type, this.#isSecretProperty, (part, partType) =>
        this.#redactContent(part, partType, depth + 1),
      );
    const shown = redactPairs(text, this.#isSecretPair);
    return /[/+]xml$|html$/.test(essence) || /^\s*</.test(text) ? redactMarkup(shown, this.#isSecretProperty) : shown;
  }

  /** The same value if it has no secrets. */
  #redactJson(value: Json): Json {
    if (typeof value === 'string') return this.#redactString(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items = (value as readonly Json[]).map((item) => this.#redactJson(item));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    return isJsonObject(value) ? this.#redactProperties(value) : value;
  }

  #redactProperties(value: JsonObject): JsonObject {
    const shown: Record<string, Json> = {};
    let hasSecret = false;
    const isSecretPatch = this.#isSecretPatch(value);
    for (const name of Object.keys(value)) {
      const before = value[name] as Json;
      const isSecret = this.#isSecretProperty(name) || (isSecretPatch && name === 'value');
      // Null is worth knowing, and not a secret.
      const after = isSecret && before !== null ? redacted : this.#redactJson(before);
      if (after !== before) hasSecret = true;
      setProperty(shown, name, after);
    }
    return hasSecret ? shown : value;
  }

  /** An operation of a JSON Patch (RFC 6902) that sets a secret property. */
  #isSecretPatch({ op, path }: JsonObject): boolean {
    return (
      typeof op === 'string' &&
      typeof path === 'string' &&
      pathTo(path).some((token) => this.#isSecretProperty(String(token)))
    );
  }

  /** A value that may contain URLs, JSON, or a query language. */
  readonly #redactString = (text: string): string => {
    if (/^\s*[[{]/.test(text)) return this.#redactContent(text, undefined);
    const shown = this.redactText(text);
    return /[:=]\s*["'{[]/.test(shown) ? redactLoosely(shown, this.#isSecretProperty, true) : shown;
  };

  /** Also a part of it: of `user[password]` and `passwords[]` in forms, or with a sign that does not belong to a name. */
  readonly #isSecretProperty = (name: string): boolean =>
    this.#isSecretWord(name) || (/[^\w\s-]/.test(name) && name.split(/[^\w\s-]+/).some(this.#isSecretWord));

  readonly #isSecretWord = (name: string): boolean => {
    const secretName = toSecretName(name);
    return isUsualSecret(secretName) || this.#declared.properties.has(secretName);
  };

  readonly #isSecretPair = (name: string): boolean =>
    this.#isSecretProperty(name) || this.#declared.query.has(toSecretName(name));
}

interface RedactedPath {
  readonly shown: string;
  /** The values that were redacted, as sent and decoded. */
  readonly secrets: readonly string[];
}

const nothing: readonly never[] = [];

/** A shorter one occurs in texts by chance. */
const minSecretLength = 4;

/** Multipart bodies may contain others. */
const maxMultipartDepth = 3;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

/** As UTF-8, else one character for each byte. */
const decode = (bytes: Uint8Array): { readonly text: string; readonly encode: (text: string) => Uint8Array } => {
  try {
    return { text: utf8.decode(bytes), encode: (text) => encoder.encode(text) };
  } catch {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { text, encode: (shown) => Uint8Array.from(shown, (character) => character.charCodeAt(0)) };
  }
};

/** Keeps the name of the scheme, which is useful. It must be a known scheme, otherwise a bare key could be mistaken for it. */
const redactAuthorization = (value: string): string => {
  const scheme = /^(basic|bearer|digest|dpop|hoba|mutual|negotiate|ntlm|token|apikey|aws4-hmac-sha256)(?= )/i.exec(
    value,
  )?.[1];
  return scheme === undefined ? redacted : `${scheme} ${redacted}`;
};

const redactCookie = (pair: string): string => {
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  if (equals > 0 && name === 'vivarium-world') return pair;
  return equals > 0 ? `${pair.slice(0, equals)}=${redacted}` : pair.trim() === '' ? pair : redacted;
};

/** Redacts only the value; the attributes of the cookie are kept. */
const redactSetCookie = (value: string): string => {
  const [pair = '', ...attributes] = value.split(';');
  return [redactCookie(pair), ...attributes].join(';');
};
