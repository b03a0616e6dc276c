/** The memory of the journals under clients that send large bodies: its bounds hold for the bytes that are really kept. */
import { expect, onTestFinished, test } from 'vitest';
import { chooseServices } from '../../../src/simulation/service-source.ts';
import { createSimulation, listenOn, type Simulation } from '../../../src/simulation/simulation.ts';
import { silentLogger } from '../../../src/world/logger.ts';
import { sendTo } from '../../server/control/control-server.ts';

const start = async (): Promise<{ readonly simulation: Simulation; readonly port: number }> => {
  const simulation = await createSimulation(
    {
      services: await chooseServices({ document: [], services: {}, overlay: [], base: undefined, nameOf: String }),
      scenario: 'default',
      scenarios: undefined,
      seed: undefined,
      fault: [],
      nameOf: String,
    },
    {
      maxWorlds: 100,
      journal: 1000,
      maxBody: 2_000_000,
      showCredentials: false,
      token: undefined,
      logger: silentLogger,
    },
  );
  const { url, close } = await listenOn(simulation, { port: 0, host: '127.0.0.1', nameOf: String });
  onTestFinished(() => close());
  return { simulation, port: Number(new URL(url).port) };
};

const recordedIn = ({ worlds }: Simulation): readonly Uint8Array[] =>
  [...worlds].flatMap(({ journal }) =>
    [...journal.newestFirst()].flatMap(({ request: { body }, response }) =>
      [body.type === 'bytes' ? body.bytes : undefined, response.body].filter((bytes) => bytes instanceof Uint8Array),
    ),
  );

const bodies: readonly [string, Buffer | string][] = [
  ['a megabyte that is no text', Buffer.alloc(1_000_000, 0xff)],
  ['a megabyte of text', JSON.stringify({ name: 'a'.repeat(1_000_000), categoryId: 1 })],
  ['a megabyte of characters beyond ASCII', JSON.stringify({ name: '宵'.repeat(300_000), categoryId: 1 })],
  ['a short body beyond ASCII', JSON.stringify({ name: '宵', categoryId: 1 })],
];

test.each(bodies)('of %s, received on a socket, only the recorded bytes are kept', async (_, body) => {
  const { simulation, port } = await start();
  const bytes = Buffer.from(body);
  for (let index = 0; index < 5; index++)
    await sendTo(port, 'POST', '/v1/pets', { headers: { authorization: 'Bearer demo' }, body: bytes });
  const recorded = recordedIn(simulation);
  expect(recorded.length).toBeGreaterThanOrEqual(5);
  for (const { buffer, byteLength } of recorded) {
    expect(byteLength).toBeLessThanOrEqual(64_000);
    expect(buffer.byteLength).toBeLessThanOrEqual(64_000);
  }
  const kept = recorded.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  expect(simulation.worlds.journals.bytes).toBeGreaterThan(kept);
  expect(simulation.worlds.journals.bytes).toBeLessThan(kept + 5 * 80_000);
});

test('after many requests in many worlds, and their deletion, the counted bytes are as before', async () => {
  const { simulation, port } = await start();
  const { worlds } = simulation;
  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await sendTo(port, 'GET', '/_vivarium/metrics')).text)?.[1]);
  await sendTo(port, 'GET', '/v1/pets', { headers: { authorization: 'Bearer demo' } });
  const before = worlds.journals.bytes;
  const body = Buffer.alloc(100_000, 0xff);
  const [rounds, opened, requests] = [2, 10, 5];
  for (let round = 0; round < rounds; round++) {
    for (let world = 0; world < opened; world++)
      for (let index = 0; index < requests; index++)
        await sendTo(port, 'POST', `/~w${world}/v1/pets`, { headers: { authorization: 'Bearer demo' }, body });
    expect(worlds.journals.bytes).toBeGreaterThan(before + opened * requests * 64_000);
    expect(await metric('vivarium_journal_bytes')).toBe(worlds.journals.bytes);
    for (let world = 0; world < opened; world++) await sendTo(port, 'DELETE', `/_vivarium/api/worlds/w${world}`);
    expect(worlds.journals.bytes).toBe(before);
    expect(await metric('vivarium_journal_bytes')).toBe(before);
    expect(await metric('vivarium_journal_entries')).toBe(1);
  }
});
