import { expect, onTestFinished, test, vi } from 'vitest';
import type { FaultDocument, FaultObject } from '../../../src/scenario/document/fault-schema.ts';
import { askNotes } from '../notes.ts';

test('the delays of two bandwidth faults add up', () => {
  const faults = [
    { name: 'one', bandwidth: '3KB' },
    { name: 'other', bandwidth: '6KB' },
  ];
  const bytesPerSecond = (count: number): number => {
    const { delivery } = askNotes('GET', '/notes', {}, { faults: faults.slice(0, count) }).reply;
    return delivery.bytesPerSecond ?? 0;
  };
  expect(bytesPerSecond(1)).toBeCloseTo(3000);
  expect(bytesPerSecond(2)).toBeCloseTo(2000);
});

test('two faults that send the body in parts use the larger number of parts and both times', () => {
  const faults = [
    { name: 'one', dribble: { chunks: 5, over: '1s' } },
    { name: 'other', dribble: { chunks: 3, over: '2s' } },
  ];
  const dribbleOf = (some: readonly FaultDocument[]) =>
    askNotes('GET', '/notes', {}, { faults: some }).reply.delivery.dribble;
  expect(dribbleOf(faults.slice(0, 1))).toEqual({ chunks: 5, overMs: 1000 });
  expect(dribbleOf(faults)).toEqual({ chunks: 5, overMs: 3000 });
});

const effects: readonly (readonly [effect: string, rest: Omit<FaultObject, 'name'>])[] = [
  ['latency', { latency: '1s' }],
  ['bandwidth', { bandwidth: '3KB' }],
  ['dribble', { dribble: { chunks: 3, over: '2s' } }],
  ['transport', { transport: 'reset' }],
  ['status', { status: 503 }],
];

test.each(effects)('a fault of %s is reported and counted as fired', (effect, rest) => {
  const { exchange, changes } = askNotes('GET', '/notes', {}, { faults: [{ name: 'mine', ...rest }] });
  expect(exchange.faults).toEqual([{ name: 'mine', effect }]);
  expect(changes).toContainEqual({ type: 'fault-counted', fault: 'mine', fired: true });
});

test('a fault that is skipped by chance is counted as seen', () => {
  const { changes } = askNotes('GET', '/notes', {}, { faults: [{ name: 'mine', status: 503, when: { chance: 0 } }] });
  expect(changes).toContainEqual({ type: 'fault-counted', fault: 'mine', fired: false });
});

test('a fault that is on and preferred applies once, and counts nothing', () => {
  const slow = { name: 'mine', latency: '1s', when: { after: 1 } };
  const { reply, changes } = askNotes('GET', '/notes', { headers: { prefer: 'fault=mine' } }, { faults: [slow] });
  expect(reply.delivery.delayMs).toBe(1000);
  expect(changes.filter(({ type }) => type === 'fault-counted')).toEqual([]);
  const always = { name: 'mine', latency: '1s' };
  const twice = askNotes('GET', '/notes', { headers: { prefer: 'fault=mine' } }, { faults: [always] });
  expect(twice.reply.delivery.delayMs).toBe(1000);
});

test('of many faults that are meant for other requests ten are named, and the rest is counted', () => {
  const otherPath = Array.from({ length: 9 }, (_, at) => ({ name: `path-${at}`, status: 500, on: { path: '/none' } }));
  const otherHeader = ['a', 'b', 'c'].map((name) => ({ name, status: 500, on: { header: { 'x-none': '1' } } }));
  const told = (faults: readonly FaultDocument[]) =>
    askNotes('GET', '/notes', {}, { faults }).exchange.steps.filter(({ type }) => type.includes('fault'));
  const mine = { name: 'mine', latency: '1ms' };
  const steps = told([...otherPath, mine, ...otherHeader]);
  expect(steps).toHaveLength(12);
  expect(steps.at(-1)).toEqual({ type: 'other-faults', count: 2 });
  expect(steps.filter((step) => 'fault' in step && step.fault === 'mine')).toHaveLength(1);
  expect(told([...otherPath, mine, ...otherHeader.slice(0, 1)]).some(({ type }) => type === 'other-faults')).toBe(
    false,
  );
});

test('a long path is compared with those of many faults, but brought into its normal form once', () => {
  const faults = Array.from({ length: 100 }, (_, at) => ({ name: `f${at}`, status: 500, on: { path: `/none/${at}` } }));
  const split = vi.spyOn(String.prototype, 'split');
  onTestFinished(() => split.mockRestore());
  askNotes('GET', `/notes/${'%41'.repeat(1000)}`, {}, { faults });
  expect(split.mock.contexts.filter((path) => (path as string).length > 1000).length).toBeLessThan(5);
});
