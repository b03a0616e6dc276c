/** Clients send hostile bodies to a running server. Nobody else waits for long. */
import { expect, test } from 'vitest';
import { folderOf, serve } from '../../cli/process.ts';
import { cpuLimit, cpuSecondsOf, realSlowness } from '../cpu.ts';
import { hostileBodies } from './schemas.ts';

const maxCpuSeconds = 2;
/** A second, and some more for the client that this machine also runs. */
const maxWaitMs = 2000;

const documentOf = (): string => {
  const paths = hostileBodies.map(({ schema }, index) => [
    `/hostile-${index}`,
    {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: rename(schema, index) } } },
        responses: { 204: { description: 'Accepted.' }, 400: { description: 'The body is not valid.' } },
      },
    },
  ]);
  const schemas = hostileBodies.flatMap(({ schemas = {} }, index) =>
    Object.entries(schemas).map(([name, schema]) => [`${name}-${index}`, rename(schema, index)]),
  );
  const item = { get: { responses: { 204: { description: 'Fine.' } } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Hostile', version: '1' },
    paths: { ...Object.fromEntries(paths), '/fine': item },
    components: { schemas: Object.fromEntries(schemas) },
  });
};

/** The components of each row get names of their own. */
const rename = (schema: unknown, index: number): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll(/("#\/components\/schemas\/[^"]+)"/g, `$1-${index}"`));

test('a request on another connection waits for one hostile body at most', async () => {
  const cwd = folderOf({ 'api.json': documentOf() });
  const { listening, child } = await serve(['api.json', '--no-watch', '--max-body', '2MiB'], { cwd });
  const fine = () => fetch(`${listening.service}/fine`);
  expect((await fine()).status).toBe(204);
  for (const [index, { name, body, isFit }] of hostileBodies.entries()) {
    const before = cpuSecondsOf(child.pid) ?? 0;
    const start = performance.now();
    let waitedMs = 0;
    const [hostile, other] = await Promise.all([
      fetch(`${listening.service}/hostile-${index}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body()),
      }),
      fine().finally(() => {
        waitedMs = performance.now() - start;
      }),
    ]);
    expect([name, hostile.status, other.status]).toEqual([name, isFit === true ? 204 : 400, 204]);
    const cpuSeconds = (cpuSecondsOf(child.pid) ?? 0) - before;
    expect(cpuSeconds, name).toBeLessThan(cpuLimit(cpuSeconds, maxCpuSeconds));
    if (waitedMs >= maxWaitMs) expect(waitedMs, name).toBeLessThan(Math.min(maxWaitMs * realSlowness(), 10_000));
  }
});
