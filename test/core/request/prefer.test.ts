import { beforeAll, describe, expect, test } from 'vitest';
import { explainStep } from '../../../src/core/exchange.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import fc from '../../fast-check.ts';
import { decide, loadAnimalStore, requestOf, stateOf } from '../helpers.ts';

let service: Service;
beforeAll(async () => {
  service = await loadAnimalStore();
});

/** The status, headers and body of the response to a request with this `Prefer` header. */
const preference = (prefer: string | readonly string[], scenario: ScenarioDocument = {}) => {
  const decided = decide(service, stateOf(service, scenario), requestOf('GET', '/v1/pets', { headers: { prefer } }));
  return {
    status: decided.status,
    delayMs: decided.reply.delivery.delayMs,
    applied: decided.header('Preference-Applied'),
    ignored: decided.exchange.steps.filter((step) => step.type === 'preference-ignored').map(explainStep),
    fired: decided.exchange.faults.map((fault) => fault.name),
  };
};

const plain = { status: 200, delayMs: 0, applied: undefined, ignored: [], fired: [] };
const lost = (name: string) => [`Prefer ${name}: ignored, an earlier preference takes precedence`];

test('a body is altered once by a fault that is preferred several times', () => {
  for (const fault of ['wrong-type', 'longest'])
    expect(preference(`fault=${fault}, fault=${fault}`, { generate: { categories: 1, pets: 2 } })).toMatchObject({
      applied: `fault=${fault}`,
      ignored: [`Prefer fault=${fault}: ignored, an earlier preference takes precedence`],
    });
  expect(preference('fault=slow, fault=slow')).toMatchObject({ delayMs: 4000, ignored: [] });
});

test.each([
  ['simulate', 'simulate', []],
  ['simulate, forward', 'simulate', lost('forward')],
  ['forward', undefined, ['Prefer forward: ignored, this request has no upstream']],
  ['forward, simulate', 'simulate', ['Prefer forward: ignored, this request has no upstream']],
])('without a real service, Prefer: %s', (prefer, applied, ignored) => {
  expect(preference(prefer)).toEqual({ ...plain, applied, ignored });
});

test('the response repeats at most 4,000 characters of preferences', () => {
  const { applied, ignored, delayMs } = preference(Array.from({ length: 6000 }, () => 'delay=1ms').join(', '));
  expect(applied?.length).toBeLessThan(5000);
  expect(delayMs).toBe(applied?.split(', ').length);
  expect(ignored).toHaveLength(6000 - delayMs);
  expect(ignored[0]).toContain('may have at most 4000 characters together');
});

test('without the header there are no preferences', () => {
  const decided = decide(service, stateOf(service), requestOf('GET', '/v1/pets'));
  expect(decided.status).toBe(200);
  expect(decided.header('Preference-Applied')).toBeUndefined();
});

const both = { status: 404, delayMs: 3000, applied: 'code=404, delay=3s' };
const code404 = { status: 404, applied: 'code=404' };
const unavailable = { status: 503, applied: 'fault=unavailable', fired: ['unavailable'] };
const mine: ScenarioDocument = {
  faults: [
    { name: 'mine', on: { operation: 'createPet' }, when: { after: 100, chance: 0 }, enabled: false, status: 418 },
    { name: 'a, b; "c"', enabled: false, status: 418 },
  ],
};

test.each<[string, string | readonly string[], Partial<ReturnType<typeof preference>>]>([
  ['a status', 'code=404', code404],
  ['the lowest status', 'code=200', { status: 200, applied: 'code=200' }],
  ['the highest status', 'code=599', { status: 599, applied: 'code=599' }],
  ['a delay', 'delay=250ms', { delayMs: 250, applied: 'delay=250ms' }],
  ['the longest delay of a timer', 'delay=2147483647ms', { delayMs: 2 ** 31 - 1, applied: 'delay=2147483647ms' }],
  ['an example', 'example=none', { applied: 'example=none' }],
  ['a fault', 'fault=unavailable', unavailable],
  ['a fault that is off, whatever it is on', 'fault=mine', { status: 418, applied: 'fault=mine', fired: ['mine'] }],
  ['several in one header', 'code=404, delay=3s', both],
  ['several headers', ['code=404', 'delay=3s'], both],
  ['any spaces', ' code = 404 ,,\tdelay= 3s , ', both],
  ['a value in quotes', 'code="404"', code404],
  ['escapes in quotes', 'fault="unav\\ailable"', unavailable],
  [
    'separators in quotes, in which they are sent back',
    'fault="a, b; \\"c\\"", delay=1s',
    { status: 418, delayMs: 1000, applied: 'fault="a, b; \\"c\\"", delay=1s', fired: ['a, b; "c"'] },
  ],
  [
    'a name in other letters, and parameters, which are ignored',
    'Code=404; foo="a, code=500"; bar',
    { ...code404, ignored: ['Prefer foo="a, code=500"; bar: ignored, preferences are separated by a comma'] },
  ],
  [
    'a semicolon or a space in place of a comma',
    'code=404; delay=3s, delay=1s fault=slow',
    {
      ...{ status: 404, delayMs: 1000, applied: 'code=404, delay=1s' },
      ignored: ['delay=3s', 'fault=slow'].map(
        (lost) => `Prefer ${lost}: ignored, preferences are separated by a comma`,
      ),
    },
  ],
  ['a semicolon at the end', 'code=404;', code404],
  ['two statuses: the first wins', 'code=404, code=500', { ...code404, ignored: lost('code=500') }],
  ['two examples: the first wins', 'example=none, example=a', { applied: 'example=none', ignored: lost('example=a') }],
  ['two delays: they add up', 'delay=1s, delay=500ms', { delayMs: 1500, applied: 'delay=1s, delay=500ms' }],
  [
    'a fault twice: both fire',
    'code=404, fault=slow, fault=slow',
    { status: 404, delayMs: 4000, applied: 'code=404, fault=slow, fault=slow', fired: ['slow', 'slow'] },
  ],
  [
    'two faults: both fire',
    'fault=slow, fault=unavailable',
    { status: 503, delayMs: 2000, applied: 'fault=slow, fault=unavailable', fired: ['slow', 'unavailable'] },
  ],
  [
    'two faults with a status: the first wins',
    'fault=conflict, fault=not-found',
    { status: 409, applied: 'fault=conflict', fired: ['conflict'], ignored: lost('fault=not-found') },
  ],
  ['a fault before a status', 'fault=unavailable, code=404', { ...unavailable, ignored: lost('code=404') }],
  ['a status before a fault', 'code=404, fault=unavailable', { ...code404, ignored: lost('fault=unavailable') }],
])('%s: %j', (_what, prefer, expected) => {
  expect(preference(prefer, mine)).toEqual({ ...plain, ...expected });
});

test('the first of two faults of the transport wins', () => {
  const both = preference('fault=truncate, fault=hang');
  expect(both).toMatchObject({ applied: 'fault=truncate', ignored: lost('fault=hang') });
});

test('a contract fault that found no room was not applied', () => {
  expect(preference('code=204, fault=missing-required')).toMatchObject({ status: 204, applied: 'code=204', fired: [] });
});

describe('an invalid or unknown preference is ignored, and the exchange states the reason', () => {
  test.each([
    ['code=99', 'a code must be a status from 200 to 599'],
    ['code=600', 'a code must be a status from 200 to 599'],
    ['code=200x', 'a code must be a status from 200 to 599'],
    ['code=1e3', 'a code must be a status from 200 to 599'],
    ['code', 'a code must be a status from 200 to 599'],
    ['code=', 'a code must be a status from 200 to 599'],
    ['code=0x194', 'a code must be a status from 200 to 599'],
    ['delay=5', 'a delay must be a duration such as 250ms, 3s or 1m'],
    ['delay=-5s', 'a delay must be a duration such as 250ms, 3s or 1m'],
    ['delay=25d', 'a delay must be at most 2147483647 milliseconds (24.8 days)'],
    ['fault=nothing', 'there is no fault with this name'],
    ['fault=constructor', 'there is no fault with this name'],
    ['fault', 'there is no fault with this name'],
    ['example', 'the name of the example is missing'],
    ['example=nothing', 'the document has no example of this name for status 200'],
    ['return=minimal', 'unknown preference'],
    ['__proto__=1', 'unknown preference'],
  ])('%s', (prefer, reason) => {
    const found = preference(prefer);
    expect(found).toEqual({ ...plain, ignored: [expect.stringContaining(`ignored, ${reason}`)] });
  });

  test('delays that are too long together', () => {
    expect(preference('delay=20d, delay=20d')).toMatchObject({ delayMs: 20 * 86_400_000, applied: 'delay=20d' });
  });

  test('and does not hinder its neighbours', () => {
    const found = preference('code=abc, delay=1s, fault=nothing, wait=5');
    expect(found).toMatchObject({ status: 200, delayMs: 1000, applied: 'delay=1s' });
  });
});

test('any text in the header results in a valid response', () => {
  const junk = fc.string({ unit: fc.constantFrom(...'code=,;"\\ \t45example.faultdelay1s()'), maxLength: 40 });
  fc.assert(
    fc.property(junk, (prefer) => {
      const { status } = preference(prefer);
      expect(status === 200 || /code|fault/i.test(prefer)).toBe(true);
    }),
  );
});

test('a hostile header costs no time', () => {
  for (const piece of [' ', ',', '"', '\\', 'a', 'a=', 'a="', ', ', ';a="b,', 'a=b;'])
    expect(preference(piece.repeat(20_000)).status).toBe(200);
});
