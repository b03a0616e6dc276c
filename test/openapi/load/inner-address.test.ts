import { expect, test } from 'vitest';
import { createLookup, isInnerHost, systemNetwork } from '../../../src/openapi/load/inner-address.ts';

test.each([
  'localhost.localdomain',
  'db.internal',
  'wiki.corp',
  'nas.home',
  'printer.lan',
  'box.home.arpa',
  '198.18.0.1',
  '198.19.255.255',
  '[fec0::1]',
  '[::127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[2002:7f00:1::]',
])('%s is inside the network', (host) => {
  expect(isInnerHost(host)).toBe(true);
});

test.each(['example.com', 'internal.example.com', '8.8.8.8', '198.20.0.1', '[2606:4700::1111]'])(
  '%s is outside the network',
  (host) => {
    expect(isInnerHost(host)).toBe(false);
  },
);

test('a name is checked by its resolved address', async () => {
  const look = (mayReachInner: boolean) =>
    new Promise((resolve) => createLookup(systemNetwork, mayReachInner)('localhost', {}, (error) => resolve(error)));
  expect(await look(true)).toBeNull();
  expect(await look(false)).toMatchObject({ message: expect.stringMatching(/^localhost has the private address /) });
});
