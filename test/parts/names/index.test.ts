/** Each word by which values are understood is needed: two documents of different authors have it, or a reason says why fewer are enough, and without it a value changes. */
import { beforeAll, expect, test } from 'vitest';
import { createSource } from '../../../src/openapi/document/source.ts';
import { createGenerators, type Generators } from '../../../src/openapi/generate/generate.ts';
import { englishOf, hintFor } from '../../../src/openapi/generate/name-hint.ts';
import { SchemaSet } from '../../../src/openapi/schema/schema-set.ts';
import { foreignWords } from '../../../src/parts/locale/index.ts';
import { documentOf } from '../../core/helpers.ts';
import needed from './needed-words.json' with { type: 'json' };
import type { Shape } from './shapes.ts';
import { type Unit, units } from './units.ts';

const documents = needed as unknown as Readonly<Record<string, Readonly<Record<string, readonly string[] | string>>>>;

let generators: Generators;
beforeAll(async () => {
  const source = createSource(documentOf({}));
  generators = createGenerators(new SchemaSet(source, false), source, []);
  await generators.load();
});

const now = Date.parse('2030-06-01T00:00:00Z');

/** Some objects of a shape; what somebody states of them may change the others. */
const drawn = ({ schema, fixed }: Shape, count: number): string => {
  const draw = generators.drawFor([schema as Parameters<typeof generators.drawFor>[0][number]], hintFor('', ''));
  const given = Object.keys(fixed).length > 0 ? { fixed, usual: {} } : undefined;
  const values = Array.from({ length: count }, (_, seed) => {
    return generators.drawWith(draw, { seed, now, usesExamples: false, given }, false);
  });
  return JSON.stringify(values);
};

const isNeeded = ({ switchOff, switchOn, shapes, changes }: Unit): boolean => {
  const changesIn = (value: () => unknown): boolean => {
    const before = JSON.stringify(value());
    switchOff();
    try {
      return JSON.stringify(value()) !== before;
    } finally {
      switchOn();
    }
  };
  if (changes !== undefined && changesIn(changes)) return true;
  // Nearly always, few are enough.
  for (const count of [2, 12]) for (const shape of shapes()) if (changesIn(() => drawn(shape, count))) return true;
  return false;
};

const lists = [...new Set(units.map(({ list }) => list))];

test.each(lists)('each word of "%s" names two authors, or why fewer need it', (list) => {
  const own = units.filter((unit) => unit.list === list).map(({ word }) => word);
  expect(Object.keys(documents[list] ?? {}).toSorted()).toEqual(own.toSorted());
  for (const [word, known] of Object.entries(documents[list] ?? {}))
    expect([word, typeof known === 'string' ? known.endsWith('.') : new Set(known).size > 1]).toEqual([word, true]);
});

test.each(lists)('without a word of "%s", a value changes', (list) => {
  expect(units.filter((unit) => unit.list === list && !isNeeded(unit)).map(({ word }) => word)).toEqual([]);
});

test('without a word of another language, its name is not understood', () => {
  const words = foreignWords as Map<string, string>;
  for (const [word, meaning] of [...words]) {
    const before = englishOf(word);
    words.delete(word);
    expect(englishOf(word), word).not.toBe(before);
    words.set(word, meaning);
  }
});
