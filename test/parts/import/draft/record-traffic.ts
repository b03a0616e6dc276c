/** Records what a client and a service say to each other: a proxy between both. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly sent: string;
  readonly status: number;
  readonly responseHeaders: readonly (readonly [name: string, value: string])[];
  readonly received: string;
}

/** `use`: the client, which gets the origin of the proxy. The recorded URLs have the origin `https://api.shop.test`. */
export const recordTraffic = async (
  origin: string,
  use: (origin: string) => Promise<unknown>,
): Promise<readonly RecordedCall[]> => {
  const calls: RecordedCall[] = [];
  const server = createServer(async (request, response) => {
    const sent = await textOf(request);
    const { method = 'GET', url = '/' } = request;
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      name === 'connection' || name === 'host' || name === 'content-length' || name === 'transfer-encoding'
        ? []
        : [[name, String(value)] as const],
    );
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      body: sent === '' ? null : sent,
      redirect: 'manual',
    });
    const received = await answer.text();
    const responseHeaders = [...answer.headers];
    calls.push({
      method,
      url: `https://api.shop.test${url}`,
      headers,
      sent,
      status: answer.status,
      responseHeaders,
      received,
    });
    response.writeHead(answer.status, Object.fromEntries(responseHeaders.filter(([name]) => !ofConnection.has(name))));
    response.end(received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return calls;
};

const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
]);

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const pairs = (headers: RecordedCall['headers'], key: 'name' | 'key') =>
  headers.map(([name, value]) => ({ [key]: name, value }));

const typeOf = (headers: RecordedCall['headers']): string =>
  headers.find(([name]) => name === 'content-type')?.[1] ?? '';

export const toHar = (calls: readonly RecordedCall[]): object => ({
  log: {
    version: '1.2',
    creator: { name: 'proxy', version: '1' },
    entries: calls.map(({ method, url, headers, sent, status, responseHeaders, received }) => ({
      startedDateTime: '2030-01-01T00:00:00.000Z',
      time: 5,
      request: {
        method,
        url,
        headers: pairs(headers, 'name'),
        ...(sent !== '' && { postData: { mimeType: typeOf(headers), text: sent } }),
      },
      response: {
        status,
        headers: pairs(responseHeaders, 'name'),
        content: { size: received.length, mimeType: typeOf(responseHeaders), text: received },
      },
    })),
  },
});

export const toCollection = (calls: readonly RecordedCall[]): object => ({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: calls.map(({ method, url, headers, sent, status, responseHeaders, received }) => {
    const request = {
      method,
      url,
      header: pairs(headers, 'key'),
      ...(sent !== '' && { body: { mode: 'raw', raw: sent } }),
    };
    return {
      name: `${method} ${url}`,
      request,
      response: [{ originalRequest: request, code: status, header: pairs(responseHeaders, 'key'), body: received }],
    };
  }),
});
