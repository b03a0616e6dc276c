import { expect, test } from 'vitest';
import { Metrics } from '../../../src/parts/metrics/index.ts';
import { exchangeOf } from '../../world/evidence/support.ts';

const fired = (...names: readonly string[]) =>
  names.map((name) => ({ name, effect: 'delay', pointer: undefined })) as never;
const sampled = (metrics: Metrics, name: string): readonly string[] =>
  metrics
    .write()
    .split('\n')
    .filter((line) => line.startsWith(name));

test('requests are counted by operation and status, with their faults and violations', () => {
  const metrics = new Metrics();
  const violations = [{ side: 'request' }, { side: 'response' }, { side: 'response' }] as never;
  metrics.add(exchangeOf(1));
  metrics.add(exchangeOf(2, { violations, faults: fired('slow', 'say "hi"\\\n') }));
  metrics.add(exchangeOf(3, { status: 404, faults: fired('slow') }));
  metrics.add(exchangeOf(4, { operation: undefined as never, status: 404 }));
  expect(sampled(metrics, 'vivarium_requests_total')).toEqual([
    'vivarium_requests_total{operation="listOrders",status="200"} 2',
    'vivarium_requests_total{operation="listOrders",status="404"} 1',
    'vivarium_requests_total{operation="",status="404"} 1',
  ]);
  expect(sampled(metrics, 'vivarium_faults_total')).toEqual([
    'vivarium_faults_total{fault="slow"} 2',
    'vivarium_faults_total{fault="say \\"hi\\"\\\\\\n"} 1',
  ]);
  expect(sampled(metrics, 'vivarium_violations_total')).toEqual([
    'vivarium_violations_total{side="request"} 1',
    'vivarium_violations_total{side="response"} 2',
  ]);
});

test('durations are cumulative, and a bound belongs to its bucket', () => {
  const metrics = new Metrics();
  for (const durationMs of [0.5, 0.6, 1000, 40_000]) metrics.add(exchangeOf(1, { durationMs }));
  const counts = sampled(metrics, 'vivarium_request_duration_seconds_bucket').map((line) => line.split(' ').at(-1));
  expect(counts).toEqual(['1', '2', '2', '2', '2', '2', '2', '2', '2', '2', '3', '3', '3', '3', '3', '4']);
  expect(sampled(metrics, 'vivarium_request_duration_seconds_bucket').at(-1)).toContain('{le="+Inf"}');
  expect(sampled(metrics, 'vivarium_request_duration_seconds_count')).toEqual([
    'vivarium_request_duration_seconds_count 4',
  ]);
  expect(Number(sampled(metrics, 'vivarium_request_duration_seconds_sum')[0]?.split(' ')[1])).toBeCloseTo(41.0011);
});

test('no more than a hundred names of faults are kept', () => {
  const metrics = new Metrics();
  for (let index = 0; index < 103; index++) metrics.add(exchangeOf(1, { faults: fired(`f${index}`) }));
  metrics.add(exchangeOf(1, { faults: fired('f7') }));
  const faults = sampled(metrics, 'vivarium_faults_total');
  expect(faults).toHaveLength(101);
  expect(faults).toContain('vivarium_faults_total{fault="other"} 3');
  expect(faults).toContain('vivarium_faults_total{fault="f7"} 2');
});
