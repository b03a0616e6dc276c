import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Network, systemNetwork } from '../../../src/openapi/load/inner-address.ts';
import { createFileReader, readSource } from '../../../src/openapi/load/read-source.ts';
import { readUri, whyNotFrom } from '../../../src/openapi/load/read-text.ts';
import { readFiles } from '../../../src/parts/bundle/index.ts';

const published = { uri: 'https://example.com/openapi.yaml', isInner: false };

test.each([
  'http://localhost/a',
  'http://127.0.0.1/a',
  'http://10.1.2.3/a',
  'http://172.20.0.1/a',
  'http://192.168.1.1/a',
  'http://169.254.169.254/latest/meta-data',
  'http://0x7f000001/a',
  'http://2130706433/a',
  'http://[::1]/a',
  'http://[fd00::1]/a',
  'http://[::ffff:127.0.0.1]/a',
  'http://metadata.internal/a',
  'http://intranet/a',
  'http://localhost./a',
  'http://metadata.internal./a',
  'http://[64:ff9b::7f00:1]/a',
])('a document from a public host must not refer to %s', (url) => {
  expect(whyNotFrom(published, new URL(url))).toMatch('private address');
  expect(whyNotFrom({ uri: 'http://localhost:3000/openapi.yaml', isInner: true }, new URL(url))).toBeUndefined();
  expect(whyNotFrom({ uri: 'file:///home/me/openapi.yaml', isInner: true }, new URL(url))).toBeUndefined();
});

test.each(['https://other.example.com/a', 'http://172.32.0.1/a', 'http://8.8.8.8/a', 'http://[2606:4700::1]/a'])(
  'it may refer to %s',
  (url) => {
    expect(whyNotFrom(published, new URL(url))).toBeUndefined();
  },
);

describe('names are judged by their addresses', () => {
  /** `inner.example.com` is 127.0.0.1; `public.example.com` is 127.0.0.2, which counts as public here. */
  const network: Network = {
    resolveName: (hostname, _options, done) =>
      done(null, [{ address: hostname.startsWith('public') ? '127.0.0.2' : '127.0.0.1', family: 4 }]),
    isInnerAddress: (address) => address !== '127.0.0.2' && systemNetwork.isInnerAddress(address),
  };

  /** Serves the path `/to/URL` with a redirect, and `/text/TEXT` with the text. Returns the port. */
  const serve = async (): Promise<number> => {
    const listener: RequestListener = ({ url = '' }, response) => {
      const [, kind, text = ''] = /^\/(\w+)\/(.*)$/.exec(decodeURIComponent(url)) ?? [];
      if (kind === 'to') response.writeHead(302, { location: text });
      response.end(text);
    };
    const listen = async (host: string, port: number): Promise<number> => {
      const server = createServer(listener).listen(port, host);
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      return (server.address() as AddressInfo).port;
    };
    const port = await listen('127.0.0.1', 0);
    return process.platform === 'linux' ? listen('127.0.0.2', port) : port;
  };

  test('a private address in a URL, which no name is resolved for, is rejected at the connection', async () => {
    const uri = `http://127.0.0.1:${await serve()}/text/secret`;
    expect((await readUri(uri, { mayReachInner: true })).text).toBe('secret');
    await expect(readUri(uri, { mayReachInner: false })).rejects.toThrow(
      'the document cannot be fetched (127.0.0.1 is a private address)',
    );
  });

  test('a name that resolves to a private address is rejected at the connection', async () => {
    const uri = `http://inner.example.com:${await serve()}/text/secret`;
    expect(await readUri(uri, { mayReachInner: true, network })).toEqual({ uri, text: 'secret', isInner: true });
    await expect(readUri(uri, { mayReachInner: false, network })).rejects.toThrow(
      'the document cannot be fetched (inner.example.com has the private address 127.0.0.1)',
    );
  });

  // Other systems have only one loopback address.
  test.runIf(process.platform === 'linux')('a public URL that the user names must not redirect to one', async () => {
    const port = await serve();
    const inner = `http://inner.example.com:${port}/text/secret`;
    const read = (uri: string) => readUri(uri, { mayReachInner: true, network });
    const text = `http://public.example.com:${port}/text/open`;
    expect(await read(text)).toEqual({ uri: text, text: 'open', isInner: false });
    const redirect = `http://public.example.com:${port}/to/${inner}`;
    for (const uri of [redirect, `http://inner.example.com:${port}/to/${redirect}`])
      await expect(read(uri)).rejects.toThrow('inner.example.com has the private address 127.0.0.1');
    await expect(read(`http://public.example.com:${port}/to/http://127.0.0.1:${port}/text/secret`)).rejects.toThrow(
      'a document from a public host cannot refer to a private address',
    );
    expect(await read(`http://inner.example.com:${port}/to/${inner}`)).toMatchObject({ uri: inner, text: 'secret' });
  });

  test('a document from a name with a private address may refer to its neighbours', async () => {
    const origin = `http://inner.example.com:${await serve()}`;
    const references = [`${origin}/text/1`, `${origin.replace('inner.example.com', 'localhost')}/text/2`];
    const text = JSON.stringify(references.map(($ref) => ({ $ref })));
    const root = await readSource(`${origin}/text/${text}`, 'root', { mayReachInner: true, network });
    const { follow } = await readFiles(root, createFileReader(root, network));
    expect(references.map((reference) => follow(reference, root))).toMatchObject([{ value: 1 }, { value: 2 }]);
  });

  test.runIf(process.platform === 'linux')('a public document may not, also if a local file refers to it', async () => {
    const port = await serve();
    const reference = `http://inner.example.com:${port}/text/1`;
    const name = `http://public.example.com:${port}/text/${encodeURIComponent(JSON.stringify({ $ref: reference }))}`;
    const root = await readSource(name, 'root', { mayReachInner: true, network });
    const rejected = { message: expect.stringContaining('inner.example.com has the private address 127.0.0.1') };
    expect((await readFiles(root, createFileReader(root, network))).follow(reference, root)).toMatchObject(rejected);
    const local = { ...root, uri: 'file:///openapi.json', isInner: true, value: { $ref: name } };
    expect((await readFiles(local, createFileReader(local, network))).follow(reference, root)).toMatchObject(rejected);
  });
});
