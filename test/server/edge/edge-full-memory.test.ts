/** Requests while the process has no memory for more data. */
import { expect, onTestFinished, test } from 'vitest';
import { chooseServices } from '../../../src/simulation/service-source.ts';
import { createSimulation, listenOn } from '../../../src/simulation/simulation.ts';
import { silentLogger } from '../../../src/world/logger.ts';
import { type Answered, sendTo } from '../control/control-server.ts';

const start = async () => {
  const names = { nameOf: String };
  const services = await chooseServices({ document: [], services: {}, overlay: [], base: undefined, ...names });
  const source = { services, scenario: 'default', scenarios: undefined, seed: undefined, fault: [], ...names };
  const limits = { maxWorlds: 10, journal: 10, maxBody: 1000 };
  const options = { ...limits, showCredentials: false, token: undefined, logger: silentLogger };
  const simulation = await createSimulation(source, options);
  const { url, close } = await listenOn(simulation, { port: 0, host: '127.0.0.1', ...names });
  onTestFinished(() => close());
  const port = Number(new URL(url).port);
  const send = (method: string, path: string, body?: unknown): Promise<Answered> =>
    sendTo(port, method, path, { body, headers: { authorization: 'Bearer demo' } });
  return { worlds: simulation.worlds, send };
};

const maple = { name: 'Maple', categoryId: 3 };

test('a request that may add some gets 503 with the reason', async () => {
  const { worlds, send } = await start();
  expect((await send('POST', '/v1/pets', maple)).status).toBe(201);
  worlds.isMemoryFull = true;
  const refused = await send('POST', '/v1/pets', maple);
  expect([refused.status, refused.body.status]).toEqual([503, 503]);
  expect(refused.body.message).toContain('memory of the server is nearly full');
  worlds.isMemoryFull = false;
  const created = await send('POST', '/v1/pets', maple);
  expect([created.status, created.body.id]).toEqual([201, 26]);
});

test('items are read, but no world is opened', async () => {
  const { worlds, send } = await start();
  await send('GET', '/~known/v1/pets');
  worlds.isMemoryFull = true;
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect((await send(method, '/~known/v1/pets')).status).not.toBe(503);
  expect((await send('GET', '/~other/v1/pets')).status).toBe(503);
  expect(worlds.get('other')).toBeUndefined();
});

test('the control API makes room', async () => {
  const { worlds, send } = await start();
  await send('GET', '/v1/pets');
  worlds.isMemoryFull = true;
  expect((await send('POST', '/_vivarium/api/worlds/default/reset')).status).toBe(200);
  expect((await send('DELETE', '/_vivarium/api/worlds/default')).status).toBe(204);
});
