import { describe, expect, test } from 'vitest';
import type { Service } from '../../../src/core/service/service.ts';
import { readPutUpstream } from '../../../src/parts/upstream/world-upstream.ts';
import { createServiceStub } from '../../scenario/service-stub.ts';

const { operations } = createServiceStub();
const upstream = { url: 'https://real.example.com' };
const part = (name: string, given: object = { upstream }) => ({ name, operations, services: [], ...given }) as never;
const one: Service = part('service');
const alone: Service = part('service', {});
const several: Service = { ...one, services: [part('shop'), part('bank', {})] };

/** The places and messages of what is wrong. */
const problemsOf = (value: unknown, service: Service): readonly string[] => {
  const read = readPutUpstream(value, service);
  return read.type === 'invalid' ? read.problems.map(({ path, message }) => `${path.join('.')}: ${message}`) : [];
};

describe('a change of what is forwarded', () => {
  test('of the one service has its choices', () => {
    const change = { forward: ['listOrders'], record: true, compare: false };
    expect(readPutUpstream({ url: upstream.url, ...change }, one)).toEqual({
      type: 'changed',
      changes: new Map([['service', change]]),
    });
  });

  test('of several services names each', () => {
    expect(readPutUpstream({ shop: { record: true } }, several)).toEqual({
      type: 'changed',
      changes: new Map([['shop', { record: true }]]),
    });
    expect(problemsOf({ record: true }, several)).toEqual([expect.stringContaining('record')]);
  });

  test.each([
    ['forward', { forward: 'all' }],
    ['forward', { forward: ['listOrders'] }],
    ['record', { record: true }],
    ['compare', { compare: true }],
  ])('needs an upstream for %s', (_name, change) => {
    expect(readPutUpstream(change, alone)).toEqual({ type: 'none', services: ['service'] });
    expect(readPutUpstream({ shop: change, bank: change }, several)).toEqual({ type: 'none', services: ['bank'] });
  });

  test('needs none to forward, record and compare nothing', () => {
    const change = { forward: 'none', record: false, compare: false };
    expect(readPutUpstream({ url: null, ...change }, alone)).toEqual({
      type: 'changed',
      changes: new Map([['service', change]]),
    });
  });
});

describe('a change is rejected', () => {
  test('where it has another URL', () => {
    const message = 'url: url cannot be changed: the server is started with it';
    expect(problemsOf({ url: 'https://other.example.com' }, one)).toEqual([message]);
    expect(problemsOf({ url: null }, one)).toEqual([message]);
    expect(problemsOf({ url: upstream.url }, alone)).toEqual([message]);
    expect(problemsOf({ shop: { url: null } }, several)).toEqual([`shop.${message}`]);
  });

  test('with its places, below the name of a service only where there are several', () => {
    expect(problemsOf({ record: 'yes' }, one)).toEqual([expect.stringMatching(/^record: /)]);
    expect(problemsOf({ shop: { record: 'yes' } }, several)).toEqual([expect.stringMatching(/^shop\.record: /)]);
    expect(problemsOf(5, one)).toEqual([': the upstream must be a map, not 5']);
    expect(problemsOf({ forward: ['lost'] }, one)).toEqual(['forward.0: forward[0] names an unknown operation "lost"']);
    expect(problemsOf({ shop: { forward: ['lost'] } }, several)).toEqual([
      'shop.forward.0: shop.forward[0] names an unknown operation "lost"',
    ]);
  });
});
