/** What things are, by their name and that of their schema. */
import { expect, test } from 'vitest';
import { clearerName } from '../../../src/openapi/generate/kinds-of-things.ts';

test.each([
  ['following', 'User', 'User'],
  ['queue', 'TrackObject', 'TrackObject'],
  ['following', undefined, 'following'],
  ['following', 'Follow', 'following'],
  ['products', 'User', 'products'],
  ['contact-lists', 'ContactList', 'contact-lists'],
  ['devices', 'DeviceItem', 'devices'],
  ['', 'User', ''],
])('items of %j with the schema %s are called %j', (name, component, expected) => {
  expect(clearerName(name, component)).toBe(expected);
});
