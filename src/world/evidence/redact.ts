/**
 * Redacts credentials and other secrets in exchanges. The journal keeps exchanges as they were, because a replay needs the
 * credentials; every output of an exchange shows the copy that is made here.
 */

import type { Exchange } from '../../core/exchange.ts';
import { type HttpRequest, type HttpResponse, type RequestBody, rawHeader } from '../../core/http/http.ts';
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
    const names = known.get(operation) ?? namesOf(operation);
    known.set(operation, names);
    return redactedExchange(exchange, new Secrets(exchange, names));
  };
};

/** A login leads back with a code: in a query, a form, or `Location`. In other bodies, `code` is any property. */
const withCode = (declared: DeclaredSecrets): DeclaredSecrets => ({
  ...declared,
  query: new Set([...declared.query, 'code']),
});

const redactedExchange = (exchange: Exchange, secrets: Secrets): Exchange => {
  let request: HttpRequest | undefined;
  return {
    ...exchange,
    get differences() {
      return exchange.differences?.map((difference) => secrets.redactDifference(difference));
    },
    get request() {
      request ??= redactedRequest(exchange.request, secrets);
      return request;
    },
    get response() {
      return redactedResponse(exchange.response, secrets);
    },
    get violations() {
      return exchange.violations.map((one) => ({ ...one, message: secrets.redactText(one.message) }));
    },
    get steps() {
      return exchange.steps.map((step) => secrets.redactStep(step));
    },
  };
};

const redactedRequest = (request: HttpRequest, secrets: Secrets): HttpRequest => ({
  ...request,
  get path() {
    return secrets.path;
  },
  get query() {
    return secrets.redactQuery(request.query);
  },
  get headers() {
    return Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        typeof value === 'string'
          ? secrets.redactHeader(name, value)
          : value?.map((one) => secrets.redactHeader(name, one)),
      ]),
    );
  },
  get body(): RequestBody {
    const { body, headers } = request;
    const type = headers['content-type'] as string | undefined;
    switch (body.type) {
      case 'text':
        return { type: 'text', text: secrets.redactBody(body.text, type, 'requestBodies') };
      case 'bytes':
        return { type: 'bytes', bytes: secrets.redactBytes(body.bytes, type, 'requestBodies') };
      default:
        return body;
    }
  },
});

const redactedResponse = (response: HttpResponse, secrets: Secrets): HttpResponse => ({
  status: response.status,
  get headers() {
    const { headers } = response;
    return headers.map((text, index) =>
      index % 2 === 0 ? text : secrets.redactHeader(headers[index - 1] as string, text),
    );
  },
  get body() {
    const { headers, body } = response;
    if (body === undefined) return undefined;
    const type = rawHeader(headers, 'content-type');
    return typeof body === 'string'
      ? secrets.redactBody(body, type, 'responseBodies')
      : secrets.redactBytes(body, type, 'responseBodies');
  },
});
