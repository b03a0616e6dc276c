import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const program = (folder: string): string => `
  const { loadDocument } = await import(${JSON.stringify(new URL('../../../src/openapi/load/load.ts', import.meta.url).href)});
  const load = () => loadDocument(${JSON.stringify(join(folder, 'openapi.json'))}, [${JSON.stringify(join(folder, 'overlay.json'))}]);
  // The modules that loading needs are in memory after the first time.
  await load();
  gc();
  const before = process.memoryUsage().heapUsed;
  const { document } = await load();
  gc();
  console.log(JSON.stringify([process.memoryUsage().heapUsed - before, document['x-many'].at(-1).long.length]));
`;

test('the copies of an update share their texts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-overlay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const info = { title: 'T', version: '1' };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify({ openapi: '3.1.0', info, paths: {} }));
  const actions = [
    { target: '$', update: { 'x-many': Array.from({ length: 2000 }, () => ({})) } },
    { target: '$["x-many"][*]', update: { long: 'a'.repeat(30_000) } },
  ];
  writeFileSync(join(folder, 'overlay.json'), JSON.stringify({ overlay: '1.0.0', info, actions }));
  const output = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program(folder)]);
  const [kept, length] = JSON.parse(String(output)) as [number, number];
  expect(length).toBe(30_000);
  // 60 MB of text, if each place had its own.
  expect(kept).toBeLessThan(20_000_000);
});
