import { expect, test } from 'vitest';
import {
  integer,
  objectIdentifier,
  octetString,
  tagged,
  taggedValues,
  utcTime,
} from '../../../src/parts/tls/create-certificate.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test.each([
  [[0], '020100'],
  [[0, 0, 5], '020105'],
  [[0x7f], '02017f'],
  [[0x80], '02020080'],
  [[0, 0x80, 1], '0203008001'],
])('the number %j', (bytes, expected) => {
  expect(hex(integer(Buffer.from(bytes)))).toBe(expected);
});

test.each([
  [127, '047f'],
  [128, '048180'],
  [255, '0481ff'],
  [256, '04820100'],
])('the length %d', (length, expected) => {
  expect(hex(octetString(Buffer.alloc(length))).slice(0, expected.length)).toBe(expected);
});

test.each([
  ['2.5.29.17', '0603551d11'],
  ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
])('the object identifier %s', (id, expected) => {
  expect(hex(objectIdentifier(id))).toBe(expected);
});

test('a time, and a value of a context', () => {
  expect(
    utcTime(Date.UTC(2030, 0, 2, 3, 4, 5))
      .subarray(2)
      .toString(),
  ).toBe('300102030405Z');
  expect(hex(taggedValues(3, Buffer.of(1)))).toBe('a30101');
  expect(hex(tagged(7, Buffer.of(1)))).toBe('870101');
});
