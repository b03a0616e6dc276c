/** A document with thousands of problems in one long line: `check` describes them in bounded time. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { lintDocument } from '../../src/parts/check/lint/lint.ts';
import { folderOf } from '../cli/process.ts';
import { cpuLimit } from './cpu.ts';

const maxCpuSeconds = 10;

const operation = { parameters: [{ in: 'nowhere' }, 5, { $ref: '#/nothing' }], requestBody: 7, responses: { abc: 5 } };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1' },
  paths: Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`/r${at}/{id}`, { get: operation }])),
});

test('the first problems are described, each with the part of the line around it', async () => {
  const folder = folderOf({ 'api.json': document });
  const loaded = await loadDocument(join(folder, 'api.json'));
  const before = process.cpuUsage();
  const linted = await lintDocument(loaded);
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = (user + system) / 1e6;
  expect(cpuSeconds).toBeLessThan(cpuLimit(cpuSeconds, maxCpuSeconds));
  expect(linted).toHaveLength(5000);
  for (const { problem } of linted) {
    const [line = '', marker = ''] = (problem.frame ?? '').split('\n');
    expect(line.length).toBeLessThan(200);
    expect(line[marker.indexOf('^')]).toBe(document[(problem.column ?? 0) - 1]);
  }
});
