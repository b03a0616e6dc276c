/** The drill of a function, in worlds of one simulation. */
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium, type DrillResult, drill, type Vivarium, type VivariumWorld } from '../../../src/index.ts';
import { simulationOf } from '../../../src/library/simulation-of.ts';
import { documentOf, named, text } from '../../short-document.ts';

const vivarium = await createVivarium();
afterAll(() => vivarium.close());

const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
const list = (world: VivariumWorld): Promise<Response> => world.fetch('/v1/pets', { headers });
const create = (world: VivariumWorld): Promise<Response> =>
  world.fetch('/v1/pets', { method: 'POST', headers, body: JSON.stringify({ name: 'Maple', categoryId: 3 }) });

/** Two attempts. */
const twice = async (send: () => Promise<Response>): Promise<Response> => {
  try {
    const response = await send();
    return response.status < 429 ? response : await send();
  } catch {
    return send();
  }
};

const mustBe = async (response: Response, status: number): Promise<void> => {
  if (response.status !== status) throw new Error(`the status is ${response.status}`);
  await response.json();
};

const shortOf = ({ cases }: DrillResult): readonly string[] =>
  cases.map(({ case: name, outcome, attempts, findings }) => `${name} ${outcome} ${attempts} ${findings.join('+')}`);

test('a start with a fault that the client does not survive is called by its name', async () => {
  const own = await createVivarium({ scenario: { faults: ['unavailable'] } });
  onTestFinished(() => own.close());
  const result = drill(own, {}, async (world) => mustBe(await list(world), 200));
  await expect(result).rejects.toThrow(
    /before the drill set a fault; the start scenario has switched on unavailable\.[\s\S]*Name a scenario without faults/,
  );
});

test('tells what a client does under each fault', async () => {
  const faults = ['rate-limited', 'offline', '404', 'minimal', 'empty-list'];
  const result = await drill(vivarium, { faults }, async (world) => {
    await mustBe(await twice(() => list(world)), 200);
    await mustBe(await twice(() => create(world)), 201);
  });
  expect(shortOf(result)).toEqual([
    'listPets/rate-limited/once passed 2 retry-after',
    'listPets/rate-limited/always failed 2 retry-after+failed',
    'listPets/offline/once passed 2 ',
    'listPets/offline/always failed 2 failed',
    'listPets/404 failed 1 failed',
    'listPets/minimal passed 1 ',
    'listPets/empty-list passed 1 ',
    'createPet/rate-limited/once passed 2 retry-after',
    'createPet/rate-limited/always failed 2 retry-after+failed',
    'createPet/offline/once passed 2 repeated-write',
    'createPet/offline/always failed 2 repeated-write+failed',
    'createPet/404 failed 1 failed',
    // The schema leaves room, but the client does not send the optional property.
    'createPet/minimal not met 0 ',
  ]);
  expect(result.baseline).toMatchObject([
    { exitCode: 0, operations: { listPets: 1, createPet: 1 } },
    { exitCode: 0, operations: { listPets: 1, createPet: 1 } },
  ]);
  expect(result.stable).toBe(true);
  expect(result.notRun).toEqual([]);
  expect(result.cases.find((one) => one.case === 'createPet/offline/once')).toMatchObject({
    operation: 'createPet',
    fault: 'offline',
    when: 'once',
    exitCode: 0,
    signal: null,
    gapsMs: [expect.any(Number)],
    messages: [
      'createPet was sent again after its response was lost: 2 items of pets were created instead of one. Idempotency-Key is missing.',
    ],
    exchanges: [
      expect.stringMatching(/^\+0ms POST \/v1\/pets -> 201, lost$/),
      expect.stringMatching(/^\+\d+ms POST \/v1\/pets -> 201$/),
    ],
    repeat: 'drill(vivarium, { cases: ["createPet/offline/once"] }, work)',
  });
});

test('a function that does not end is hung', async () => {
  const result = await drill(
    vivarium,
    { cases: ['listPets/hang', 'createPet/401'], timeout: '300ms' },
    async (world) => {
      await list(world);
      await create(world);
    },
  );
  expect(shortOf(result)).toEqual(['listPets/hang/once hung 1 hung', 'createPet/401 passed 1 ']);
  expect(result.cases[0]).toMatchObject({ exitCode: null, signal: null });
});

test('a case that only waits for a hang keeps no other waiting', async () => {
  const cases = ['listPets/hang', 'createPet/401', 'listPets/401'];
  const others = new AbortController();
  let rejected = 0;
  const result = await drill(vivarium, { cases, jobs: 1, baseline: 1 }, async (world) => {
    // The first one waits until both of the others have run.
    const { signal } = others;
    const listed = await world.fetch('/v1/pets', { headers, signal }).catch(() => undefined);
    const created = await create(world);
    for (const response of [listed, created]) if (response?.status === 401 && ++rejected === 2) others.abort();
  });
  expect(shortOf(result)).toEqual([
    'listPets/hang/once passed 1 ',
    'listPets/401 passed 1 ',
    'createPet/401 passed 1 ',
  ]);
});

test('at most eight cases wait for a hang beside the one of the only job', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `get${index}`);
  const paths = Object.fromEntries(names.map((name) => [`/${name}`, { get: named(name, text) }]));
  const own = await createVivarium({ document: documentOf('Many', paths) });
  onTestFinished(() => own.close());
  const all = new AbortController();
  let [waiting, most] = [0, 0];
  await drill(own, { faults: ['hang'], jobs: 1, baseline: 1 }, async (world) => {
    most = Math.max(most, ++waiting);
    // Without the limit, all others would begin meanwhile.
    if (waiting === 9) setTimeout(() => all.abort(), 300);
    for (const name of names) await world.fetch(`/${name}`, { signal: all.signal }).catch(() => undefined);
    waiting--;
  });
  expect(most).toBe(9);
});

test('a function that goes on after its case reaches no other one', async () => {
  const cases = ['listPets/server-error/always', 'listPets/empty/once'];
  let stopped = false;
  const result = await drill(vivarium, { cases, timeout: '300ms', jobs: 1, baseline: 1 }, async (world) => {
    while (!stopped) {
      const response = await list(world).catch(() => undefined);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  stopped = true;
  expect(shortOf(result)).toEqual([
    expect.stringMatching(/^listPets\/server-error\/always hung \d+ (storm\+)?hung$/),
    'listPets/empty/once passed 2 ',
  ]);
});

test('a client that hangs up on a slow response and repeats a write has lost the response', async () => {
  const impatient = (world: VivariumWorld): Promise<Response> =>
    world.fetch('/v1/pets', {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Maple', categoryId: 3 }),
      signal: AbortSignal.timeout(200),
    });
  const result = await drill(vivarium, { cases: ['createPet/slow/once'] }, (world) => twice(() => impatient(world)));
  expect(shortOf(result)).toEqual(['createPet/slow/once passed 2 repeated-write']);
});

test('a reset by the client leaves the fault on', async () => {
  const result = await drill(vivarium, { cases: ['listPets/401'] }, async (world) => {
    world.reset();
    await list(world);
  });
  expect(shortOf(result)).toEqual(['listPets/401 passed 1 ']);
});

test('a fault of the scenario does not take precedence', async () => {
  const flaky = await createVivarium({ fault: ['server-error@createPet'] });
  const result = await drill(flaky, { cases: ['createPet/401'] }, async (world) => {
    if ((await create(world)).status === 401) throw new Error('401');
  });
  expect(shortOf(result)).toEqual(['createPet/401 failed 1 failed']);
  await flaky.close();
});

test('two different runs without a fault are reported', async () => {
  let runs = 0;
  const result = await drill(vivarium, { cases: ['listPets/401', 'createPet/401'] }, async (world) => {
    runs++;
    await (runs === 1 ? create(world) : list(world));
  });
  expect(result.stable).toBe(false);
  expect(shortOf(result)).toEqual(['listPets/401 passed 1 ', 'createPet/401 not met 0 ']);
});

test('the exchanges show no credential', async () => {
  const result = await drill(vivarium, { cases: ['listPets/401'] }, (world) =>
    world.fetch('/v1/pets?access_token=secret', { headers }),
  );
  expect(JSON.stringify(result)).not.toContain('secret');
});

test('the worlds are deleted afterwards, and those of others stay', async () => {
  const others = ['drill-2', 'drill-hall'];
  for (const name of others) await list(vivarium.world(name));
  await drill(vivarium, { cases: ['listPets/401'], baseline: 1 }, list);
  const open = [...(simulationOf(vivarium)?.worlds ?? [])].map(({ name }) => name);
  expect(open.filter((name) => name.startsWith('drill-'))).toEqual(others);
  for (const name of others) vivarium.world(name).close();
});

describe('a drill that can judge nothing is rejected', () => {
  test.each<[string, (world: VivariumWorld) => unknown, string]>([
    ['the function throws', () => Promise.reject(new Error('no lamp')), 'no lamp'],
    [
      'it throws after a request',
      (world) => list(world).then(() => Promise.reject(new Error('x'))),
      'although there was no fault',
    ],
    ['no request is sent', () => {}, 'The tests sent no request. Let the client use world.fetch'],
    ['the world is not used', () => list(vivarium.world()), 'without the prefix of the world'],
    ['no operation is called', (world) => world.fetch('/v1/other', { headers }), 'match no operation'],
  ])('if %s', async (_case, work, message) => {
    await expect(drill(vivarium, {}, work)).rejects.toThrow(message);
    await expect(drill(vivarium, {}, work)).rejects.toMatchObject({ problems: [{ code: 'VIV_DRILL_UNJUDGED' }] });
  });

  test('if the time limit is shorter than a run without a fault', async () => {
    const forever = new Promise(() => {});
    await expect(
      drill(vivarium, { timeout: '100ms' }, async (world) => {
        await list(world);
        await forever;
      }),
    ).rejects.toThrow('The tests did not end within 100ms, although there was no fault. Give them more time');
    await expect(drill(vivarium, { timeout: '50ms' }, () => forever)).rejects.toThrow(
      'The tests did not end within 50ms, and sent no request.',
    );
  });

  test.each<[object, string]>([
    [{ fault: ['slow'] }, 'unknown property "fault" of the options of drill. Did you mean "faults"?'],
    [{ faults: 'slow' }, 'option "faults" must be a list of names, not "slow"'],
    [{ faults: ['slwo'] }, 'option "faults": unknown fault "slwo". Did you mean "slow"?'],
    [{ operations: ['listPet'] }, 'option "operations": unknown operation "listPet". Did you mean "listPets"?'],
    [{ timeout: 5 }, 'option "timeout" must be a duration, not 5'],
    [{ jobs: 0 }, 'option "jobs" must be a number from 1 to 64, not 0'],
    [{ baseline: 0 }, 'option "baseline" must be a number from 1 to 100, not 0'],
  ])('if the options are %j', async (options, message) => {
    await expect(drill(vivarium, options, list)).rejects.toThrow(message);
  });

  test('if there is no function, or no simulation', async () => {
    await expect(drill(vivarium, {}, undefined as never)).rejects.toThrow('must be a function, not undefined');
    await expect(drill({} as Vivarium, {}, list)).rejects.toThrow('the first argument of drill must be a Vivarium');
  });

  test('if no further world can be opened', async () => {
    const small = await createVivarium({ maxWorlds: 1 });
    await expect(drill(small, {}, list)).rejects.toMatchObject({ problems: [{ code: 'VIV_WORLD_LIMIT' }] });
    await small.close();
  });
});
