/** Timers that a test mocks hold up no response but a delayed one. `npm run test:matrix` has the same for Jest. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { createVivarium, type Vivarium } from '../../src/index.ts';
import { root } from '../cli/process.ts';

const headers = { authorization: 'Bearer demo' };

afterEach(() => void vi.useRealTimers());

/** What a client gets. */
const useService = async (vivarium: Vivarium): Promise<readonly string[]> => {
  const { url } = await vivarium.listen({ port: 0 });
  const world = vivarium.world('timers');
  // Sorting so many takes several turns of the event loop.
  const pets = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `n${(id * 7919) % 20_000}`, categoryId: 1 }));
  world.start({ inline: { data: { pets } } });
  // Not by `fetch`: it needs the global `setImmediate` to use a connection again.
  const { get: send } = await import('node:http');
  const get = (path: string, more: object = {}): Promise<string> =>
    new Promise((resolve) => {
      const request = send(`${url}${path}`, { headers: { ...headers, ...more }, agent: false }, (response) =>
        response
          .resume()
          .on('end', () => resolve(`${response.statusCode}`))
          .on('error', ({ message }) => resolve(message)),
      );
      request.on('error', ({ message }) => resolve(message));
    });
  const results = [
    await get('/~timers/v1/pets/7'),
    await get('/~timers/v1/pets?sort=-name', { prefer: 'delay=0' }),
    await get('/_vivarium/api/worlds/timers/collections/pets?sort=name&limit=20000'),
    String((await world.fetch('/v1/pets?sort=-name', { headers })).status),
  ];
  for (const fault of ['truncate', 'reset'] as const)
    results.push(
      await get('/~timers/v1/pets/7', { prefer: `fault=${fault}`, 'user-agent': 'Mozilla/5.0 (linux) jsdom' }),
    );
  results.push(await get('/~timers/v1/pets/7', { prefer: 'fault=truncate' }));
  await vivarium.close();
  return results;
};

const expected = ['200', '200', '200', '200', 'aborted', 'read ECONNRESET', 'aborted'];

test('those of vitest', async () => {
  const vivarium = await createVivarium();
  const turns = ['setTimeout', 'setInterval', 'setImmediate'] as const;
  vi.useFakeTimers({ toFake: [...turns, 'clearTimeout', 'clearInterval', 'clearImmediate', 'Date'] });
  expect(await useService(vivarium)).toEqual(expected);
});

test('those of node:test, mocked before Vivarium is imported', async () => {
  const script = `
    import { mock } from 'node:test';
    mock.timers.enable();
    const { createVivarium } = await import('./src/index.ts');
    const headers = ${JSON.stringify(headers)};
    const useService = ${useService};
    console.log(JSON.stringify(await useService(await createVivarium())));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  expect(JSON.parse(stdout)).toEqual(expected);
});
