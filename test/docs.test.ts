/** What docs/scenarios.md says of scenario files is what the schema says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileService } from '../src/openapi/compile.ts';
import { checkScenario } from '../src/scenario/data/check-scenario.ts';
import { defaultDocument } from '../src/scenario/data/default-scenario.ts';
import { scenarioJsonSchema } from '../src/scenario/document/json-schema.ts';
import { loadInlineScenario, parseScenario } from '../src/scenario/file/load.ts';
import { root } from './cli/process.ts';
import { blocksIn, linksIn, tableIn } from './markdown.ts';
import { household } from './scenario/nested-stub.ts';

const text = readFileSync(join(root, 'docs', 'scenarios.md'), 'utf8');

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

const scenario = JSON.parse(scenarioJsonSchema()) as Schema;

/** The keys of the map at a path, of all its forms where there are several. */
const keysAt = (...path: readonly string[]): readonly string[] => {
  let schemas: readonly Schema[] = [scenario];
  const formsOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(formsOf) ?? [schema];
  for (const name of path) {
    schemas = schemas.flatMap((schema) => {
      const next = schema.properties?.[name];
      return next === undefined ? [] : formsOf(next).flatMap((form) => formsOf(form.items ?? form));
    });
  }
  return [...new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)))].sort();
};

const sections: readonly (readonly [heading: string, path: readonly string[]])[] = [
  ['Keys', []],
  ['Clock', ['clock']],
  ['Credentials', ['auth']],
  ['Faults', ['faults']],
  ['On which requests', ['faults', 'on']],
  ['When', ['faults', 'when']],
  ['Latency', ['faults', 'latency']],
  ['Dribble', ['faults', 'dribble']],
  ['Saving a world', ['resume']],
];

test.each(sections)('the table of "%s" has the keys of the schema, and no other', (heading, path) => {
  expect(tableIn(text, heading).toSorted()).toEqual(keysAt(...path));
});

test('every map of the schema has a table', () => {
  const mapsBelow = (path: readonly string[]): readonly (readonly string[])[] => [
    path,
    ...keysAt(...path)
      .map((key) => [...path, key])
      .filter((below) => keysAt(...below).length > 0)
      .flatMap(mapsBelow),
  ];
  expect(sections.map(([, path]) => path).toSorted()).toEqual(mapsBelow([]).toSorted());
});

const examples = blocksIn(text).filter(({ language }) => language === 'yaml');
const document = parse(readFileSync(join(root, 'spec', 'animal-store.yaml'), 'utf8'));

test.each(examples.filter(({ notRun }) => notRun === undefined))(
  'the example in line $line is a scenario of the shipped document',
  async ({ code, line }) => {
    const service = compileService(document);
    await service.ready();
    const parsed = parseScenario(code, `docs/scenarios.md:${line}`);
    const loaded = await loadInlineScenario(parsed, join(root, 'scenarios'));
    expect(checkScenario(loaded, service)).toEqual([]);
  },
);

test.each(examples.filter(({ notRun }) => notRun === 'of another service'))(
  'the example in line $line is a scenario of a service with nested resources',
  async ({ code, line }) => {
    const collections = household();
    const parsed = parseScenario(code, `docs/scenarios.md:${line}`);
    const loaded = await loadInlineScenario(parsed, undefined, defaultDocument(collections));
    expect(checkScenario(loaded, { collections, operations: [] })).toEqual([]);
  },
);

test('its links lead somewhere', () => {
  for (const link of linksIn(text)) expect(link.isThere(join(root, 'docs')), link.target).toBe(true);
});
