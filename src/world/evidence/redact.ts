/** Redacts credentials and other secrets in exchanges. The journal keeps exchanges as they were, because a replay needs the credentials. */

import type { Difference, Exchange, Step, Violation } from '../../core/exchange.ts';
import { essenceOf, type HttpRequest, type HttpResponse, type RequestBody, rawHeader } from '../../core/http/http.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  mapValuesOf,
  parseJson,
  pathTo,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { getOrInsert, perObject } from '../../core/primitives/lazy.ts';
import { cutText } from '../../core/primitives/units.ts';
import { strictText } from '../../core/primitives/utf8.ts';
import {
  hasSecretName,
  hasSecretValue,
  type RedactedPath,
  redactAuthorization,
  redactCookie,
  redactCsv,
  redactEncoded,
  redactMarkup,
  redactMultipart,
  redactPairs,
  redactPath,
  redactPathsIn,
  redactQuery,
  redactSetCookie,
  secretForms,
} from '../../core/service/redact-text.ts';
import {
  type DeclaredSecrets,
  hasSecretWord,
  isUsualSecret,
  redacted,
  toSecretName,
} from '../../core/service/secret-facts.ts';
import { routedOf, type Service } from '../../core/service/service.ts';
import { splitKey } from '../../core/state/item-key.ts';
import { createSecretIds, type SecretId } from './secret-ids.ts';

/** A copy of the exchange without secrets. Its parts are redacted when they are read: a list shows no bodies. */
export type Redact = (exchange: Exchange) => Exchange;

export type RedactFor = (service: Service) => Redact;

/** Creates the redaction, which changes nothing if credentials are shown. */
export const createRedactFor = ({ showCredentials = false }: { readonly showCredentials?: boolean } = {}): RedactFor =>
  showCredentials ? () => (exchange) => exchange : perObject(createRedact);

const createRedact = (service: Service): Redact => {
  const secretIdOf = createSecretIds(service);
  const known = new Map<string | undefined, SecretNames>();
  const namesOf = (operation: string | undefined): SecretNames => {
    const declared = service.secretsOf(operation);
    // A login leads back with a code: in a query, a form, or `Location`. In other bodies, `code` is any property.
    const query = routedOf(service) === undefined ? declared.query : new Set([...declared.query, 'code']);
    return new SecretNames({ ...declared, query }, secretIdOf(operation));
  };
  return (exchange) => {
    const { operation } = exchange;
    const names = getOrInsert(known, operation, namesOf);
    return new RedactedExchange(exchange, new Secrets(exchange, names));
  };
};

/** Redacts parts when they are read. A class, as accessors made for each exchange cost a fifth of a response. */
class RedactedExchange implements Exchange {
  readonly #exchange: Exchange;
  readonly #secrets: Secrets;
  #request: HttpRequest | undefined;

  constructor(exchange: Exchange, secrets: Secrets) {
    this.#exchange = exchange;
    this.#secrets = secrets;
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
  get origin(): Exchange['origin'] {
    return this.#exchange.origin;
  }
  get upstreamMs(): Exchange['upstreamMs'] {
    return this.#exchange.upstreamMs;
  }
  get isProbe(): Exchange['isProbe'] {
    return this.#exchange.isProbe;
  }
  get differences(): Exchange['differences'] {
    return this.#exchange.differences?.map((difference) => this.#secrets.redactDifference(difference));
  }
  get transport(): Exchange['transport'] {
    return this.#exchange.transport;
  }
  get fullBytes(): Exchange['fullBytes'] {
    return this.#exchange.fullBytes;
  }
  get passedOnBytes(): number | undefined {
    return this.#exchange.passedOnBytes;
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
    return this.#exchange.violations.map((one) => ({ ...one, message: this.#secrets.redactText(one.message) }));
  }
  get steps(): readonly Step[] {
    return this.#exchange.steps.map((step) => this.#secrets.redactStep(step));
  }
}

class RedactedRequest implements HttpRequest {
  readonly method: string;
  readonly pathPrefix: string;
  readonly isEncrypted: HttpRequest['isEncrypted'];
  readonly #request: HttpRequest;
  readonly #secrets: Secrets;

  constructor(request: HttpRequest, secrets: Secrets) {
    this.method = request.method;
    this.pathPrefix = request.pathPrefix;
    this.isEncrypted = request.isEncrypted;
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
    const type = rawHeader(headers, 'content-type');
    return typeof body === 'string'
      ? this.#secrets.redactBody(body, type, 'responseBodies')
      : this.#secrets.redactBytes(body, type, 'responseBodies');
  }
}

/** A shorter text occurs in messages by chance. */
const minQuotedSecret = 4;

/** The names of the secrets of one operation: the usual ones, and those that the document declares. */
class SecretNames {
  readonly declared: DeclaredSecrets;
  readonly id: SecretId | undefined;

  constructor(declared: DeclaredSecrets, id: SecretId | undefined) {
    this.declared = declared;
    this.id = id;
  }

  readonly isProperty = (name: string): boolean => hasSecretWord(name, this.#isWord);

  readonly #isWord = (name: string): boolean => {
    const secretName = toSecretName(name);
    return (
      isUsualSecret(secretName) ||
      this.declared.properties.has(secretName) ||
      this.id?.properties.has(secretName) === true
    );
  };

  readonly isPair = (name: string): boolean =>
    this.isProperty(name) ||
    this.declared.query.has(toSecretName(name)) ||
    this.id?.parameters.has(toSecretName(name)) === true;
}

class Secrets {
  readonly #exchange: Exchange;
  readonly #names: SecretNames;
  #path: RedactedPath | undefined;
  #known: readonly string[] | undefined;

  constructor(exchange: Exchange, names: SecretNames) {
    this.#exchange = exchange;
    this.#names = names;
  }

  /** The path with the values of secret parameters redacted, and those of pairs (`/a;token=b`). */
  get path(): string {
    const { shown } = this.#redactedPath;
    if (!/[=%]/.test(shown)) return shown;
    const redactSegment = (segment: string): string => (/[=%]/.test(segment) ? this.#redactString(segment) : segment);
    return shown.split('/').map(redactSegment).join('/');
  }

  redactQuery(query: string): string {
    return query === '' ? query : redactQuery(query, this.#names.isPair, this.#redactString);
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
        const isSecret =
          isUsualSecret(secretName) ||
          this.#names.declared.headers.has(secretName) ||
          this.#names.id?.headers.has(secretName) === true;
        return isSecret ? redacted : this.#redactString(value);
      }
    }
  }

  /** A message, which may contain URLs, and URLs in the queries of URLs. */
  redactText(text: string, depth = 0): string {
    const shown = this.#redactKnown(redactPairs(text, this.#names.isPair));
    if (depth === maxEncodedDepth) return shown;
    return redactEncoded(shown, (value) => this.#redactString(value, depth + 1));
  }

  /** Whether a pointer leads to a secret property, or into one. */
  #isSecretPath(pointer: string): boolean {
    return pathTo(pointer).some((token) => this.#names.isProperty(String(token)));
  }

  redactStep(step: Step): Step {
    switch (step.type) {
      case 'refused': {
        // The key is only there to find the id in the message.
        const { key: _, ...rest } = step;
        return { ...rest, message: this.redactText(step.message) };
      }
      case 'handler':
        return step.failure === undefined ? step : { ...step, failure: this.#redactFailure(step.failure) };
      case 'preference-applied':
      case 'preference-ignored':
        return { ...step, preference: this.redactText(step.preference) };
      case 'parameter':
        return { ...step, parameter: this.redactText(step.parameter) };
      case 'executed':
        if (step.key === undefined) return step;
        return { ...step, key: this.#names.id === undefined ? this.redactText(step.key) : redacted };
      case 'altered': {
        const isSecret = this.#isSecretPath(step.pointer);
        const show = (value: string): string => (isSecret ? redacted : this.#redactContent(value, undefined));
        return { ...step, before: show(step.before), after: show(step.after) };
      }
      default:
        return step;
    }
  }

  redactDifference(difference: Difference): Difference {
    const isSecret = this.#isSecretPath(difference.pointer);
    const show = (value: Json): Json => (isSecret && value !== null ? redacted : this.#redactJson(value));
    return { ...difference, simulated: show(difference.simulated), real: show(difference.real) };
  }

  /** The message of an error in the code of the user, who may quote a credential alone. */
  #redactFailure(text: string): string {
    // Where the user's code failed is no secret: it stays readable even if the whole message is hidden.
    const place = / \([^()]+:\d+:\d+\)$/.exec(text)?.[0] ?? '';
    let shown = this.#redactString(text.slice(0, text.length - place.length)) + place;
    for (const [name, value] of Object.entries(this.#exchange.request.headers)) {
      const sent = typeof value === 'string' ? value : (value?.join(' ') ?? '');
      const parts = this.redactHeader(name, sent);
      if (parts === sent) continue;
      for (const part of sent.split(/[\s;,=]+/)) {
        const isSecret = part.length >= minQuotedSecret && !parts.includes(part);
        if (isSecret) shown = shown.replaceAll(part, redacted);
      }
    }
    return shown;
  }

  redactBody(text: string, type: string | undefined, side: 'requestBodies' | 'responseBodies'): string {
    if (this.#names.declared[side].has(essenceOf(type ?? ''))) return redacted;
    return this.#redactContent(text, type);
  }

  redactBytes(bytes: Uint8Array, type: string | undefined, side: 'requestBodies' | 'responseBodies'): Uint8Array {
    const { text, encode } = decode(bytes);
    const shown = this.redactBody(text, type, side);
    return shown === text ? bytes : encode(shown);
  }

  get #redactedPath(): RedactedPath {
    this.#path ??= redactPath(this.#exchange.request.path, this.#names.declared.paths);
    return this.#path;
  }

  /** The secrets that texts may repeat: those of the path, and the ids of the items. */
  get #values(): readonly string[] {
    if (this.#known === undefined) {
      const whole = [...this.#redactedPath.secrets, ...this.#secretIds().flatMap(secretForms)];
      // A message has the start of a long one.
      this.#known = [...new Set([...whole, ...whole.map((text) => cutText(text))])];
    }
    return this.#known;
  }

  #secretIds(): readonly string[] {
    const collection = this.#names.id?.collection;
    if (collection === undefined) return [];
    return this.#exchange.steps.flatMap((step) => {
      const isOfItem = step.type === 'refused' || (step.type === 'executed' && step.collection === collection.name);
      return isOfItem && step.key !== undefined ? (splitKey(collection, step.key).id ?? []) : [];
    });
  }

  /** Redacts the secrets that are known by their value or their place in a path. */
  #redactKnown(text: string): string {
    let shown = redactPathsIn(text, this.#names.declared.linkPaths);
    for (const secret of this.#values) shown = shown.replaceAll(secret, redacted);
    return shown;
  }

  /** Redacts a content as what it can be read as; any other one as a whole, if it has the name of a secret. */
  #redactContent(text: string, type: string | undefined): string {
    const json = /^\s*[[{"]/.test(text) ? parseJson(text) : undefined;
    if (json?.ok) {
      const shown = this.#redactJson(json.value);
      // The text may have a property twice, and the value only the second one.
      return shown === json.value && !this.#hasSecretName(text) ? text : stringifyJson(shown);
    }
    const essence = essenceOf(type ?? '');
    if (essence === 'application/x-www-form-urlencoded' && isForm(text))
      return redactQuery(text, this.#names.isPair, this.#redactString);
    if (essence === 'text/csv') return redactCsv(this.#redactKnown(text), this.#names.isProperty);
    if (essence.startsWith('multipart/') && text.startsWith('--'))
      return redactMultipart(text, type ?? '', this.#names.isProperty, (part, partType) =>
        // A multipart body within another one is not read.
        this.#redactContent(part, partType?.startsWith('multipart/') ? undefined : partType),
      );
    const shown = this.redactText(text);
    if (/^\s*</.test(text)) return redactMarkup(shown, this.#names.isProperty);
    return this.#hasSecretName(text) ? redacted : shown;
  }

  /** The same value if it has no secrets. */
  #redactJson(value: Json): Json {
    if (typeof value === 'string') return this.#redactString(value);
    if (Array.isArray(value)) return mapValuesOf(value as readonly Json[], (item) => this.#redactJson(item));
    return isJsonObject(value) ? this.#redactProperties(value) : value;
  }

  #redactProperties(value: JsonObject): JsonObject {
    const { op, path } = value;
    // An operation of a JSON Patch (RFC 6902) that sets a secret property.
    const isSecretPatch = typeof op === 'string' && typeof path === 'string' && this.#isSecretPath(path);
    const isTokenRequest =
      Object.hasOwn(value, 'code') && Object.keys(value).some((name) => tokenRequestNames.has(toSecretName(name)));
    return mapValuesOf(value, (before, name) => {
      const isSecret =
        this.#names.isProperty(name) || (isSecretPatch && name === 'value') || (isTokenRequest && name === 'code');
      // Null is worth knowing, and not a secret.
      return isSecret && before !== null ? redacted : this.#redactJson(before);
    });
  }

  /** A value that may contain URLs, JSON, or a query language. */
  readonly #redactString = (text: string, depth = 0): string => {
    if (/^\s*[[{]/.test(text)) return this.#redactContent(text, undefined);
    const shown = this.redactText(text, depth);
    return hasSecretValue(shown, this.#names.isProperty) ? redacted : shown;
  };

  #hasSecretName(text: string): boolean {
    return hasSecretName(text, this.#names.isProperty);
  }
}

/** Beside one of them, `code` is what a login returned (RFC 6749, section 4.1.3); alone, it is one of many things. */
const tokenRequestNames: ReadonlySet<string> = new Set(['codeverifier', 'granttype', 'redirecturi', 'clientid']);

/** Whether a text has pairs alone: neither lines nor zero bytes (UTF-16). */
const isForm = (text: string) =>
  !/[\r\n\0]/.test(text) && text.split('&').every((pair) => pair === '' || pair.includes('='));

/** How deep texts within texts are decoded: each time takes the length of the text once more. */
const maxEncodedDepth = 3;

const encoder = new TextEncoder();

/** Decodes UTF-8, else one character for each byte. */
const decode = (bytes: Uint8Array): { readonly text: string; readonly encode: (text: string) => Uint8Array } => {
  const decoded = strictText(bytes);
  if (decoded !== undefined) return { text: decoded, encode: (text) => encoder.encode(text) };
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { text, encode: (shown) => Uint8Array.from(shown, (character) => character.charCodeAt(0)) };
};
