/** Faults as the texts of a form, and back. */
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../../src/parts/panel/api/panel-client.ts';
import { draftOf, type FaultDraft, newDraft, readDraft, toChange } from '../../../../src/parts/panel/faults/draft.ts';

const faultWith = (given: Partial<Fault>): Fault => ({
  name: 'own',
  description: 'a fault',
  group: 'status',
  enabled: true,
  builtIn: false,
  fired: 0,
  ...given,
});

/** The fault that a form sends which shows the given one unchanged. */
const sentAgain = (given: Partial<Fault>): unknown => {
  const { fault, errors } = readDraft(draftOf(faultWith(given)));
  expect(errors).toEqual({});
  return fault;
};

describe('a fault that is shown in the form is sent unchanged, with', () => {
  test.each<[string, Partial<Fault>]>([
    ['a status alone', { status: 404 }],
    [
      'a status with headers, a body and the work',
      { status: 503, headers: { a: 'b: c' }, body: [12345678901234567890n, null], work: 'done' },
    ],
    ['a body that is null', { status: 503, body: null }],
    ['a status with an example', { status: 404, example: 'Lost' }],
    ['a delay', { latency: '2s' }],
    ['a delay between two', { latency: { min: '100ms', max: '2s' } }],
    ['a delay by its percentiles', { latency: { median: '100ms', p99: '2s' } }],
    ['a bandwidth', { bandwidth: '10KB' }],
    ['pieces', { dribble: { chunks: 3, over: '1s' } }],
    ['a lost response', { transport: 'empty', work: 'skipped' }],
    ['a broken response', { contract: 'wrong-type' }],
    ['a broken response at a place', { contract: 'null-value', at: '/0/name' }],
    ['an extreme', { extreme: 'longest' }],
    ['the operation', { status: 404, on: { operation: 'readOrder' } }],
    [
      'several operations, methods and paths',
      { status: 404, on: { operation: ['a', 'b'], method: ['GET', 'PUT'], path: ['/a', '/b*'] } },
    ],
    [
      'services, a query, headers and a body',
      { status: 404, on: { service: ['a', 'b'], query: { q: 'x' }, header: { h: 'y' }, body: { a: 1 } } },
    ],
    [
      'all that selects by number and time',
      { status: 404, when: { from: 'a', for: '5m', after: 1, every: 2, first: 3, chance: 0.5 } as never },
    ],
  ])('%s', (_what, given) => {
    expect(sentAgain(given)).toEqual({ name: 'own', ...given });
  });

  test('its switch', () => {
    expect(sentAgain({ status: 404, enabled: false })).toEqual({ name: 'own', status: 404, enabled: false });
  });

  test('the name of a built-in fault', () => {
    expect(sentAgain({ builtIn: true, status: 404 })).toEqual({ use: 'own', status: 404 });
    expect(draftOf(faultWith({ builtIn: true }))).toMatchObject({
      isNew: false,
      isBuiltIn: true,
    });
  });
});

const read = (given: Partial<FaultDraft>) => readDraft({ ...newDraft('own'), ...given });

describe('what is written in the form', () => {
  test('may have blanks and empty lines', () => {
    const { fault, errors } = read({
      name: ' own ',
      methods: ' get, ,post ',
      paths: ' /a ',
      status: ' 404 ',
      headers: '\n a : b \n\nc:d:e\n',
    });
    expect(errors).toEqual({});
    expect(fault).toEqual({
      name: 'own',
      on: { method: ['GET', 'POST'], path: '/a' },
      status: 404,
      headers: { a: 'b', c: 'd:e' },
    });
  });

  test.each<[string, unknown]>([
    ['100ms-2s', { min: '100ms', max: '2s' }],
    ['100ms – 2s', { min: '100ms', max: '2s' }],
    ['100ms to 2s', { min: '100ms', max: '2s' }],
    ['median 1s p99 2s', { median: '1s', p99: '2s' }],
    [' 1s to 2s at night ', '1s to 2s at night'],
    ['median 1s', 'median 1s'],
    [' 2s ', '2s'],
  ])('as a delay, "%s", is understood', (latency, expected) => {
    expect(read({ effect: 'latency', latency }).fault.latency).toEqual(expected);
  });

  test.each<[Partial<FaultDraft>, Record<string, string>]>([
    [{ name: ' ' }, { name: 'is required' }],
    [{ status: 'many' }, { status: 'must be a number' }],
    [{ chance: '1/2' }, { chance: 'must be a number' }],
    [{ body: '{' }, { body: 'must be JSON' }],
    [{ requestBody: 'x' }, { requestBody: 'must be JSON' }],
    [{ headers: ': b' }, { headers: 'must have a line for each, such as "name: value"' }],
    [{ query: 'b' }, { query: 'must have a line for each, such as "name: value"' }],
  ])('is reported at its field if it cannot be read: %j', (given, errors) => {
    expect(read(given).errors).toEqual(errors);
  });

  test('is sent as a change that removes the conditions of empty fields', () => {
    const draft = { ...newDraft('own'), enabled: false };
    expect(toChange(draft, readDraft(draft).fault)).toEqual({ on: null, when: null, enabled: false, status: 503 });
    const on = { ...draft, isBuiltIn: true, paths: '/a', after: '1' };
    expect(toChange(on, readDraft(on).fault)).toEqual({
      ...{ on: { path: '/a' }, when: { after: 1 } },
      ...{ enabled: false, status: 503 },
    });
  });
});
