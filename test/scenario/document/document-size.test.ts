import { describe, expect, test } from 'vitest';
import { findExcess, maxParts } from '../../../src/scenario/document/document-size.ts';
import { readFaultPatch } from '../../../src/scenario/document/fault-document.ts';
import { readDocument } from '../../../src/scenario/document/read-document.ts';

const subject = { code: 'VIV_SCENARIO_INVALID', what: 'the scenario' } as const;

const names = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 1]));
const many = names(maxParts);
const list = Array.from({ length: maxParts }, () => 1);

test.each<[string, object, string | number | undefined]>([
  ['keys of its own', many, undefined],
  ['faults', { seed: 1, faults: list }, 'faults'],
  ['properties of a fault', { faults: [{ name: 'a', ...many }] }, 'faults'],
  ['conditions of a fault', { faults: [{ name: 'a', on: { query: many } }] }, 'faults'],
  ['keys', { auth: { keys: list } }, 'auth'],
  ['collections', { data: many }, 'data'],
  ['items that are none', { data: { pets: list } }, 'data'],
  ['defaults', { defaults: { pets: many } }, 'defaults'],
  ['counts', { resume: { calls: many } }, 'resume'],
  ['values of another body', { auth: { body: many } }, 'auth'],
])('a scenario with a hundred thousand %s is too large', (_what, scenario, section) => {
  const path = section === undefined ? [] : [section];
  const message = `the scenario has more than ${maxParts} keys and elements${section === undefined ? '' : ` (${section} exceeds that)`}`;
  expect(findExcess({ ...scenario, description: '' }, subject)).toMatchObject({ path, at: 'value', message });
  const read = readDocument({ ...scenario, description: '' });
  expect(read.ok || read.problems).toHaveLength(1);
});

describe.each<[string, object]>([
  ['items', { data: { pets: Array.from({ length: maxParts + 1 }, (_, id) => ({ id })) } }],
  ['properties of an item', { data: { pets: [many, { ...many, more: list }] } }],
  ['properties of a singleton', { data: { settings: { ...many, more: list } } }],
  ['values in the body of a fault', { faults: [{ name: 'a', status: 200, body: { ...many, list } }] }],
  ['values in the body that a fault expects', { faults: [{ name: 'a', status: 200, on: { body: { many, list } } }] }],
])('%s', (_what, scenario) => {
  test('do not make a scenario too large', () => {
    expect(readDocument(scenario).ok).toBe(true);
  });
});

test('a value of code that contains itself is too large', () => {
  const value: Record<string, unknown> = {};
  value.auth = { keys: [value, value] };
  expect(findExcess(value, subject)).toBeDefined();
});

test('a fault is too large by its conditions, not by its bodies', () => {
  const read = readFaultPatch({ on: { header: { ...many, more: 'a' } } });
  const message = 'the fault has more than 100000 keys and elements (on exceeds that)';
  expect(read).toMatchObject({ ok: false, problems: [{ code: 'VIV_FAULT_INVALID', message }] });
  expect(readFaultPatch({ status: 200, body: { ...many, list }, on: { body: { many, list } } }).ok).toBe(true);
});
