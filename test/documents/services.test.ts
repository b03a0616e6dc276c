/**
 * A few small documents as the services of one server. The tests of the state pass against each of them, while the others are used too:
 * all share the worlds.
 */
import { statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileNames, pathOf } from './sources.ts';
import { liveAll, problemsOf, withoutExceptions } from './support/life.ts';
import { startDocuments, timeoutMs } from './support/live-documents.ts';

const names = fileNames.filter((name) => statSync(pathOf(name)).size < 20_000).slice(0, 4);

let server: Awaited<ReturnType<typeof startDocuments>>;
beforeAll(async () => {
  server = await startDocuments(names);
}, timeoutMs);
afterAll(() => server.close());

test('several documents are the services of one server', async () => {
  const { origin } = await server.open(names[0] as string);
  const { items } = (await (await fetch(`${origin}/_vivarium/api/services`)).json()) as { items: readonly unknown[] };
  expect(items).toHaveLength(names.length);
});

test.each(names)(
  'items of each collection of %s can be read, listed, changed and deleted beside the other services',
  async (name) => {
    const lives = await liveAll(await server.open(name));
    expect(lives.length).toBeGreaterThan(0);
    expect(lives.map(withoutExceptions).flatMap(problemsOf)).toEqual([]);
  },
  timeoutMs,
);
