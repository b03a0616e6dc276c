/** The fixture for vitest. What it prints is tested with a vitest of its own, in which tests fail. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect } from 'vitest';
import { vivariumTest } from '../../../src/parts/testing/vitest.ts';
import { root } from '../../cli/process.ts';

const test = vivariumTest({ document: 'spec/animal-store.yaml', scenario: 'default' });
const headers = { authorization: 'Bearer demo' };

describe('a world', () => {
  const seen = new Set<string>();

  test.for([1, 2])('belongs to one test, and is closed with it: %i', async (_number, { world, serviceUrl }) => {
    expect(seen.has(world.name)).toBe(false);
    expect(world.collection('pets').items()).toHaveLength(24);
    const response = await fetch(new URL('/_vivarium/api/worlds', serviceUrl));
    const { items } = (await response.json()) as { readonly items: readonly { readonly name: string }[] };
    const open = items.map(({ name }) => name);
    expect(open).toContain(world.name);
    expect(open.filter((name) => seen.has(name))).toEqual([]);
    seen.add(world.name);
    world.collection('pets').delete(1);
  });

  test.concurrent('is not shared by concurrent tests (a)', async ({ world }) => {
    world.fault('unauthorized');
    expect((await world.fetch('/v1/pets', { headers })).status).toBe(401);
  });

  test.concurrent('is not shared by concurrent tests (b)', async ({ world }) => {
    expect((await world.fetch('/v1/pets', { headers })).status).toBe(200);
  });

  test('has an address, for clients that need one', async ({ world, serviceUrl }) => {
    const response = await fetch(`${serviceUrl}/pets/1`, { headers });
    expect(response.headers.get('vivarium-world')).toBe(world.name);
    expect(world.exchanges()).toHaveLength(1);
    expect(response).toKeepTheInterface();
  });

  test('is named after its test (ü, "quotes", /slashes/, and more than fits into the name of a world)', ({ world }) => {
    expect(world.name).toMatch(/^is-named-after-its-test-quotes-slashes-and-more-than-fi-[0-9a-f]{8}$/);
  });
});

describe('toHaveNoViolations', () => {
  test('passes, or shows the exchange', async ({ world }) => {
    await world.fetch('/v1/pets', { headers });
    expect(world).toHaveNoViolations();
    await world.fetch('/v1/pets?limit=0', { headers });
    expect(world).not.toHaveNoViolations();
    expect(() => expect(world).toHaveNoViolations()).toThrow('#2 GET /v1/pets?limit=0 -> 400 (listPets)');
    await world.fetch('/v1/pets', { headers });
    world.reset();
    // Also with `not`: nothing was judged.
    for (const fails of [() => expect(world).toHaveNoViolations(), () => expect(world).not.toHaveNoViolations()])
      expect(fails).toThrow('got no request for an operation of the document');
    expect(world).toHaveNoViolations({ allowEmpty: true });
    expect(() => expect({}).toHaveNoViolations()).toThrow('toHaveNoViolations takes a world or a guard, not {}.');
  });
});

describe('toKeepTheInterface', () => {
  test('judges the exchange of a response, in process and over a socket', async ({ world, serviceUrl }) => {
    expect(await world.fetch('/v1/pets', { headers })).toKeepTheInterface();
    const wrong = await fetch(`${serviceUrl}/pets?limit=0`, { headers });
    expect(wrong).not.toKeepTheInterface();
    expect(() => expect(wrong).toKeepTheInterface()).toThrow(
      'The exchange breaks the interface.\n\n#2 GET /v1/pets?limit=0 -> 400',
    );
    const nowhere = await world.fetch('/pets');
    for (const fails of [() => expect(nowhere).toKeepTheInterface(), () => expect(nowhere).not.toKeepTheInterface()])
      expect(fails).toThrow('The request is for no operation of the document.\n\n#3 GET /pets -> 404');
    world.fault('wrong-type', { on: { operation: 'getPet' } });
    expect(await world.fetch('/v1/pets/1', { headers })).not.toKeepTheInterface();
  });

  test('rejects anything else', () => {
    expect(() => expect(new Response('')).toKeepTheInterface()).toThrow('not one of a world of this test');
    expect(() => expect(7).toKeepTheInterface()).toThrow('toKeepTheInterface takes a Response, not 7.');
    expect(() => expect(Promise.resolve(new Response(''))).toKeepTheInterface()).toThrow(
      'not a promise, which needs await',
    );
  });
});

test('the journal of the world is printed when a test fails, and only then', async () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', join(root, 'test/parts/testing/fixtures'), '--reporter', 'default'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: { ...process.env, VITEST: '', CI: '' },
  }).catch((error: { readonly stdout: string; readonly stderr: string }) => error);
  const output = stripVTControlCharacters(stdout + stderr);
  expect(output).toContain('4 failed');
  // Also where the document takes longer to load than a test may.
  expect(output).toContain('2 passed');
  expect(output).toMatch(
    /The requests to the world "fails-after-two-requests-[0-9a-f]{8}":\n {2}#1 GET \/v1\/pets -> 200 \(listPets\)\n {2}#2 GET \/v1\/pets\/999 -> 404 \(getPet\)/,
  );
  expect(output).toContain('"message": "');
  for (const name of ['fails-with-a-soft-assertion', 'times-out', 'fails-without-a-request'])
    expect(output).toContain(`"${name}-`);
  expect(output).not.toContain('"passes-');
});
