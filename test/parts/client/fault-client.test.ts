/** `vivarium fault`, against a running server. */
import { expect, onTestFinished, test } from 'vitest';
import type { VivariumOptions } from '../../../src/library/api.ts';
import { createVivarium } from '../../../src/library/create-vivarium.ts';
import { run } from '../../cli/in-process.ts';

const serve = async (options: VivariumOptions = {}, host?: string) => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0, ...(host !== undefined && { host }) });
  return { vivarium, url: url.replace('0.0.0.0', '127.0.0.1') };
};

test('a fault is switched on and off', async () => {
  const { vivarium, url } = await serve();
  const world = vivarium.world();
  const get = async () => (await world.fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } })).status;
  expect(await run(['fault', 'unauthorized', 'on', '--url', url])).toMatchObject({
    code: 0,
    stdout: 'Fault unauthorized is on in the world default.\n',
    stderr: '',
  });
  expect(await get()).toBe(401);
  expect((await run(['fault', 'unauthorized', 'off', '--url', url])).code).toBe(0);
  expect(await get()).toBe(200);
});

test('a fault is restricted to operations of a world', async () => {
  const { vivarium, url } = await serve();
  const alice = vivarium.world('alice');
  await alice.fetch('/v1/pets');
  const args = ['--operation', 'getPet', '--operation', 'createPet', '--world', 'alice', '--url', url];
  expect((await run(['fault', 'server-error', 'on', ...args])).stdout).toBe(
    'Fault server-error is on for getPet, createPet in the world alice.\n',
  );
  const get = async (path: string) => (await alice.fetch(path, { headers: { authorization: 'Bearer demo' } })).status;
  expect([await get('/v1/pets'), await get('/v1/pets/1')]).toEqual([200, 500]);
  // The restriction stays, and the address may name the world.
  expect((await run(['fault', 'server-error', 'off', '--url', `${url}/~alice`])).stdout).toBe(
    'Fault server-error is off in the world alice.\n',
  );
  expect(await get('/v1/pets/1')).toBe(200);
});

test('an unknown operation is an error that names the flag', async () => {
  const { url } = await serve();
  expect(await run(['fault', 'slow', 'on', '--operation', 'listPet', '--url', url])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^operation names an unknown operation "listPet"\. Did you mean "listPets"/),
  });
});

test('a world that was not open is opened, which is reported', async () => {
  const { vivarium, url } = await serve();
  const args = ['fault', 'slow', 'on', '--world', 'ghost', '--url', url];
  expect((await run(args)).stdout).toBe(
    'Fault slow is on in the world ghost. The world was not open: it was opened.\n',
  );
  expect((await run(args)).stdout).toBe('Fault slow is on in the world ghost.\n');
  expect(vivarium.world('ghost').save().faults).toEqual(['slow']);
});

test('without a name, the faults of the world are listed; without a server, the built-in ones', async () => {
  const { vivarium, url } = await serve({ scenario: { faults: ['slow'] } });
  vivarium.world().fault('mine', { status: 418 });
  const { code, stdout } = await run(['fault', '--url', url]);
  expect(code).toBe(0);
  expect(stdout).toContain(`The faults of the world default at ${url}:\n`);
  expect(stdout).toMatch(/^ {2}slow +on +Delays every response/m);
  expect(stdout).toMatch(/^ {2}unauthorized +off +Responds with 401/m);
  expect(stdout).toMatch(/^ {2}mine +on\b/m);
  expect((await run(['fault', '--url', 'http://127.0.0.1:9'])).code).toBe(2);
});

test('the server gets its token', async () => {
  const { url } = await serve({ token: 'secret' }, '0.0.0.0');
  expect(await run(['fault', 'slow', 'on', '--url', url])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Give the token of the server with --token or VIVARIUM_TOKEN.'),
  });
  expect((await run(['fault', 'slow', 'on', '--url', url, '--token', 'secret'])).code).toBe(0);
  expect((await run(['fault', 'slow', 'on', '--url', url], { env: { VIVARIUM_TOKEN: 'secret' } })).code).toBe(0);
});

test.each([
  [['slwo', 'on'], 'No fault is named "slwo". Did you mean "slow"?'],
  [['nothing-like-it', 'on'], 'No fault is named "nothing-like-it". The faults are bad-request, '],
  [['slow', 'on', '--operation', 'getPets'], 'Did you mean "getPet"?'],
  [['slow', 'on', '--world', 'no name'], 'no name'],
  [['slow', 'yes'], '"yes" is neither on nor off. Write: vivarium fault slow on'],
  [['slow'], 'on or off is missing. Write: vivarium fault slow on'],
])('vivarium fault %j exits with 2 and the reason', async (args, reason) => {
  const { url } = await serve();
  const ended = await run(['fault', ...args, '--url', url]);
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(reason) });
  expect(ended.stderr).not.toContain('    at ');
});

test.each([
  ['http://127.0.0.1:9', 'cannot reach http://127.0.0.1:9'],
  ['127.0.0.1:4010', '"127.0.0.1:4010" is not the address of a server'],
])('the address %s exits with 2 and the reason', async (url, reason) => {
  expect(await run(['fault', 'slow', 'on', '--url', url])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(reason),
  });
});
