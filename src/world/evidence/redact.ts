/**
 * Redacts credentials and other secrets in exchanges. The journal keeps exchanges as they were, because a replay needs the
 * credentials; every output of an exchange shows the copy that is made here.
 */

import type { Exchange, Step, Violation } from '../../core/exchange.ts';
import { type HttpRequest, type HttpResponse, type RequestBody, rawHeader } from '../../core/http/http.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import type { DeclaredSecrets } from '../../core/service/secret-facts.ts';
import { routedOf, type Service } from '../../core/service/service.ts';
import { SecretNames, Secrets } from './redact-secrets.ts';
import { createSecretIds } from './secret-ids.ts';

/** A copy of the exchange without secrets. Its parts are redacted when they are read: a list shows no bodies. */
export type Redact = (exchange: Exchange) => Exchange;

export type RedactFor = (service: Service) => Redact;

/** Creates the redaction, which changes nothing if credentials are shown. */
export const createRedactFor = ({
  showCredentials = false,
}: {
  readonly showCredentials?: boolean;
} = {}): RedactFor => {
  if (showCredentials) return () => (exchange) => exchange;
  const known = new WeakMap<Service, Redact>();
  return (service) => {
    if (!known.has(service)) known.set(service, createRedact(service));
    return known.get(service) as Redact;
  };
};

const createRedact = (service: Service): Redact => {
  const secretIdOf = createSecretIds(service);
  const known = new Map<string | undefined, SecretNames>();
  const namesOf = (operation: string | undefined): SecretNames => {
    const declared = service.secretsOf(operation);
    return new SecretNames(routedOf(service) === undefined ? declared : withCode(declared), secretIdOf(operation));
  };
  return (exchange) => {
    const { operation } = exchange;
    const names = getOrInsert(known, operation, namesOf);
    return new RedactedExchange(exchange, new Secrets(exchange, names));
  };
};

/** A login leads back with a code: in a query, a form, or `Location`. In other bodies, `code` is any property. */
const withCode = (declared: DeclaredSecrets): DeclaredSecrets => ({
  ...declared,
  query: new Set([...declared.query, 'code']),
});

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
