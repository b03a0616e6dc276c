/**
 * All delays follow the world's clock, whether it runs or is advanced. One story runs in real time with a short unit, and
 * with a clock that is advanced by a long one; in process and over a socket. Each run has the same responses in the same
 * order, each in the same step.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createVivarium,
  type Duration,
  type Vivarium,
  type VivariumOptions,
  type VivariumWorld,
} from '../src/index.ts';
import { waitFor } from './wait-for.ts';

/** The sunset of `GET /pets/{petId}` in the document. */
const sunset = Date.parse('2030-12-05T00:00:00Z');

/** All times are in units. Events are due half a unit after the start of a step, so that no step starts at an event. */
const scenarioOf = (unitMs: number, frozen: boolean): NonNullable<VivariumOptions['scenario']> => {
  const units = (count: number): Duration => `${count * unitMs}ms`;
  return {
    extends: 'default',
    clock: { at: new Date(sunset - 4.5 * unitMs).toISOString(), frozen },
    faults: [
      { name: 'late', on: { query: { status: 'sold' } }, latency: units(5.5) },
      { name: 'head-late', on: { query: { status: 'pending' } }, latency: units(0.5) },
      { name: 'drip', on: { query: { status: 'pending' } }, dribble: { chunks: 3, over: units(3) } },
      { name: 'deploy', on: { operation: 'createPet' }, when: { from: units(1.5), for: units(2) }, status: 503 },
    ],
  };
};

const post = 'POST /v1/pets';
const get = 'GET /v1/pets/1';
const sold = 'GET /v1/pets?status=sold&limit=1';
const pending = 'GET /v1/pets?status=pending&limit=1';

/** The requests at the start of each step. */
const steps = [[sold, post], [pending, post], [sold, post], [post, get], [post, get], [get], [], []];

/** The responses during each step. */
const story: readonly (readonly string[])[] = [
  [`${post}: 201, exchange 2`, `${post}: {"id":25,"name":"Maple","categoryId":3}`],
  [
    `${post}: 201, exchange 4`,
    `${post}: {"id":26,"name":"Maple","categoryId":3}`,
    // The deployment begins, and the previous response is dribbled.
    `${pending}: 200, exchange 3`,
  ],
  [`${post}: 503, exchange 6`, expect.stringContaining('"status":503'), `${pending}: [{"id":2,"name":"Bis`],
  [
    `${post}: 503, exchange 7`,
    expect.stringContaining('"status":503'),
    `${get}: 200, exchange 8`,
    `${get}: {"id":1,"name":"Luna","categoryId":1,"status":"available"}`,
    `${pending}: cuit","categoryId":2,`,
  ],
  [
    `${post}: 201, exchange 9`,
    `${post}: {"id":27,"name":"Maple","categoryId":3}`,
    `${get}: 200, exchange 10`,
    `${get}: {"id":1,"name":"Luna","categoryId":1,"status":"available"}`,
    `${pending}: "status":"pending"}]`,
  ],
  [
    // The sunset was half a unit ago.
    `${get}: 404, exchange 11`,
    expect.stringContaining('was removed on 2030-12-05'),
    `${sold}: 200, exchange 1`,
    `${sold}: [{"id":3,"name":"Otto","categoryId":1,"status":"sold"}]`,
  ],
  [],
  [`${sold}: 200, exchange 5`, `${sold}: [{"id":3,"name":"Otto","categoryId":1,"status":"sold"}]`],
];

const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
const isHeldBack = (request: string): boolean => request === sold || request === pending;

const ask = (call: typeof fetch, request: string): Promise<Response> => {
  const [method = '', path = ''] = request.split(' ');
  return call(path, { method, headers, body: method === 'POST' ? '{"name":"Maple","categoryId":3}' : null });
};

/** Independent of the current test, unlike `expect.poll`: some tests run concurrently. */
const until = (condition: () => boolean): Promise<void> => waitFor(() => expect(condition()).toBe(true), 1);

/** Runs the story; `move` lets one unit pass after the step of this number. */
const tell = async (
  world: VivariumWorld,
  call: typeof fetch,
  move: (step: number, told: readonly (readonly string[])[]) => Promise<void>,
): Promise<readonly (readonly string[])[]> => {
  const told: string[][] = [];
  const log = (line: string): void => {
    told.at(-1)?.push(line);
  };
  const send = async (request: string): Promise<void> => {
    const response = await ask(call, request);
    log(`${request}: ${response.status}, exchange ${response.headers.get('vivarium-exchange')}`);
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) log(`${request}: ${decoder.decode(chunk, { stream: true })}`);
  };
  const answers: Promise<void>[] = [];
  let sent = 0;
  for (const [step, requests] of steps.entries()) {
    told.push([]);
    for (const request of requests) {
      const answer = send(request);
      answers.push(answer);
      sent++;
      if (!isHeldBack(request)) await answer;
      else await until(() => world.exchanges().length === sent);
    }
    await move(step, told);
  }
  await Promise.all(answers);
  return told;
};

/** Lets real time pass: the steps start at equal intervals, however long a step's own work takes. */
const wait = (unitMs: number): Parameters<typeof tell>[2] => {
  const start = performance.now();
  return (step) => setTimeout(start + (step + 1) * unitMs - performance.now()).then(() => {});
};

/** Advances the clock, and waits for the released responses. */
const advance =
  (world: VivariumWorld, unitMs: number): Parameters<typeof tell>[2] =>
  async (step, told) => {
    world.clock.advance(`${unitMs}ms`);
    await until(() => told[step]?.length === story[step]?.length);
  };

const short = 200;
const long = 3_600_000;
let vivariums: readonly Vivarium[] = [];
const open = async (unitMs: number, frozen: boolean): Promise<Vivarium> => {
  const vivarium = await createVivarium({ scenario: scenarioOf(unitMs, frozen) });
  vivariums = [...vivariums, vivarium];
  return vivarium;
};

let real: Vivarium;
let still: Vivarium;
let running: Vivarium;
beforeAll(async () => {
  real = await open(short, false);
  still = await open(long, true);
  running = await open(long, false);
  // The first call compiles checks, which takes time that is not part of the story.
  for (const request of [post, get]) await ask(real.world('first').fetch, request);
});
afterAll(() => Promise.all(vivariums.map((vivarium) => vivarium.close())));

const inProcess = (world: VivariumWorld): typeof fetch => world.fetch;
const onSocket = async (vivarium: Vivarium, name: string): Promise<typeof fetch> => {
  const { url } = await vivarium.listen({ port: 0 });
  return (path, init) => fetch(`${url}/~${name}${path}`, init);
};

// If the machine stalls for longer than half a unit, the order differs in real time: the test is retried.
let telling = 0;
test.concurrent('in real time, in process', { retry: 3 }, async () => {
  const world = real.world(`process-${++telling}`);
  world.reset();
  expect(await tell(world, inProcess(world), wait(short))).toEqual(story);
});

test.concurrent('in real time, over a socket', { retry: 3 }, async () => {
  const world = real.world(`socket-${++telling}`);
  const call = await onSocket(real, world.name);
  world.reset();
  expect(await tell(world, call, wait(short))).toEqual(story);
});

test('with a frozen clock that is advanced, in process', async () => {
  const world = still.world('process');
  expect(await tell(world, inProcess(world), advance(world, long))).toEqual(story);
});

test('with a frozen clock that is advanced, over a socket', async () => {
  const world = still.world('socket');
  expect(await tell(world, await onSocket(still, 'socket'), advance(world, long))).toEqual(story);
});

test('with a running clock that is advanced, in process', async () => {
  const world = running.world('process');
  expect(await tell(world, inProcess(world), advance(world, long))).toEqual(story);
});

test('with a running clock that is advanced, over a socket', async () => {
  const world = running.world('socket');
  expect(await tell(world, await onSocket(running, 'socket'), advance(world, long))).toEqual(story);
});

test('one advance past all delays releases the responses in the order of their times', async () => {
  const world = still.world('order');
  world.fault('slow', { on: { operation: 'getPet' }, latency: '1h' });
  const order: string[] = [];
  const answers = [sold, get].map((request) =>
    world.fetch(request.replace('GET ', ''), { headers }).then(() => order.push(request)),
  );
  await until(() => world.exchanges().length === 2);
  world.clock.advance('1d');
  await Promise.all(answers);
  expect(order).toEqual([get, sold]);
});

test.each([
  ['in process', false],
  ['over a socket', true],
])('one advance past the latency and the dribble of a response releases all of it, %s', async (_, isOverSocket) => {
  const world = still.world(`leap-${isOverSocket}`);
  const call = isOverSocket ? await onSocket(still, world.name) : inProcess(world);
  const answer = call('/v1/pets?status=pending&limit=1', { headers }).then((response) => response.json());
  await until(() => world.exchanges().length === 1);
  world.clock.advance('1d');
  expect(await answer).toHaveLength(1);
});
