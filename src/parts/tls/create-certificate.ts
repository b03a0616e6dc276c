/** Creates a self-signed certificate for this machine (RFC 5280). */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import type { TlsIdentity } from './tls-identity.ts';

/** Browsers reject a certificate that is valid for longer than 825 days. */
const validDays = 825;
const dayMs = 86_400_000;

/** `hosts`: names and addresses of this machine. `now`: milliseconds since the epoch. */
export const createCertificate = (hosts: readonly string[], now: number): TlsIdentity => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
  const commonName = objectIdentifier('2.5.4.3');
  const name = sequence(set(sequence(commonName, utf8String('Vivarium on this machine'))));
  const content = sequence(
    taggedValues(0, integer(Buffer.of(2))),
    integer(randomBytes(16)),
    ecdsaWithSha256,
    name,
    // From yesterday: the clocks of machines and containers differ.
    sequence(utcTime(now - dayMs), utcTime(now + (validDays - 1) * dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    taggedValues(3, sequence(...extensionsFor(hosts))),
  );
  const certificate = sequence(content, ecdsaWithSha256, bitString(sign('sha256', content, privateKey)));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};

const extensionsFor = (hosts: readonly string[]): readonly Buffer[] => {
  const serverAuth = objectIdentifier('1.3.6.1.5.5.7.3.1');
  const extension = (id: string, value: Buffer): Buffer => sequence(objectIdentifier(id), octetString(value));
  return [
    // basicConstraints: not an authority.
    extension('2.5.29.19', sequence()),
    extension('2.5.29.37', sequence(serverAuth)),
    // subjectAltName
    extension('2.5.29.17', sequence(...[...new Set(hosts)].map(alternativeName))),
  ];
};

const alternativeName = (host: string): Buffer =>
  isIP(host) === 0 ? tagged(2, Buffer.from(host)) : tagged(7, bytesOfAddress(host));

/** The 4 bytes of an IPv4 address, the 16 of an IPv6 address. */
const bytesOfAddress = (address: string): Buffer => {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  // The URL parser writes every form of an address in one way, with `::` for the longest zeros.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): readonly number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [start, end] = [groups(before), groups(after ?? '')];
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => 0);
  return Buffer.from([...start, ...zeros, ...end].flatMap((group) => [group >> 8, group & 0xff]));
};

/** A value with its tag and its length. */
const encode = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
};

/** Up to 127 in one byte; longer ones with the number of their bytes first. */
const lengthOf = (length: number): readonly number[] => {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
};

const sequence = (...values: readonly Uint8Array[]): Buffer => encode(0x30, ...values);
const set = (...values: readonly Uint8Array[]): Buffer => encode(0x31, ...values);
export const octetString = (bytes: Uint8Array): Buffer => encode(0x04, bytes);
const utf8String = (text: string): Buffer => encode(0x0c, Buffer.from(text));

/** An unsigned number. */
export const integer = (bytes: Uint8Array): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  // A first bit of 1 would make it negative.
  return encode(0x02, ...((digits[0] as number) >= 0x80 ? [Buffer.of(0)] : []), digits);
};

const bitString = (bytes: Uint8Array): Buffer => encode(0x03, Buffer.of(0), bytes);

/** `1.2.840.10045.4.3.2` */
export const objectIdentifier = (id: string): Buffer => {
  const [first = 0, second = 0, ...others] = id.split('.').map(Number);
  return encode(0x06, Buffer.from([first * 40 + second, ...others.flatMap(baseOf128)]));
};

/** Seven bits a byte; every byte but the last has its first bit set. */
const baseOf128 = (value: number): readonly number[] => {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
};

/** A time of the years 1950 to 2049, in milliseconds since the epoch. */
export const utcTime = (time: number): Buffer =>
  encode(0x17, Buffer.from(`${new Date(time).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

/** A value with a tag of its context. */
export const tagged = (tag: number, content: Uint8Array): Buffer => encode(0x80 | tag, content);

/** A value with a tag of its context that contains other values. */
export const taggedValues = (tag: number, ...content: readonly Uint8Array[]): Buffer => encode(0xa0 | tag, ...content);
