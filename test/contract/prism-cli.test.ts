/** Prism as a user runs it beside Vivarium: `prism proxy spec/animal-store.yaml http://127.0.0.1:4010/v1`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { sendThrough } from './prism.ts';

const require = createRequire(import.meta.url);
const prismProgram = require.resolve('@stoplight/prism-cli');

/** The address in the program's output. */
const addressOf = async (prism: ChildProcess): Promise<string> => {
  const said: string[] = [];
  for await (const line of createInterface({ input: prism.stdout as NodeJS.ReadableStream })) {
    const url = /Prism is listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
    said.push(line);
  }
  throw new Error(`prism did not start:\n${said.join('\n')}`);
};

test('the Prism command line in front of the server forwards responses and reports only the violations of a fault', async () => {
  const vivarium = await createVivarium();
  onTestFinished(() => vivarium.close());
  const { serviceUrl } = await vivarium.listen({ port: 0 });
  const prism = spawn(
    process.execPath,
    [prismProgram, 'proxy', 'spec/animal-store.yaml', serviceUrl, '--host', '127.0.0.1', '--port', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: 'development' } },
  );
  const ended = once(prism, 'exit');
  onTestFinished(async () => {
    prism.kill();
    await ended;
  });
  const url = await addressOf(prism);
  // Nobody reads the rest of its log, and it must not fill the pipe.
  prism.stdout?.resume();
  const headers = { authorization: 'Bearer demo' };

  const list = await sendThrough(url, 'GET', '/pets?limit=2', { headers });
  expect([list.status, list.request, list.response]).toEqual([200, [], []]);
  expect(JSON.parse(list.text).map((animal: { name: string }) => animal.name)).toEqual(['Luna', 'Biscuit']);

  const added = await sendThrough(url, 'POST', '/pets', { headers, body: { name: 'Maple', categoryId: 3 } });
  expect([added.status, added.request, added.response]).toEqual([201, [], []]);
  const read = await sendThrough(url, 'GET', `/pets/${JSON.parse(added.text).id}`, { headers });
  expect([read.status, read.text, read.response]).toEqual([200, added.text, []]);

  const refused = await sendThrough(url, 'POST', '/pets', { headers, body: { name: 'Maple' } });
  expect([refused.status, refused.response]).toEqual([400, []]);
  expect(refused.request).not.toEqual([]);

  vivarium.world().fault('teapot', { on: { operation: 'listPets' }, status: 418 });
  const broken = await sendThrough(url, 'GET', '/pets', { headers });
  expect(broken.status).toBe(418);
  expect(broken.response).toHaveLength(1);
});
