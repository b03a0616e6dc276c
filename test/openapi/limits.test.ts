/** Limits that decide how a part of a document is read: what is done at the limit, and what beyond it. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/core/primitives/json.ts';
import { StepBudget } from '../../src/core/primitives/step-budget.ts';
import { drawPatternText } from '../../src/openapi/generate/draw-string.ts';
import { partsOfPattern } from '../../src/openapi/pattern/pattern-parts.ts';
import { createReach } from '../../src/openapi/schema/schema-cycles.ts';
import { ref } from '../short-document.ts';
import { checkOf, serviceOf } from './documents.ts';

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));
const namesOf = (count: number): string[] => times(count, (index) => `p${index}`);
const every = (names: readonly string[], value: Json): JsonObject =>
  Object.fromEntries(names.map((name) => [name, value]));

/** The characters that are found for the last of several sets, of which the others have none. */
const lastFound = (others: number): string => {
  const sets = times(others, (index) => `[^\\0-\\uffff${'a'.repeat(index)}]`);
  return JSON.stringify(partsOfPattern(`(?:${[...sets, '[\\uff00-\\uff02]'].join('|')})`, '')).slice(-60);
};

/** How often chance decides for a text of empty repetitions. */
const decisionsFor = (source: string): number => {
  let decisions = 0;
  const random = (): number => ++decisions % 1;
  drawPatternText(partsOfPattern(source, ''), random, { minLength: 0, maxLength: 9, isFit: () => true });
  return decisions;
};

/** From how many schemas of a chain of a thousand the last one is found, if each is asked about in turn. */
const reaching = (): number => {
  const schemas = times(1000, (index): [string, Json] => [
    `S${index}`,
    index === 999 ? {} : { allOf: [ref(`S${index + 1}`) as Json] },
  ]);
  const reach = createReach({ components: { schemas: Object.fromEntries(schemas) } });
  const nameOf = (index: number): string => `/components/schemas/S${index}`;
  return times(1000, (index) => index).filter((index) => reach(nameOf(index), nameOf(999), 'all')).length;
};

/** The message about an object that lacks the only property of the innermost union. */
const messageFor = async (levels: number): Promise<string | undefined> => {
  const requiring = (name: string): object => ({ type: 'object', required: [name] });
  const nested = (left: number): object =>
    left === 0 ? requiring('a') : { anyOf: [nested(left - 1), { type: 'string' }] };
  return (await checkOf(nested(levels)))({})[0]?.message;
};

const stepsOf = async (schema: unknown, value: Json, schemas: object = {}): Promise<number> => {
  const check = await checkOf(schema, { schemas });
  const budget = new StepBudget(1_000_000);
  expect(check(value, budget)).toEqual([]);
  return 1_000_000 - budget.left;
};

/** The steps for an object with one of its declared properties. */
const stepsOfOne = (declared: number): Promise<number> =>
  stepsOf({ type: 'object', properties: every(namesOf(declared), true) }, { p0: 1 });

/** The steps for a list whose items are the same text, which match a schema with so many parts. */
const stepsOfSame = async (parts: number): Promise<number> => {
  const Part = { allOf: times(parts - 2, (index) => ({ minLength: index % 2 })) };
  const list = { type: 'array', items: ref('Part') };
  return (await stepsOf(list, times(2000, () => 'a') as Json, { Part })) > 20_000 ? 1 : 0;
};

/** The problems that are known at the start of a document with so many operations, of which one has a wrong schema. */
const problemsAtStart = (operations: number): number => {
  const chain = times(9, (index) => [`S${index}`, { type: 'object', properties: { a: ref(`S${index + 1}`) } }]);
  const schemas = { ...Object.fromEntries(chain), S9: { type: 'string', pattern: '(' } };
  const answer = { responses: { 200: { description: '', content: { 'application/json': { schema: ref('S0') } } } } };
  const paths = Object.fromEntries(times(operations, (index) => [`/p${index}`, { get: answer }]));
  return serviceOf(paths, { schemas }).problems.length;
};

type Row = readonly [atLimit: () => unknown, expected: unknown, beyond?: () => unknown, then?: unknown];

const rows: [name: string, ...Row][] = [
  [
    'characters beyond ASCII',
    () => lastFound(6),
    expect.stringContaining('\uff00'),
    () => lastFound(7),
    expect.not.stringContaining('\uff00'),
  ],
  [
    'parts of a text from a pattern',
    () => decisionsFor('(?:(?:){200}){200}'),
    40_201,
    () => decisionsFor('(?:(?:(?:){100}){100}){100}'),
    50_000,
  ],
  ['schemas followed to find cycles', reaching, 156],
  [
    'unions in unions',
    () => messageFor(4),
    'is required',
    () => messageFor(5),
    'must match one of the documented alternatives',
  ],
  ['declared names that are looked up', () => stepsOfOne(16), 5, () => stepsOfOne(17), 2],
  ['parts of a small schema', () => stepsOfSame(64), 1, () => stepsOfSame(65), 0],
  ['operations whose schemas are converted at the start', () => problemsAtStart(100), 1, () => problemsAtStart(101), 0],
];

test.each(rows)('%s', async (_name, ...[atLimit, expected, beyond = atLimit, then = expected]: Row) => {
  expect([await atLimit(), await beyond()]).toEqual([expected, then]);
});
