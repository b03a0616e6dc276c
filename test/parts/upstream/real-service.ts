/** A real service for the tests: a plain HTTP server of which each test decides what it does. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createVivarium, type Vivarium, type VivariumOptions } from '../../../src/index.ts';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface RealService {
  readonly server: Server;
  readonly url: string;
  /** What arrived, in order. */
  readonly seen: readonly SeenRequest[];
}

/** The body was read when the listener is called. The caller closes it. */
export const openRealService = async (
  listener: RequestListener,
): Promise<RealService & { readonly close: () => void }> => {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(parts).toString() });
    listener(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
};

/** Until the end of the test. */
export const startRealService = async (listener: RequestListener): Promise<RealService> => {
  const service = await openRealService(listener);
  onTestFinished(service.close);
  return service;
};

/** A simulation that forwards, listening on a free port until the end of the test. */
export const startForwarding = async (
  options: VivariumOptions,
): Promise<{ readonly vivarium: Vivarium; readonly url: string }> => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  return { vivarium, url: (await vivarium.listen({ port: 0 })).url };
};
