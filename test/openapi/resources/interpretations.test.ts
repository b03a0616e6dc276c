/**
 * Whole documents with the binding of each operation. The recorded interpretations are reviewed by people: a rule that changes one
 * of them has a reason. `RECORD=1 npm exec -- vitest run test/openapi/resources/interpretations.test.ts` records them again.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { compileService } from '../../../src/openapi/compile.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ownFolder = pathOf('../../documents/own/');
const examplePath = (name: string): string => createRequire(import.meta.url).resolve(`@readme/oas-examples/${name}`);
const documents = new Map([
  ...['petstore', 'readme', 'train-travel'].map((name): [string, string] => [
    name,
    examplePath(`3.1/json/${name}.json`),
  ]),
  ['animal-store', pathOf('../../../spec/animal-store.yaml')],
  ...readdirSync(ownFolder).map((file): [string, string] => [file.replace(/\.yaml$/, ''), `${ownFolder}${file}`]),
]);

/** Plain data without functions, collections by their names, and without what is empty. */
const plain = (value: unknown): Json | undefined => {
  if (value === undefined || value === false || typeof value === 'function') return undefined;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value as Json;
  if (value instanceof Set || Array.isArray(value)) {
    const items = [...value].map((item) => plain(item) ?? null);
    return items.length === 0 ? undefined : items;
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const kept = entries.flatMap(([name, own]) => {
    const found = plain(name === 'collection' ? (own as { readonly name: string }).name : own);
    return found === undefined ? [] : [[name, found]];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
};

const interpret = ({ operations, collections }: Service): JsonObject =>
  ({
    operations: Object.fromEntries(
      operations.map(({ name, binding, confidence, reason }) => [name, plain({ ...binding, confidence, reason })]),
    ),
    collections: Object.fromEntries(
      [...collections].map(([name, { generate, check, views, ...spec }]) => [name, plain(spec)]),
    ),
  }) as JsonObject;

/** One line for each operation and collection. */
const toText = (interpretation: JsonObject): string =>
  `{\n${Object.entries(interpretation)
    .map(([part, entries]) => {
      const lines = Object.entries(entries as JsonObject).map(
        ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
      );
      return `  "${part}": {\n${lines.join(',\n')}\n  }`;
    })
    .join(',\n')}\n}\n`;

test.each([...documents.keys()])('the operations of %s are bound as recorded', (name) => {
  const document = parse(readFileSync(documents.get(name) as string, 'utf8')) as JsonObject;
  const interpretation = interpret(compileService(document));
  const file = pathOf(`interpretations/${name}.json`);
  if (process.env.RECORD !== undefined) writeFileSync(file, toText(interpretation));
  expect(interpretation).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
