/** What forwarded requests leave behind. `npm run bench -- forwarding` sends 100,000. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startForwarding, startRealService } from '../../parts/upstream/real-service.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heapUsed = async (): Promise<number> => {
  // What a collection releases may be held by callbacks that have yet to run.
  for (let round = 0; round < 3; round++) {
    collect();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().heapUsed;
};

test('the heap stays as it is while requests are forwarded, recorded and compared', { timeout: 300_000 }, async () => {
  const real = await startRealService((request, response) => {
    const pet = { id: 7, name: 'Rex', categoryId: 1 };
    const isList = request.url?.startsWith('/v1/pets?') === true;
    response.writeHead(request.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isList ? [pet] : pet));
  });
  const { vivarium } = await startForwarding({ upstream: real.url, scenario: {}, compare: true, journal: 50 });
  const world = vivarium.world();
  const body = JSON.stringify({ name: 'Rex', categoryId: 1 });
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const send = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 4) {
      const calls = [world.fetch('/v1/pets/7'), world.fetch('/v1/pets?limit=5'), world.fetch('/v1/pets', post)];
      for (const response of await Promise.all([...calls, world.fetch('/v1/pets/8')])) await response.text();
      (real.seen as unknown[]).length = 0;
    }
  };
  await send(600);
  const before = await heapUsed();
  await send(1000);
  // Less than a tenth of what one exchange takes, each.
  expect((await heapUsed()) - before).toBeLessThan(1000 * 250);
});
