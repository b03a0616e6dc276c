/** `serve --upstream`: what is rejected or warned of at the start. */
import { expect, test } from 'vitest';
import { startRealService } from '../../../parts/upstream/real-service.ts';
import { run, serve } from '../../in-process.ts';

const upstream = 'http://127.0.0.1:1';

test.each([
  [['--upstream', 'staging'], '--upstream must be an http or https URL', 'Write it as https://staging.example.com/v1.'],
  [['--record'], '--record has no effect without an upstream', 'Set --upstream, such as https://staging.example.com'],
  [['--compare'], '--compare has no effect without an upstream', 'Set --upstream'],
  [['--forward', 'all'], '--forward has no effect without an upstream', 'Set --upstream'],
  [['--upstream-header', 'A: b'], '--upstream-header has no effect without an upstream', 'Set --upstream'],
  [['--upstream', upstream, '--forward', 'listPet'], 'an unknown operation: "listPet"', 'Did you mean "listPets"?'],
  [['--upstream', upstream, '--upstream-header', 'A: $UNSET_HERE'], 'the variable $UNSET_HERE, which is not set', ''],
  [['--upstream', upstream, '--upstream-header', 'A'], "--upstream-header must be 'NAME: VALUE'", '$STAGING_TOKEN'],
  [
    ['--upstream', upstream, '--upstream-timeout', '30d'],
    '--upstream-timeout must be a duration from 1ms to 1d',
    '30s',
  ],
  [['--upstream', upstream, '--allow-origin', 'app'], '--allow-origin must be an origin', 'https://app.example.com'],
  [['docs/shop.yaml', 'spec/animal-store.yaml', '--upstream', upstream], '--upstream', ''],
])('%j is rejected, with the remedy', async (args, message, remedy) => {
  const { code, stderr } = await run(args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(stderr).toContain(remedy);
});

test.each([
  ['default', true],
  ['empty', false],
])('recording into the scenario %s warns of its items: %s', async (scenario, isWarned) => {
  const { url } = await startRealService((_, response) => response.end('[]'));
  const server = await serve(['--upstream', url, '--record', '--scenario', scenario]);
  const { stdout, stderr } = await server.stop();
  expect((stdout + stderr).includes('The start scenario has items')).toBe(isWarned);
});

test('drift is not judged where the real service never responded', async () => {
  const server = await serve(['--upstream', upstream, '--compare', '--fail-on', 'drift', '--scenario', 'empty']);
  expect((await fetch(`${server.listening.url}/v1/pets`)).status).toBe(502);
  const { code, stdout, stderr } = await server.stop();
  expect(stdout + stderr).toContain('1 request had no accepted credential, or no response of an upstream');
  expect(code).toBe(2);
});

test.each<[string, (url: string) => readonly string[], number]>([
  ['without an upstream', () => [], 2],
  ['of an upstream with which nothing is compared', (url) => ['--upstream', url], 2],
  ['where nothing is forwarded', (url) => ['--upstream', url, '--compare', '--forward', 'none'], 2],
  ['where other operations are forwarded', (url) => ['--upstream', url, '--compare', '--forward', 'createPet'], 2],
  ['that there is none of, where something was compared', (url) => ['--upstream', url, '--compare'], 0],
])('serve --fail-on drift, %s', async (_name, argsFor, code) => {
  const real = await startRealService((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  );
  const server = await serve([...argsFor(real.url), '--fail-on', 'drift', '--scenario', 'empty']);
  const response = await fetch(`${server.listening.url}/v1/pets`, { headers: { authorization: 'Bearer demo' } });
  expect(response.status).toBe(200);
  await response.text();
  const ended = await server.stop();
  expect(ended).toMatchObject({ code });
  if (code === 2) expect(ended.stdout + ended.stderr).toContain('so no drift can be found');
});
