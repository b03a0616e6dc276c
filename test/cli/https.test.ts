/** The server with HTTPS: certificates, the control API, faults, and the addresses in responses. */
import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { createCertificate } from '../../src/parts/tls/create-certificate.ts';
import { run, serve } from './in-process.ts';
import { folderOf, ordersDocument } from './process.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  readonly fingerprint: string;
}

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const call = (url: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, rejectUnauthorized: false, agent: false }, (incoming) => {
      let text = '';
      const fingerprint = (incoming.socket as TLSSocket).getPeerCertificate().fingerprint256;
      incoming.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, fingerprint }),
      );
      incoming.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const json = { 'content-type': 'application/json' };
const bearer = { authorization: 'Bearer demo' };

test('--tls serves the service and the control API with a new certificate, and prints its fingerprint', async () => {
  const { listening, stop } = await serve(['--tls']);
  expect(listening.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(listening.service).toBe(`${listening.url}/v1`);
  const list = await call(`${listening.service}/pets?limit=2`, { headers: bearer });
  expect(list.status).toBe(200);
  expect(list.fingerprint).toBe(listening.fingerprint);
  const control = `${listening.url}/_vivarium/api`;
  expect((await call(`${control}/worlds`)).status).toBe(200);
  const origin = { origin: listening.url, ...json };
  expect(
    (await call(`${control}/worlds/default/faults/slow`, { method: 'PUT', headers: origin, body: '{"enabled":false}' }))
      .status,
  ).toBe(200);
  expect((await call(`${control}/worlds`, { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
  expect((await call(`${control}/worlds`, { headers: { host: 'elsewhere.example' } })).status).toBe(403);
  expect(JSON.parse((await call(`${control}/service`)).text).services[0].url).toBe(listening.service);
  const har = JSON.parse((await call(`${control}/worlds/default/exchanges.har`)).text);
  expect(har.log.entries[0].request.url).toBe(`${listening.service}/pets?limit=2`);
  expect((await call(`${listening.url}/nowhere`)).text).toContain(`The API is at ${listening.service}`);
  expect((await stop()).code).toBe(0);
});

test('an absolute Location and the commands use HTTPS, and the panel cookie is secure', async () => {
  const document = ordersDocument().replace(
    'description: Added.',
    'description: Added.\n          headers: { Location: { schema: { type: string, format: uri } } }',
  );
  const cwd = folderOf({ 'api.yaml': document });
  const { listening } = await serve(['api.yaml', '--tls', '--host', '0.0.0.0', '--token', 'secret'], { cwd });
  const created = await call(`${listening.service}/orders`, { method: 'POST', headers: json, body: '{"item":"Tea"}' });
  expect(created.status).toBe(201);
  if (created.headers.location !== undefined) expect(created.headers.location).toMatch(/^https:/);
  const panel = await call(`${listening.url}/_vivarium/?token=secret`);
  expect(String(panel.headers['set-cookie'])).toContain('; Secure');
  const args = ['fault', 'slow', 'on', '--url', listening.url, '--token', 'secret'];
  expect(await run(args)).toMatchObject({ code: 0, stdout: 'Fault slow is on in the world default.\n', stderr: '' });
  expect(await run(['fault', 'slwo', 'on', '--url', listening.url, '--token', 'secret'])).toMatchObject({ code: 2 });
});

test('a lost response is a reset below TLS too, and the server stops while a connection waits', async () => {
  const { listening, stop } = await serve(['--tls', '--fault', 'reset']);
  await expect(call(`${listening.service}/pets`, { headers: bearer })).rejects.toMatchObject({ code: 'ECONNRESET' });
  // Browsers open connections in advance.
  const unused = connect({ port: Number(new URL(listening.url).port), host: '127.0.0.1', rejectUnauthorized: false });
  await new Promise((resolve) => unused.once('secureConnect', resolve));
  unused.on('error', () => {});
  expect((await stop()).code).toBe(0);
});

test('--tls-cert and --tls-key, also in the configuration', async () => {
  const { cert, key } = createCertificate(['localhost'], Date.now());
  const cwd = folderOf({
    'tls/cert.pem': cert,
    'tls/key.pem': key,
    'api.yaml': ordersDocument(),
    'vivarium.yaml': 'document: api.yaml\ntls-cert: tls/cert.pem\ntls-key: tls/key.pem\n',
  });
  const { listening } = await serve([], { cwd });
  const { status, fingerprint } = await call(`${listening.service}/orders`);
  expect(status).toBe(200);
  expect(fingerprint).toBe(new X509Certificate(cert).fingerprint256);
  expect(listening.fingerprint).toBeUndefined();
});

test('the banner shows the fingerprint, and a command that works', async () => {
  const { until } = await serve(['--tls', '--log', 'pretty']);
  await until(/TLS {7}SHA-256 (?:[\dA-F]{2}:){31}[\dA-F]{2}\n/);
  await until(/Try {7}curl -k -H 'Authorization: Bearer demo' https:/);
});

const identity = createCertificate(['localhost'], Date.now());
const other = createCertificate(['localhost'], Date.now());
const files = { 'cert.pem': identity.cert, 'key.pem': identity.key, 'other.pem': other.key };

test.each([
  [['--tls-cert', 'cert.pem'], '--tls-cert and --tls-key belong together'],
  [['--tls', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'], '--tls and --tls-cert cannot be used together'],
  [['--tls-cert', 'none.pem', '--tls-key', 'key.pem'], 'none.pem: there is no such file'],
  [
    ['--tls-cert', 'key.pem', '--tls-key', 'key.pem'],
    'key.pem: this is not a certificate in PEM. Name a file that begins with -----BEGIN, or use --tls',
  ],
  [['--tls-cert', 'cert.pem', '--tls-key', 'cert.pem'], 'cert.pem: this is not a private key in PEM'],
  [
    ['--tls-cert', 'cert.pem', '--tls-key', 'other.pem'],
    'other.pem: this is not the key of the certificate cert.pem. Name two files that were made together',
  ],
])('%j is one clear line', async (args, says) => {
  const ended = await run(args, { cwd: folderOf(files) });
  expect(ended.stderr).toMatch(/^[^\n]+\n$/);
  expect(ended.stderr.startsWith(says)).toBe(true);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
});
