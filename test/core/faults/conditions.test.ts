import { describe, expect, test } from 'vitest';
import { builtInFaults } from '../../../src/core/faults/built-in-faults.ts';
import {
  type FaultSubject,
  isSubset,
  isWithinWindow,
  matchesRequest,
  matchesTarget,
  passesCount,
  passesProbability,
} from '../../../src/core/faults/conditions.ts';
import type { Fault, FaultOn, FaultWhen } from '../../../src/core/faults/fault.ts';
import { normalizePath } from '../../../src/core/http/http.ts';
import { equalsJson, type Json } from '../../../src/core/primitives/json.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import fc from '../../fast-check.ts';
import { decide, requestOf, stateOf } from '../helpers.ts';
import { askNotes, explainSteps, notesService } from '../notes.ts';

describe('when', () => {
  /** Counts one by one, as the words of the design do. */
  const takenNaively = ({ after = 0, every = 1, first = Infinity }: FaultWhen, requests: number): boolean[] => {
    let rest = 0;
    let kept = 0;
    return Array.from({ length: requests }, (_, at) => {
      if (at < after) return false;
      rest++;
      if (rest % every !== 0) return false;
      kept++;
      return kept <= first;
    });
  };

  test('after skips requests, every takes each n-th of the rest, first limits their number', () => {
    const counts = { after: fc.nat(8), every: fc.integer({ min: 1, max: 5 }), first: fc.nat(5) };
    const whens = fc.record(counts, { requiredKeys: [] });
    fc.assert(
      fc.property(whens, (when) => {
        const taken = Array.from({ length: 50 }, (_, at) => passesCount(when, at + 1));
        expect(taken).toEqual(takenNaively(when, 50));
      }),
    );
  });

  test('after 3, every 2 fires on the 5th, 7th, 9th request', () => {
    const requests = Array.from({ length: 10 }, (_, at) => at + 1);
    expect(requests.filter((seen) => passesCount({ after: 3, every: 2 }, seen))).toEqual([5, 7, 9]);
  });

  test('by default it is every request', () => {
    expect(passesCount(undefined, 1)).toBe(true);
    expect(passesCount({}, 1)).toBe(true);
  });
});

describe('chance', () => {
  const faultWith = (chance: number | undefined, name = 'f'): Fault => ({
    ...(builtInFaults.get('flaky') as Fault),
    name,
    when: chance === undefined ? undefined : { chance },
  });
  const calls = Array.from({ length: 3000 }, (_, at) => at + 1);
  const fires = (fault: Fault, seed = 1, operation: string | undefined = 'op') =>
    calls.map((call) => passesProbability(fault, seed, operation, call));

  test('fires about as often as stated', () => {
    for (const chance of [0.05, 0.3, 0.9]) {
      const share = fires(faultWith(chance)).filter(Boolean).length / calls.length;
      expect(Math.abs(share - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / calls.length));
    }
  });

  test('0 never fires, 1 and none always do', () => {
    expect(fires(faultWith(0))).not.toContain(true);
    expect(fires(faultWith(1))).not.toContain(false);
    expect(fires(faultWith(undefined))).not.toContain(false);
  });

  test('is another one for another seed, operation or fault, and the same for the same', () => {
    const here = fires(faultWith(0.5));
    expect(fires(faultWith(0.5))).toEqual(here);
    expect(fires(faultWith(0.5), 2)).not.toEqual(here);
    expect(fires(faultWith(0.5), 1, 'other')).not.toEqual(here);
    expect(fires(faultWith(0.5, 'g'))).not.toEqual(here);
  });
});

describe('a body is part of another', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);

  test('if every property exists with that value', () => {
    expect(isSubset({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 })).toBe(true);
    expect(isSubset({ a: { b: 2 } }, { a: { b: 1, c: 2 } })).toBe(false);
    expect(isSubset({ id: 9007199254740993n }, { id: 9007199254740993n })).toBe(true);
    expect(isSubset({ id: 9007199254740993n }, { id: 9007199254740992n })).toBe(false);
    expect(isSubset({ constructor: {} }, {})).toBe(false);
    expect(isSubset({}, [])).toBe(false);
    expect(isSubset({ a: null }, {})).toBe(false);
  });

  test('lists must be of equal length, their elements parts of one another', () => {
    expect(isSubset([{ a: 1 }], [{ a: 1, b: 2 }])).toBe(true);
    expect(isSubset([{ a: 1 }], [{ a: 1 }, { a: 1 }])).toBe(false);
    expect(isSubset([], {})).toBe(false);
    expect(isSubset([], [])).toBe(true);
  });

  test('because every value is a subset of itself, also with added properties', () => {
    fc.assert(
      fc.property(json, json, (value, more) => {
        expect(isSubset(value, value)).toBe(true);
        expect(isSubset({ value }, { value, more })).toBe(true);
        expect(isSubset({ value, more }, { value })).toBe(false);
        // Each a part of the other is the same value.
        if (isSubset(value, more) && isSubset(more, value)) expect(equalsJson(value, more)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('on', () => {
  const subject = (over: Partial<FaultSubject> = {}, body?: Json, query = ''): FaultSubject => ({
    request: requestOf('POST', '/v1/orders/7', { headers: { 'x-plan': 'Gold', 'x-list': ['a', 'b'] } }),
    operation: { name: 'updateOrder', service: 'shop', localName: 'updateOrder' },
    service: 'shop',
    effectiveMethod: 'POST',
    path: '/orders/7',
    query: () => (query === '' ? undefined : new URLSearchParams(query)),
    body: () => body,
    ...over,
  });
  const effect = { type: 'status', status: 503, headers: undefined, body: undefined, work: 'skipped' } as const;
  const fits = (on: FaultOn | undefined, given = subject()) =>
    matchesTarget({ on, effect }, given) && matchesRequest(on, given);

  const unmatched = subject({ operation: undefined, service: undefined, path: undefined });
  const head = (effectiveMethod: string) => subject({ request: requestOf('HEAD', '/v1/orders/7'), effectiveMethod });
  const queried = (query: string) => subject({}, undefined, query);

  test.each<[what: string, on: FaultOn | undefined, fits: boolean, given?: FaultSubject]>([
    ['nothing is every request, also one that matches no operation', undefined, true, unmatched],
    ['nothing in it is every request', {}, true],
    ['an operation by its name', { operation: 'updateOrder' }, true],
    ['an operation by a list or a pattern', { operation: ['a', 'update*'] }, true],
    ['an operation by its whole name', { operation: 'update' }, false],
    ['no operation by any pattern', { operation: '*' }, false, unmatched],
    ['a service by its name', { service: 'shop' }, true],
    ['a service by a list or a pattern', { service: ['users', 'sh*'] }, true],
    ['another service', { service: 'users' }, false],
    ['no service by any pattern', { service: '*' }, false, unmatched],
    ['a method in any case', { method: 'post' }, true],
    ['a method of a list', { method: ['get', 'Post'] }, true],
    ['any method', { method: '*' }, true],
    ['another method', { method: 'GET' }, false],
    ['a path below the base path', { path: '/orders/*' }, true],
    ['a path of a list', { path: ['/a', '*7'] }, true],
    ['a path with the base path', { path: '/v1/orders/*' }, false],
    ['no path by any pattern', { path: '*' }, false, unmatched],
    ['GET for a HEAD request that is served as GET', { method: 'GET' }, true, head('GET')],
    ['HEAD for a HEAD request that is served as GET', { method: 'head' }, true, head('GET')],
    ['GET for a HEAD request of its own operation', { method: 'GET' }, false, head('HEAD')],
    ['a header by any spelling of its name', { header: { 'X-Plan': 'G*' } }, true],
    ['the value of a header in another case', { header: { 'x-plan': 'gold' } }, false],
    ['the values of a header together', { header: { 'x-list': 'a, b' } }, true],
    ['a missing header', { header: { 'x-other': '*' } }, false],
    ['a header with an inherited name', { header: { constructor: '*' } }, false],
    ['any query parameter of its name', { query: { q: 'b*' } }, true, queried('q=abc&q=bcd')],
    ['another value of a query parameter', { query: { q: 'b*' } }, false, queried('q=abc')],
    ['a missing query parameter', { query: { q: '*' } }, false],
    ['a decoded query parameter', { query: { q: 'ä b' } }, true, queried('q=%C3%A4+b')],
    ['properties of the body', { body: { status: 'sold' } }, true, subject({}, { status: 'sold', name: 'x' })],
    ['a missing property of the body', { body: { status: 'sold' } }, false, subject({}, { name: 'x' })],
    ['a missing body', { body: {} }, false],
  ])('%s', (_what, on, expected, given) => {
    expect(fits(on, given)).toBe(expected);
  });

  test.each<[effect: 'status' | 'token', operation: string | undefined, at: readonly string[]]>([
    ['status', undefined, ['an operation']],
    ['status', 'oidc.token', ['token']],
    ['status', '*', ['an operation']],
    ['token', undefined, ['token']],
    ['token', 'oidc.*', ['token']],
    ['token', 'update*', []],
  ])('a fault of a %s on %s disturbs %j', (type, name, at) => {
    const fault = { on: name === undefined ? undefined : { operation: name }, effect: { type } as Fault['effect'] };
    const endpoint = (localName: 'token' | 'userinfo') => {
      const operation = { name: `oidc.${localName}`, service: 'oidc', localName };
      return subject({ operation, service: 'oidc', endpoint: localName });
    };
    const subjects = { 'an operation': subject(), token: endpoint('token'), userinfo: endpoint('userinfo') };
    const disturbed = Object.entries(subjects).filter(([, given]) => matchesTarget(fault, given));
    expect(disturbed.map(([where]) => where)).toEqual(at);
  });

  test('a path is the same however it is spelled', () => {
    for (const path of ['/orders/7/', '/%6frders/7', '/orders/%37', '/orders/%37/'])
      expect(fits({ path: '/orders/7' }, subject({ path: normalizePath(path) })), path).toBe(true);
    expect(fits({ path: '/orders/a b' }, subject({ path: normalizePath('/orders/a%20b') }))).toBe(true);
    expect(fits({ path: '/orders/%C3%A4/' }, subject({ path: normalizePath('/orders/%c3%a4') }))).toBe(true);
    expect(fits({ path: '/' }, subject({ path: normalizePath('') }))).toBe(true);
    // An escaped slash is not a separator, and two of them do not end a path.
    expect(fits({ path: '/orders/7' }, subject({ path: normalizePath('/orders%2F7') }))).toBe(false);
    expect(fits({ path: '/orders/7' }, subject({ path: normalizePath('/orders/7//') }))).toBe(false);
    expect(fits({ path: '/orders/\ud800' }, subject({ path: normalizePath('/orders/%zz') }))).toBe(false);
  });

  test('all that is given must fit', () => {
    const all: FaultOn = {
      operation: 'updateOrder',
      method: 'POST',
      path: '/orders/7',
      header: { 'x-plan': 'Gold' },
      query: { q: '1' },
      body: { a: 1 },
    };
    const fitting = subject({}, { a: 1 }, 'q=1');
    expect(fits(all, fitting)).toBe(true);
    const others: readonly FaultOn[] = [
      { operation: 'x' },
      { method: 'x' },
      { path: 'x' },
      { header: { 'x-plan': 'x' } },
      { header: { 'x-plan': 'Gold', 'x-list': 'x' } },
      { query: { q: 'x' } },
      { query: { q: '1', r: '1' } },
      { body: { a: 2 } },
    ];
    for (const other of others) expect(fits({ ...all, ...other }, fitting)).toBe(false);
  });

  test('the body and the query are only read for a condition on them', () => {
    const never = (): never => {
      throw new Error('looked at');
    };
    expect(fits({ operation: 'updateOrder', path: '/orders/7' }, subject({ body: never, query: never }))).toBe(true);
  });
});

test('a fault with a condition on the body does not match a missing body or one that is not JSON', () => {
  const faults: ScenarioDocument = { faults: [{ name: 'mine', on: { body: { a: 'x' } }, status: 503 }] };
  expect(askNotes('POST', '/forms', { body: { a: 'x' } }, faults).status).toBe(503);
  expect(askNotes('POST', '/forms', {}, faults).status).toBe(200);
  const broken = askNotes('POST', '/forms', { body: '{"a":"x"' }, faults);
  expect(broken.status).toBe(400);
  expect(explainSteps(broken)).toContain('fault mine: does not match this request');
  const asText = { ...requestOf('POST', '/forms', { body: '' }), body: { type: 'text', text: '{"a":"x"}' } } as const;
  expect(decide(notesService, stateOf(notesService, faults), asText).status).toBe(503);
});

describe('the window of a fault', () => {
  test.each<[FaultWhen | undefined, readonly number[]]>([
    [undefined, [99, 100, 104, 105, 109, 110, 199]],
    [{}, [99, 100, 104, 105, 109, 110, 199]],
    [{ fromMs: 5 }, [105, 109, 110, 199]],
    [{ forMs: 10 }, [100, 104, 105, 109]],
    [{ fromMs: 5, forMs: 5 }, [105, 109]],
  ])('%j contains, counted from 100, the times %j', (when, times) => {
    expect([99, 100, 104, 105, 109, 110, 199].filter((now) => isWithinWindow(when, 100, now))).toEqual(times);
  });
});
