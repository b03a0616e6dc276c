import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/core/primitives/json.ts';
import { createScenarioStart } from '../../../src/scenario/data/start-data.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { writtenCollections } from '../../../src/scenario/file/from-world.ts';
import { scenarioToJson } from '../../../src/scenario/file/to-json.ts';
import { collection, collectionsOf, data, household } from '../nested-stub.ts';

const textOf = (...given: Parameters<typeof scenarioToJson>): string => [...scenarioToJson(...given)].join('');
const valueIn = (text: string): unknown => {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
};

const inline = { data: { things: [{ id: 1 }] } };
const resume: ScenarioDocument['resume'] = { startedAt: '2030-06-01T00:00:00Z', exchanges: 2, calls: { a: 1 } };

describe('a scenario written as JSON', () => {
  test.each<[string, ScenarioDocument]>([
    ['nothing', {}],
    ['a property', { description: 'a "quoted" text' }],
    ['lists, a map and an empty list', { seed: 1, data: { things: [{ id: 1 }, { id: 2n }], one: { a: 1 }, none: [] } }],
    ['no data', { data: {} }],
    ['a state to go on from', { resume }],
    ['its start', { seed: 2, resume: { start: { scenario: 's', seed: 5 }, ...resume } }],
    ['an inline start', { resume: { start: { inline }, ...resume }, data: { things: [] } }],
  ])('has %s', (_what, document) => {
    expect(JSON.stringify(valueIn(textOf(document)), bigints)).toBe(JSON.stringify(document, bigints));
  });

  test('omits what is undefined', () => {
    expect(textOf({ description: undefined, seed: 1 } as never)).toBe('{\n"seed": 1\n}\n');
  });

  test('has one item on each line', () => {
    expect(textOf({ data: { things: [{ id: 1 }, { id: 2 }], one: { a: 1 } } }).split('\n')).toEqual([
      '{',
      '"data": {',
      '"things": [',
      '{"id":1},',
      '{"id":2}',
      '],',
      '"one": {"a":1}',
      '}',
      '}',
      '',
    ]);
  });
});

const bigints = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

describe('a world written as JSON', () => {
  const start = (collections: ReturnType<typeof household>, document: ScenarioDocument) => {
    const service = { collections, operations: [] };
    const scenario = createScenario('s', document);
    return writtenCollections(service, createScenarioStart(service, scenario).createState('w', 0));
  };

  test('has its items in place of those of the document', () => {
    const written = valueIn(textOf({ data: {} }, start(household(), { data }))) as { data: typeof data };
    expect(written.data.settings).toEqual({ theme: 'dark' });
    expect(written.data.todos).toContainEqual({ $parent: { userId: 1 }, id: 3, userId: 1, text: 'Water' });
  });

  test('may have no collections, or empty ones', () => {
    expect(textOf({ data: {} }, new Map())).toBe('{\n"data": {}\n}\n');
    const empty = start(collectionsOf(collection('things'), collection('others')), {});
    expect(textOf({ data: {} }, empty)).toBe('{\n"data": {\n"things": [],\n"others": []\n}\n}\n');
  });

  test('writes an item once, and again after it has changed', () => {
    const things = start(collectionsOf(collection('things')), { data: { things: [{ id: 1 }] } });
    const first = textOf({ data: {} }, things);
    expect(textOf({ data: {} }, things)).toBe(first);
  });
});
