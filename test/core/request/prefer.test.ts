import { beforeAll, describe, expect, test } from 'vitest';
import { explainStep } from '../../../src/core/exchange.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/schema.ts';
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

test('a body is altered once by a fault that is preferred several times', () => {
  for (const fault of ['wrong-type', 'longest'])
    expect(preference(`fault=${fault}, fault=${fault}`, { generate: { categories: 1, pets: 2 } })).toMatchObject({
      applied: `fault=${fault}`,
      ignored: [`Prefer fault=${fault}: ignored, an earlier preference takes precedence`],
    });
  expect(preference('fault=slow, fault=slow')).toMatchObject({ delayMs: 4000, ignored: [] });
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

describe('a preference', () => {
  test('for a status gets this status', () => {
    expect(preference('code=404')).toEqual({ ...plain, status: 404, applied: 'code=404' });
  });

  test.each([200, 599])('may be for the status %i', (status) => {
    expect(preference(`code=${status}`)).toMatchObject({ status, applied: `code=${status}`, ignored: [] });
  });

  test('may be for the longest delay that a timer has', () => {
    expect(preference('delay=2147483647ms')).toMatchObject({ delayMs: 2 ** 31 - 1, ignored: [] });
  });

  test('for a delay delays the response', () => {
    expect(preference('delay=250ms')).toEqual({ ...plain, delayMs: 250, applied: 'delay=250ms' });
  });

  test('for an example gets this example', () => {
    expect(preference('example=none')).toEqual({ ...plain, applied: 'example=none' });
  });

  test('for a fault lets it fire, whatever it is on and when, also one that is off', () => {
    expect(preference('fault=unavailable')).toEqual({
      ...plain,
      status: 503,
      applied: 'fault=unavailable',
      fired: ['unavailable'],
    });
    const scenario: ScenarioDocument = {
      faults: [
        { name: 'mine', on: { operation: 'createPet' }, when: { after: 100, chance: 0 }, enabled: false, status: 418 },
      ],
    };
    expect(preference('fault=mine', scenario)).toEqual({
      ...plain,
      status: 418,
      applied: 'fault=mine',
      fired: ['mine'],
    });
  });
});

describe('how it may be written', () => {
  test('several in one header, or in several, with any spaces', () => {
    const expected = { ...plain, status: 404, delayMs: 3000, applied: 'code=404, delay=3s' };
    expect(preference('code=404, delay=3s')).toEqual(expected);
    expect(preference(['code=404', 'delay=3s'])).toEqual(expected);
    expect(preference(' code = 404 ,,\tdelay= 3s , ')).toEqual(expected);
  });

  test('a value in quotes, with escapes', () => {
    expect(preference('code="404"')).toEqual({ ...plain, status: 404, applied: 'code=404' });
    expect(preference('fault="unav\\ailable", delay="1s"')).toMatchObject({ status: 503, delayMs: 1000 });
    const scenario: ScenarioDocument = { faults: [{ name: 'a, b; "c"', enabled: false, status: 418 }] };
    expect(preference('fault="a, b; \\"c\\"", delay=1s', scenario)).toMatchObject({
      status: 418,
      delayMs: 1000,
      ignored: [],
    });
  });

  test('names are case-insensitive, and parameters after a semicolon are ignored', () => {
    expect(preference('Code=404; foo="a, code=500"; bar')).toEqual({ ...plain, status: 404, applied: 'code=404' });
  });

  test('the first status and the first example win, delays add up, all faults fire', () => {
    expect(preference('code=404, code=500')).toEqual({
      ...plain,
      status: 404,
      applied: 'code=404',
      ignored: ['Prefer code=500: ignored, an earlier preference takes precedence'],
    });
    expect(preference('example=none, example=some')).toMatchObject({ applied: 'example=none' });
    expect(preference('delay=1s, delay=500ms')).toMatchObject({ delayMs: 1500 });
    expect(preference('code=404, fault=slow, fault=slow')).toEqual({
      ...plain,
      status: 404,
      delayMs: 4000,
      applied: 'code=404, fault=slow, fault=slow',
      fired: ['slow', 'slow'],
    });
    expect(preference('fault=slow, fault=unavailable')).toMatchObject({
      status: 503,
      delayMs: 2000,
      fired: ['slow', 'unavailable'],
    });
  });

  test('the first status and the first transport failure win; the others are not applied', () => {
    const lost = (name: string) => [`Prefer ${name}: ignored, an earlier preference takes precedence`];
    expect(preference('fault=conflict, fault=not-found')).toEqual({
      ...plain,
      status: 409,
      applied: 'fault=conflict',
      fired: ['conflict'],
      ignored: lost('fault=not-found'),
    });
    expect(preference('fault=unavailable, code=404')).toEqual({
      ...plain,
      status: 503,
      applied: 'fault=unavailable',
      fired: ['unavailable'],
      ignored: lost('code=404'),
    });
    expect(preference('code=404, fault=unavailable')).toEqual({
      ...plain,
      status: 404,
      applied: 'code=404',
      ignored: lost('fault=unavailable'),
    });
    expect(preference('fault=truncate, fault=hang')).toMatchObject({
      applied: 'fault=truncate',
      ignored: lost('fault=hang'),
    });
  });

  test('a contract fault that found no room was not applied', () => {
    expect(preference('code=204, fault=missing-required')).toMatchObject({
      status: 204,
      applied: 'code=204',
      fired: [],
    });
  });
});

test('Preference-Applied contains the applied preferences, quoted where necessary', () => {
  const scenario: ScenarioDocument = { faults: [{ name: 'a, "b"', enabled: false, status: 418 }] };
  const { applied } = preference('fault="a, \\"b\\"", delay=1s', scenario);
  expect(applied).toBe('fault="a, \\"b\\"", delay=1s');
  expect(preference(applied as string, scenario)).toMatchObject({ status: 418, delayMs: 1000, applied });
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
    expect(preference('code=abc, delay=1s, fault=nothing, wait=5')).toMatchObject({
      status: 200,
      delayMs: 1000,
      applied: 'delay=1s',
    });
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
