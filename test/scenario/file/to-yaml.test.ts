/** Scenarios as YAML, part by part, in the style of the library `yaml`. */
import { describe, expect, test } from 'vitest';
import { Document, parse } from 'yaml';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createScenarioStart } from '../../../src/scenario/data/start-data.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { scenarioOf, writtenCollections } from '../../../src/scenario/file/from-world.ts';
import { scenarioToYaml } from '../../../src/scenario/file/to-yaml.ts';
import fc from '../../fast-check.ts';
import { createServiceStub } from '../service-stub.ts';

const yamlOf = (data: object): string => [...scenarioToYaml({ data } as ScenarioDocument)].join('');

/** An item in braces, as the library writes it. */
const byLibrary = (item: JsonObject): string => {
  const document = new Document({ data: { things: [item] } }, { aliasDuplicateObjects: false, schema: 'core' });
  (document.getIn(['data', 'things', 0]) as { flow: boolean }).flow = true;
  return document.toString({ lineWidth: 0 });
};

const words = fc.constantFrom(
  'Luna',
  'true',
  'Null',
  '2030-06-01',
  '2030-06-01T00:00:00.5Z',
  '~',
  '12',
  '1e3',
  'a: b',
  'a:b',
  'a -',
  'x y',
  "Noah's",
  ' a',
  'a,b',
  '#',
  'a #b',
  '?',
  '',
  '.inf',
  '=',
  '0x1F',
  '<<',
  'https://example.com/a?b=c#d',
  'a@b.c',
  '1-2',
  '---',
);
const scalars = fc.oneof(
  words,
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(words, fc.string({ maxLength: 6 })), tie('value'), { maxKeys: 3 }),
  ),
}));
const items = fc.dictionary(fc.oneof(fc.constantFrom('id', 'name', 'b c'), words), value, { maxKeys: 4 });

describe('an item', () => {
  test('is written as the library writes it, whether the library is needed or not', () => {
    fc.assert(
      fc.property(items, (item) => {
        expect(yamlOf({ things: [item] })).toBe(byLibrary(item as JsonObject));
      }),
    );
  });

  test('is on one line', () => {
    const item = {
      id: 1,
      name: 'Luna',
      tags: ['a', 'b'],
      at: '2030-06-01T00:00:00Z',
      size: { w: 1.5, none: [], empty: {} },
    };
    expect(yamlOf({ pets: [item, { id: 2 }] })).toBe(
      'data:\n  pets:\n    - { id: 1, name: Luna, tags: [ a, b ], at: 2030-06-01T00:00:00Z, size: { w: 1.5, none: [], empty: {} } }\n    - { id: 2 }\n',
    );
  });
});

test('empty and single data, and names of any kind, are read again as they are', () => {
  for (const data of [
    {},
    { pets: [] },
    { settings: {} },
    { settings: { a: { b: 1 } }, 'x: y': [{ a: 1 }], '': [{}], '- {}': [{}, { '- {}': 1 }] },
    { ['k'.repeat(1100)]: [{ a: 1 }, { b: 2 }] },
  ])
    expect(parse(yamlOf(data))).toEqual({ data });
});

test('the items of a world are written as those of a document are', () => {
  const service = createServiceStub();
  const data: ScenarioDocument['data'] = {
    orders: [
      { id: 1, status: 'open' },
      { id: 2, status: 'paid' },
    ],
    customers: [],
  };
  const state = createScenarioStart(service, createScenario('s', { data })).createState('w', 0);
  const document = scenarioOf(service, state, { clock: { at: undefined, frozen: false } });
  const texts = [undefined, writtenCollections(service, state)].map((items) =>
    [...scenarioToYaml(document, items)].join(''),
  );
  expect(texts[1]).toBe(texts[0]);
  expect(texts[1]).toContain('    - { id: 2, status: paid }\n');
});

test('other keys keep their order', () => {
  const document = { seed: 1, data: { pets: [{ id: 1 }] }, faults: ['slow', { use: 'hang', enabled: false }] };
  expect([...scenarioToYaml(document as ScenarioDocument)].join('')).toBe(
    'seed: 1\ndata:\n  pets:\n    - { id: 1 }\nfaults:\n  - slow\n  - { use: hang, enabled: false }\n',
  );
});

test.each([
  [{ keys: ['a', 'b', 'c', 'd'] }, '  keys: [ a, b, c, d ]\n'],
  [{ keys: ['a', 'b', 'c', 'd', 'e'] }, '  keys:\n    - a\n    - b\n    - c\n    - d\n    - e\n'],
  [{ users: [{ sub: 'ada', claims: { role: 'x' } }] }, '  users:\n    - { sub: ada, claims: { role: x } }\n'],
])('small lists, and maps in lists, are on one line: %j', (auth, text) => {
  expect([...scenarioToYaml({ auth })].join('')).toBe(`auth:\n${text}`);
});
