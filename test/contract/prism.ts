/**
 * Prism as an independent judge: a proxy between a client and a live server. It forwards everything and reports
 * violations of the document in a header.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer as createPrism } from '@stoplight/prism-http-server';
import { afterAll } from 'vitest';
import { createVivarium, type ListeningVivarium, type VivariumOptions } from '../../src/index.ts';

/** One violation that Prism reports. */
export interface Objection {
  /** `response`, `body`, then the path of the property; only `response` for an undocumented status. */
  readonly location: readonly string[];
  /** An undocumented status beyond 2xx is only a `Warning`. */
  readonly severity: string;
  readonly message: string;
}

export interface Judged {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Violations of the request. */
  readonly request: readonly Objection[];
  /** Violations of the response. */
  readonly response: readonly Objection[];
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface Judge {
  /** `path` is below the upstream's base path. */
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Judged>;
  readonly close: () => Promise<void>;
}

export interface Prism extends Judge {
  /** Where the proxy listens. */
  readonly url: string;
}

/** By file: Prism reads it and compiles its schemas once for all tests. */
const read = new Map<string, ReturnType<typeof getHttpOperationsFromSpec>>();

const operationsIn = (file: string): ReturnType<typeof getHttpOperationsFromSpec> => {
  const operations = read.get(file) ?? getHttpOperationsFromSpec(file);
  read.set(file, operations);
  return operations;
};

/** `document` is a file, or parsed; `upstream` a URL with its base path. */
export const startPrism = async (document: string | object, upstream: string): Promise<Prism> => {
  const operations = await (typeof document === 'string'
    ? operationsIn(document)
    : getHttpOperationsFromSpec(document));
  const prism = createPrism(operations, {
    cors: false,
    components: { logger: createLogger('prism', { level: 'silent' }) },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      // With `errors`, an invalid request would not reach the server.
      errors: false,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      mock: { dynamic: false },
    },
  });
  const url = await prism.listen(0, '127.0.0.1');
  return { url, send: (method, path, sent) => sendThrough(url, method, path, sent), close: () => prism.close() };
};

/** Sends through a Prism that listens at `url`, and reads its verdict. */
export const sendThrough = async (
  url: string,
  method: string,
  path: string,
  { headers = {}, body }: Sent = {},
): Promise<Judged> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
  });
  const objections = readObjections(response.headers.get('sl-violations'));
  const on = (side: string): readonly Objection[] => objections.filter(({ location }) => location[0] === side);
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    request: on('request'),
    response: on('response'),
  };
};

/** @throws SyntaxError if Prism cut the list because it was too long. */
const readObjections = (header: string | null): readonly Objection[] =>
  header === null ? [] : (JSON.parse(header) as readonly Objection[]);

/** The status for the server with invalid responses, through the proxy. */
export const lieWith = (status: number, mediaType: string | undefined): Readonly<Record<string, string>> => ({
  'x-lie-status': String(status),
  ...(mediaType !== undefined && { 'x-lie-type': mediaType }),
});

/** A server of the animal store with its judge, for the tests of the file or of the group. */
export const useJudged = async (
  options: VivariumOptions = {},
  start = ({ serviceUrl }: ListeningVivarium): Promise<Judge> => startPrism('spec/animal-store.yaml', serviceUrl),
  host = '127.0.0.1',
) => {
  const vivarium = await createVivarium(options);
  const listening = await vivarium.listen({ port: 0, host });
  const judge = await start(listening);
  afterAll(async () => {
    await judge.close();
    await vivarium.close();
  });
  return { vivarium, judge, listening };
};

/**
 * A judge in front of a server that responds to everything with a list of one number, which violates every schema here. In place of
 * the real server it proves that the judge reports something.
 */
export const useLiar = async (document: string): Promise<Judge> => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(Number(request.headers['x-lie-status']), {
      'Content-Type': request.headers['x-lie-type'] ?? 'application/json',
    });
    response.end('[42]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const judge = await startPrism(document, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  afterAll(async () => {
    await judge.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return judge;
};
