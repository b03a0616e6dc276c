import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificate } from '../../../src/parts/tls/create-certificate.ts';

const now = Date.UTC(2030, 5, 1, 12);
const hosts = ['localhost', '127.0.0.1', '::1', 'dev.example', 'fd00::1:0', '::ffff:127.0.0.1', 'localhost'];

test('the certificate is valid X.509 with its names, its validity and its key', () => {
  const { cert, key } = createCertificate(hosts, now);
  const certificate = new X509Certificate(cert);
  expect(certificate.subjectAltName).toBe(
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:dev.example, IP Address:FD00:0:0:0:0:0:1:0, IP Address:0:0:0:0:0:FFFF:7F00:1',
  );
  expect(certificate.ca).toBe(false);
  expect(certificate.validFromDate).toEqual(new Date('2030-05-31T12:00:00Z'));
  expect(certificate.validToDate.getTime() - certificate.validFromDate.getTime()).toBe(825 * 86_400_000);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkIssued(certificate)).toBe(true);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkHost('elsewhere.example')).toBeUndefined();
});

test('each certificate has its own key and its own serial number', () => {
  const certificates = Array.from(
    { length: 20 },
    () => new X509Certificate(createCertificate(['localhost'], now).cert),
  );
  expect(new Set(certificates.map(({ serialNumber }) => serialNumber)).size).toBe(20);
  expect(new Set(certificates.map(({ fingerprint256 }) => fingerprint256)).size).toBe(20);
});

test('a client that trusts the certificate connects, and another rejects it', async () => {
  const identity = createCertificate(['localhost', '127.0.0.1', '::1'], Date.now());
  const server = createServer(identity).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const trusting = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: identity.cert });
  await once(trusting, 'secureConnect');
  expect(trusting.authorized).toBe(true);
  trusting.destroy();
  const other = connect({ port, host: '127.0.0.1', servername: 'localhost' });
  const [error] = (await once(other, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
});
