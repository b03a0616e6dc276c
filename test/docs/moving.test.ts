/** The requests of docs/moving.md, sent to Prism and to Vivarium. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVivarium, type VivariumOptions } from '../../src/index.ts';
import { blocksIn, readPage } from './markdown.ts';

const page = readPage('docs/moving.md');
const [, prismSection = ''] = /^## Prism$([\s\S]*?)^## /m.exec(page) ?? [];

interface Row {
  readonly request: string;
  readonly statuses: readonly [prism: number, vivarium: number];
  readonly restored: string;
}

const rows: readonly Row[] = prismSection
  .split('\n')
  .filter((line) => /^\| `[A-Z]+ /.test(line))
  .map((line) => {
    const [, request = '', prism, vivarium, restored = ''] = line.split('|').map((cell) => cell.trim());
    return { request, statuses: [Number(prism), Number(vivarium)], restored };
  });

const folder = mkdtempSync(join(tmpdir(), 'vivarium-moving-'));
const file = join(folder, 'books.yaml');
writeFileSync(file, blocksIn(page).find((block) => block.file === 'books.yaml')?.code ?? '');
const closes: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(closes.map((close) => close()));
  rmSync(folder, { recursive: true });
});

const startPrism = async (): Promise<string> => {
  const server = createServer(await getHttpOperationsFromSpec(file), {
    components: { logger: createLogger('prism', { level: 'silent' }) },
    cors: false,
    config: {
      ...{ checkSecurity: true, validateRequest: true, validateResponse: true, errors: false, isProxy: false },
      mock: { dynamic: false },
      upstreamProxy: undefined,
    },
  });
  closes.push(() => server.close());
  return server.listen(0, '127.0.0.1');
};

const startVivarium = async (options: VivariumOptions): Promise<string> => {
  const vivarium = await createVivarium({ document: file, base: '/', ...options });
  closes.push(() => vivarium.close());
  return (await vivarium.listen({ port: 0 })).url;
};

const statusOf = async (url: string, request: string): Promise<number> => {
  const [line = '', ...headers] = [...request.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const [, method = '', path = '', body] = /^(\S+) (\S+)(?: (.+))?$/.exec(line) ?? [];
  const response = await fetch(`${url}${path}`, {
    method,
    headers: [
      ...headers.map((header): [string, string] => header.split(': ') as [string, string]),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
    ],
    ...(body !== undefined && { body }),
  });
  await response.arrayBuffer();
  return response.status;
};

describe('Prism', () => {
  let prism: string;
  let plain: string;
  let moved: string;
  beforeAll(async () => {
    const refusals = { item: { status: 422 }, request: { status: 422 } };
    const overlay = join(folder, 'overlay.yaml');
    writeFileSync(
      overlay,
      'overlay: 1.0.0\ninfo: { title: A, version: "1" }\nactions: [{ target: "$.paths.*.get.responses", update: { "406": { description: None. } } }]\n',
    );
    [prism, plain, moved] = await Promise.all([
      startPrism(),
      startVivarium({}),
      startVivarium({ prism: true, stateless: true, overlay: [overlay], scenario: { refusals } }),
    ]);
  });

  test('the page has requests', () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ restored }) => restored !== '').length).toBeGreaterThan(5);
  });

  test.each(rows)('$request gets what the page says', async ({ request, statuses, restored }) => {
    expect([await statusOf(prism, request), await statusOf(plain, request)]).toEqual(statuses);
    const isRestored = /^(?:`|an Overlay)/.test(restored);
    if (isRestored) expect(await statusOf(moved, request)).toBe(statuses[0]);
  });
});
