import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { expectProblem, type Loose, startForTest, useServer } from '../control-server.ts';

const server = await useServer();

test('the default world is open from the start', async () => {
  const own = await startForTest();
  const { body } = await own.api('GET', '/worlds');
  expect(body.total).toBe(1);
  expect(body.items[0]).toEqual({
    name: 'default',
    scenario: 'default',
    seed: 1,
    collections: { pets: 24 },
    faults: [],
    removed: [],
    exchanges: 0,
    clock: { now: expect.any(String), frozen: false },
  });
});

test('the list is read in parts', async () => {
  const own = await startForTest();
  for (const name of ['one', 'two', 'three']) await own.api('PUT', `/worlds/${name}`);
  const list = async (query: string) => {
    const { status, body } = await own.api('GET', `/worlds?${query}`);
    return status === 200 ? [body.total, ...body.items.map(({ name }: Loose) => name)] : body.detail;
  };
  expect(await list('limit=2&offset=1')).toEqual([4, 'one', 'two']);
  expect(await list('offset=3')).toEqual([4, 'three']);
  expect(await list('limit=0')).toEqual([4]);
  expect(await list('limit=-1')).toContain('limit must be a whole number, 0 or more');
});

test('a world that nobody uses ends, also while the server has nothing to do', async () => {
  vi.useFakeTimers({ toFake: ['hrtime', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = await startForTest({ keep: '1h' });
  for (const name of ['idle', 'read', 'called', 'put']) await own.api('PUT', `/worlds/${name}`);
  vi.advanceTimersByTime(3_500_000);
  await own.api('GET', '/worlds');
  await own.api('GET', '/worlds/read/faults');
  await own.api('PUT', '/worlds/put/faults/slow');
  await own.call('GET', '/~called/v1/pets');
  vi.advanceTimersByTime(160_000);
  const names = (await own.api('GET', '/worlds')).body.items.map(({ name }: Loose) => name);
  expect(names).toEqual(['default', 'read', 'called', 'put']);
  await own.vivarium.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('a world that was never opened gets 404, and a GET does not open it', async () => {
  const ofData = ['/collections', '/collections/pets', '/collections/pets/1'];
  const others = ['', '/scenario', '/faults', '/faults/slow', '/exchanges', '/exchanges/1', '/clock'];
  for (const path of [...ofData, ...others]) {
    expect((await server.api('GET', `/worlds/nobody${path}`)).status, path).toBe(404);
  }
  expect((await server.api('DELETE', '/worlds/nobody')).status).toBe(404);
  const names = (await server.api('GET', '/worlds')).body.items.map((world: Loose) => world.name);
  expect(names).not.toContain('nobody');
});

test('the message about an unknown world has a suggestion, or how to open it', async () => {
  const detailOf = async (name: string) => (await server.api('GET', `/worlds/${name}`)).body.detail;
  expect(await detailOf('defualt')).toBe('No open world is named "defualt". Did you mean "default"?');
  expect(await detailOf('alice')).toBe(
    'No open world is named "alice". Open it with a request to the service in that world, or with PUT /_vivarium/api/worlds/{world}.',
  );
});

describe('PUT', () => {
  test('serves other worlds while it generates many items', async () => {
    const finished: string[] = [];
    const put = server.api('PUT', '/worlds/large', { inline: { generate: { pets: 20_000 } } }).then((response) => {
      finished.push('large');
      return response;
    });
    for (let index = 0; index < 3; index++) {
      await server.api('GET', '/worlds/default');
      finished.push('default');
    }
    expect((await put).body).toMatchObject({ collections: { pets: 20_000 } });
    expect(finished).toEqual(['default', 'default', 'default', 'large']);
    await server.api('DELETE', '/worlds/large');
  });

  test('opens a world from a scenario of the server, with another seed and clock', async () => {
    const sent = { scenario: 'outage', seed: 7, clock: { at: '2030-06-01T00:00:00Z', frozen: true } };
    const { status, body } = await server.api('PUT', '/worlds/laid', sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({ scenario: 'outage', seed: 7, faults: ['unavailable'] });
    expect(body.clock).toMatchObject({ now: '2030-06-01T00:00:00.000Z', frozen: true });
    expect((await server.call('GET', '/~laid/v1/pets')).status).toBe(503);
  });

  test('sets seed and clock of the start scenario too', async () => {
    const { body } = await server.api('PUT', '/worlds/laid-start', { seed: 9, clock: '2030-06-01' });
    expect(body).toMatchObject({ scenario: 'default', seed: 9, collections: { pets: 24 } });
    expect(body.clock).toEqual({ now: expect.stringMatching(/^2030-06-01T00:00:0/), frozen: false });
  });

  test('opens a world from a scenario in the request', async () => {
    const inline = { data: { pets: [{ id: 1, name: 'Luna', categoryId: 1 }] }, faults: ['slow'], seed: 3 };
    const { status, body } = await server.api('PUT', '/worlds/inline', { inline });
    expect(status).toBe(201);
    expect(body).toMatchObject({ scenario: null, seed: 3, collections: { pets: 1 }, faults: ['slow'] });
  });

  test('a scenario in the request may extend one of the server', async () => {
    const inline = { extends: 'default', faults: ['conflict'] };
    const { body } = await server.api('PUT', '/worlds/extended', { inline });
    expect(body).toMatchObject({ scenario: null, collections: { pets: 24 }, faults: ['conflict'] });
  });

  test('replaces a world: data, faults, clock and journal start anew', async () => {
    await server.api('PUT', '/worlds/again', { clock: { at: '2030-06-01T00:00:00Z', frozen: true } });
    await server.call('POST', '/~again/v1/pets', { name: 'Maple', categoryId: 3 });
    await server.api('PUT', '/worlds/again/faults/slow', {});
    const { status, body } = await server.api('PUT', '/worlds/again', { scenario: 'empty' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ scenario: 'empty', faults: [], exchanges: 0, collections: { pets: 0 } });
    expect(body.clock).toMatchObject({ frozen: false });
    expect((await server.call('GET', '/~again/v1/pets')).headers['vivarium-exchange']).toBe('1');
  });

  test('a reset returns to the scenario of the PUT', async () => {
    await server.api('PUT', '/worlds/home', { scenario: 'outage', seed: 5 });
    await server.api('DELETE', '/worlds/home/faults');
    const { body } = await server.api('POST', '/worlds/home/reset');
    expect(body).toMatchObject({ scenario: 'outage', seed: 5, faults: ['unavailable'] });
  });

  test.each([
    [{ scenario: 'outtage' }, 'scenario: unknown scenario "outtage". Did you mean "outage"?'],
    [{ scenario: 7 }, 'scenario must be the name of a scenario, not 7'],
    [{ scenrio: 'outage' }, 'unknown key "scenrio". Did you mean "scenario"?'],
    [{ scenario: 'outage', inline: {} }, 'Send scenario or inline, not both.'],
    [{ seed: 'seven' }, 'seed must be a whole number from -9007199254740991 to 9007199254740991, not "seven"'],
    [{ clock: 'soon' }, 'clock must be a time such as'],
    [{ inline: { falts: [] } }, 'unknown key "falts"'],
    [{ inline: null }, 'the scenario must be'],
    [{ inline: { faults: ['slwo'] } }, 'Did you mean "slow"?'],
    [{ inline: { extends: 'nothing' } }, 'inline.extends: unknown scenario "nothing"'],
    [{ inline: { data: { pest: [] } } }, 'Did you mean "pets"?'],
    [{ inline: { data: { pets: [{ id: 1, name: 'Luna', categoryId: 'one' }] } } }, 'data.pets[0].categoryId'],
    [[], 'the world must be an object'],
  ])('rejects %j, and opens nothing', async (body, detail) => {
    expectProblem(await server.api('PUT', '/worlds/refused', body), 400, expect.stringContaining(detail));
    expect((await server.api('GET', '/worlds/refused')).status).toBe(404);
  });

  test.each(['.hidden', 'x'.repeat(65)])('rejects the name %s', async (name) => {
    const detail = expect.stringContaining('A world name has 1 to 64 letters');
    expectProblem(await server.api('PUT', `/worlds/${name}`), 400, detail);
  });

  test('beyond the maximum number of worlds gets 503', async () => {
    const own = await startForTest({ maxWorlds: 2 });
    expect((await own.api('PUT', '/worlds/two')).status).toBe(201);
    expectProblem(
      await own.api('PUT', '/worlds/three'),
      503,
      'No other world can be opened: the maximum of 2 worlds is open. Unused for longest: "two". Delete one with DELETE /_vivarium/api/worlds/{world}, lower option "keep" (1d), or raise option "maxWorlds".',
    );
    expect((await own.api('PUT', '/worlds/two')).status).toBe(200);
    expect((await own.api('DELETE', '/worlds/two')).status).toBe(204);
    expect((await own.api('PUT', '/worlds/three')).status).toBe(201);
  });
});

test('options for the start scenario do not apply to another one', async () => {
  const own = await startForTest({ fault: ['unauthorized@listPets'], seed: 4 });
  const put = async (sent?: object) => (await own.api('PUT', '/worlds/a', sent)).body;
  expect(await put({ scenario: 'default' })).toMatchObject({ faults: ['unauthorized'], seed: 4 });
  expect(await put({ scenario: 'empty' })).toMatchObject({ faults: [], seed: 1 });
  expect(await put()).toMatchObject({ faults: ['unauthorized'], seed: 4 });
});

test('a deleted world does not exist until the next request of the service in it', async () => {
  await server.api('PUT', '/worlds/gone', { scenario: 'empty' });
  const { status, text } = await server.api('DELETE', '/worlds/gone');
  expect({ status, text }).toEqual({ status: 204, text: '' });
  expect((await server.api('GET', '/worlds/gone')).status).toBe(404);
  await server.call('GET', '/~gone/v1/pets');
  expect((await server.api('GET', '/worlds/gone')).body).toMatchObject({ scenario: 'default', exchanges: 1 });
});

describe('the world as a scenario', () => {
  const change = async (name: string): Promise<void> => {
    await server.api('PUT', `/worlds/${name}`, { clock: { at: '2030-06-01T00:00:00Z', frozen: true } });
    await server.call('POST', `/~${name}/v1/pets`, { name: 'Maple', categoryId: 3 });
    await server.api('PUT', `/worlds/${name}/faults/slow`, { on: { operation: 'getPet' } });
    await server.api('PUT', `/worlds/${name}/faults/mine`, { status: 418, when: { after: 1 } });
  };

  test('contains the changes, and opens an equal world', async () => {
    await change('original');
    const { body } = await server.api('GET', '/worlds/original/scenario');
    expect(body.data.pets).toHaveLength(25);
    expect(body.data.pets[24]).toMatchObject({ id: 25, name: 'Maple' });
    const mine = { name: 'mine', when: { after: 1 }, status: 418 };
    expect(body.faults).toEqual([{ use: 'slow', on: { operation: 'getPet' } }, mine]);
    expect(body.clock).toEqual({ at: '2030-06-01T00:00:00Z', frozen: true });
    await server.api('PUT', '/worlds/copy', { inline: body });
    expect((await server.api('GET', '/worlds/copy/scenario')).body).toEqual(body);
  });

  test('is YAML with the same content if the client accepts that', async () => {
    await change('yaml');
    const json = (await server.api('GET', '/worlds/yaml/scenario')).body;
    const accept = 'application/yaml';
    const { headers, text } = await server.api('GET', '/worlds/yaml/scenario', undefined, { accept });
    expect(headers).toMatchObject({ 'content-type': 'application/yaml', vary: 'Accept' });
    expect(parse(text)).toEqual(json);
  });

  const ofJson = ['*/*', 'application/json', 'text/html,*/*;q=0.8', 'application/yaml;q=0.1,application/json'];
  test.each(ofJson)('is JSON for %s', async (accept) => {
    const { headers } = await server.api('GET', '/worlds/default/scenario', undefined, { accept });
    expect(headers['content-type']).toBe('application/json');
  });
});
