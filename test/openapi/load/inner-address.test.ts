import { expect, test } from 'vitest';
import { createLookup, isInnerHost, systemNetwork } from '../../../src/openapi/load/inner-address.ts';

/** As a connection gets it: a URL has only one spelling of an address. */
const hostOf = (spelled: string): string => new URL(`http://${spelled}/`).hostname;

test.each([
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'localhost.localdomain',
  'printer.local',
  'db.internal',
  'metadata.google.internal',
  'app.intranet',
  'a.private',
  'wiki.corp',
  'nas.home',
  'printer.lan',
  'box.home.arpa',
  'a.test',
  'a.invalid',
  'intranet',
  'wiki.CORP..',
])('the name %s is inside the network', (host) => {
  expect(isInnerHost(hostOf(host))).toBe(true);
});

/** The first and the last address of each range. */
test.each([
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['[::]', '[::1]'],
  ['[::127.0.0.1]', '[::255.255.255.255]'],
  ['[::ffff:0.0.0.0]', '[::ffff:255.255.255.255]'],
  ['[::ffff:0:0.0.0.0]', '[::ffff:0:255.255.255.255]'],
  ['[64:ff9b::0.0.0.0]', '[64:ff9b::255.255.255.255]'],
  ['[64:ff9b:1::]', '[64:ff9b:1:ffff:ffff:ffff:ffff:ffff]'],
  ['[100::]', '[100::ffff:ffff:ffff:ffff]'],
  ['[100:0:0:1::]', '[100:0:0:1:ffff:ffff:ffff:ffff]'],
  ['[2001::]', '[2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  ['[2001:db8::]', '[2001:db8:ffff:ffff:ffff:ffff:ffff:ffff]'],
  ['[2002::]', '[2002:7f00:1::]'],
  ['[3fff::]', '[3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  ['[5f00::]', '[5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  ['[fc00::]', '[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  ['[fe80::]', '[febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  ['[fec0::]', '[feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  ['[ff00::]', '[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
])('the addresses from %s to %s are inside the network', (...range) => {
  for (const host of range) {
    expect(isInnerHost(hostOf(host))).toBe(true);
    expect(systemNetwork.isInnerAddress(hostOf(host).replace(/^\[|\]$/g, ''))).toBe(true);
  }
});

test.each([
  '0177.0.0.1',
  '0x7f.1',
  '017700000001',
  '2130706433',
  '0x7f000001',
  '127.1',
  '%31%32%37.0.0.1',
  '①②⑦.0.0.1',
])('the address %s is inside the network, however it is spelled', (host) => {
  expect(isInnerHost(hostOf(host))).toBe(true);
});

test('the zone of an address does not hide it', () => {
  expect(systemNetwork.isInnerAddress('fe80::1%eth0')).toBe(true);
});

test.each([
  ...['example.com', 'internal.example.com', 'home.example', 'localhost.example.com', 'corp.com'],
  ...['1.0.0.0', '8.8.8.8', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['172.15.255.255', '172.32.0.0', '192.167.255.255', '198.17.255.255', '198.20.0.1', '223.255.255.255'],
  ...['[2606:4700::1111]', '[64:ff9b:2::1]', '[2001:200::]', '[2003::1]', '[4000::1]', '[fe00::1]'],
])('%s is outside the network', (host) => {
  expect(isInnerHost(hostOf(host))).toBe(false);
});

test('a name is checked by its resolved address', async () => {
  const look = (mayReachInner: boolean) =>
    new Promise((resolve) => createLookup(systemNetwork, mayReachInner)('localhost', {}, (error) => resolve(error)));
  expect(await look(true)).toBeNull();
  expect(await look(false)).toMatchObject({ message: expect.stringMatching(/^localhost has the private address /) });
});
