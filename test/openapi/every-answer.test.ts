import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Json, type JsonObject, stringifyJson } from '../../src/core/primitives/json.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { documentOf, now } from './documents.ts';
import { documentedBodies } from './independent-check.ts';

const specs = fileURLToPath(new URL('../../../shared/specs/', import.meta.url));
const files = readdirSync(specs).filter((name) => /\.(ya?ml|json)$/.test(name));
const seeds = [1, 7919, 1_000_003];

/** Answers that cannot be right: a `oneOf` whose branches take the same values, and a schema that is made of itself alone. */
const impossible = new Set([
  'grocy-api.json GET /objects/{entity}/{objectId} 200',
  'counterfact-example-3.2.yaml GET /path-one 200',
]);

const misfitsOf = async (document: JsonObject, name: string): Promise<readonly string[]> => {
  const service = compileService(document);
  await service.ready();
  const found: string[] = [];
  for (const { method, path, status, mediaType, problemsOf } of documentedBodies(document as Record<string, unknown>)) {
    const place = `${name} ${method} ${path} ${status}`;
    if (impossible.has(place)) continue;
    const operation = service.operations.find(
      (one) => one.method === method && one.path === path.replace(/[?#].*$/, ''),
    );
    const content = operation?.responses.get(status)?.contents.find((one) => one.mediaType === mediaType);
    if (content === undefined) {
      found.push(`${place}: is not served as ${mediaType}`);
      continue;
    }
    for (const seed of seeds)
      found.push(...problemsOf(plain(content.generate({ seed, now }))).map((problem) => `${place}: ${problem}`));
  }
  return found;
};

/** As a client reads it. */
const plain = (value: Json): unknown => JSON.parse(stringifyJson(value));

test.each(files)('every JSON answer that %s documents keeps to it, by a judge of its own', async (file) => {
  expect(await misfitsOf((await loadDocument(specs + file)).document, file)).toEqual([]);
});

test('the judge objects to what breaks a schema', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer', nullable: true } } };
  const content = { 'application/json': { schema } };
  const document = documentOf(
    { '/a': { get: { responses: { 200: { description: '', content } } } } },
    { version: '3.0.3' },
  );
  const [body] = documentedBodies(document as Record<string, unknown>);
  expect([{ a: 1 }, { a: null }, { a: 'x' }, {}].map((value) => body?.problemsOf(value).length)).toEqual([0, 0, 3, 1]);
});
