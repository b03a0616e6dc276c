/** A running server with a hostile document: it listens, serves the rest of the document, and stays small. */
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError } from '../../src/core/primitives/config-error.ts';
import { createVivarium } from '../../src/index.ts';
import { check } from '../../src/parts/check/check-command.ts';
import { run } from '../cli/in-process.ts';
import { folderOf } from '../cli/process.ts';
import { cpuLimit, startUsage } from './cpu.ts';
import { documentWith, hostileSchemas } from './documents.ts';

const maxCpuSeconds = 3;
/** More than before. A process of its own, which needs 150 before it has read a document, would need four times as long for each. */
const maxMegabytes = 450;

/** The exit code of `vivarium check` in a folder. */
const codeOfCheck = async (folder: string, file: string): Promise<number> => {
  const outputs = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await check([file], {});
  } catch (error) {
    if (error instanceof ConfigError) return 2;
    throw error;
  } finally {
    process.chdir(before);
    for (const output of outputs) output.mockRestore();
  }
};

test.each(hostileSchemas)('$name', async (hostile) => {
  const cwd = folderOf({ 'api.json': documentWith(hostile) });
  const endUsage = startUsage();
  const vivarium = await createVivarium({ document: join(cwd, 'api.json') });
  onTestFinished(() => vivarium.close());
  const { url, serviceUrl } = await vivarium.listen({ port: 0 });
  const call = (path: string, init?: RequestInit) => fetch(serviceUrl + path, init);
  const send = (path: string, body: unknown) =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const hostileCalls = [
    call('/hostile'),
    ...[{}, [], 'x', { x: 'x', a: 'a', b: 'b', child: {} }].map((body) => send('/hostile', body)),
    fetch(`${url}/_vivarium/api/service`),
  ];
  expect((await send('/things', { name: 'A' })).status).toBe(201);
  expect((await call('/things')).status).toBe(200);
  for (const response of await Promise.all(hostileCalls)) {
    expect(response.status).toBeLessThan(500);
    await response.arrayBuffer();
  }
  const usage = endUsage();
  const cpuSeconds = usage?.cpuSeconds ?? 0;
  expect(cpuSeconds).toBeLessThan(cpuLimit(cpuSeconds, maxCpuSeconds));
  expect(usage?.peakMegabytes ?? 0).toBeLessThan(maxMegabytes);
  expect([0, 2]).toContain(await codeOfCheck(cwd, 'api.json'));
});

test('a document that is nested too deeply is rejected, with the reason', async () => {
  const schema = JSON.parse(`${'{"items":'.repeat(1000)}{}${'}'.repeat(1000)}`);
  const cwd = folderOf({ 'api.json': documentWith({ name: 'deep', schema }) });
  for (const command of ['serve', 'check'])
    expect(await run([command, 'api.json'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nested deeper than 200 levels'),
    });
});
