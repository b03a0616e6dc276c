/** Prism as the judge: a proxy in front of the app, which compares what passes with the document. It shares no code with Vivarium. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import type { Express } from 'express';

export interface Prism {
  /** The base URL of the service, through Prism. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Objection {
  /** `request` or `response`, then the place. */
  readonly location: readonly string[];
  readonly code: string;
  readonly message: string;
}

/** What Prism finds wrong with a response. */
export const objectionsTo = ({ headers }: { readonly headers: Record<string, string> }): readonly Objection[] =>
  (JSON.parse(headers['sl-violations'] ?? '[]') as readonly Objection[]).filter(
    ({ location }) => location[0] === 'response',
  );

export const startPrism = async (app: Express): Promise<Prism> => {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const document = await (await fetch(`${origin}/_vivarium/api/service/openapi.json`)).json();
  const prism = createServer(await getHttpOperationsFromSpec(document as object), {
    cors: false,
    components: { logger: createLogger('prism', { level: 'silent' }) },
    config: {
      isProxy: true,
      upstream: new URL(`${origin}/v1`),
      upstreamProxy: undefined,
      errors: false,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      mock: { dynamic: false },
    },
  });
  const url = await prism.listen(0, '127.0.0.1');
  return {
    url,
    close: async () => {
      await prism.close();
      server.close();
      server.closeAllConnections();
    },
  };
};
