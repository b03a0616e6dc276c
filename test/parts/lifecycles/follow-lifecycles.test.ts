import { expect, onTestFinished, test, vi } from 'vitest';
import type { ScenarioDocument } from '../../../src/index.ts';
import { Clock } from '../../../src/world/clock.ts';
import { exportsDocument, named, seconds, send, simulate, start, steps, withStatus } from './exports.ts';

const lifecycle = { exports: [{ property: 'status', steps }] } as unknown as ScenarioDocument['lifecycles'];
const read = (world: Parameters<typeof send>[0]) => send(world, 'GET', '/exports/1');

test('a new item begins with the first value, and goes on as time goes by', async () => {
  const world = (await simulate(lifecycle)).world();
  expect(await send(world, 'POST', '/exports', { name: 'a' })).toMatchObject({ id: 1, status: 'queued' });
  world.clock.advance('1999ms');
  expect(await read(world)).toMatchObject({ status: 'queued' });
  world.clock.advance('1ms');
  expect(await read(world)).toMatchObject({ status: 'running', startedAt: seconds(2) });
  world.clock.advance('10s');
  expect(world.collection('exports').get(1)).toEqual({
    ...{ id: 1, name: 'a', status: 'done', startedAt: seconds(2), finishedAt: seconds(12) },
    url: 'https://files.example.com/1.csv',
  });
});

test('a step happens at its due time, however late somebody looks', async () => {
  const world = (await simulate(lifecycle)).world();
  await send(world, 'POST', '/exports', {});
  world.clock.advance('1h');
  expect(await read(world)).toMatchObject({ status: 'done', startedAt: seconds(2), finishedAt: seconds(12) });
});

test('an item that is created at a step goes on from there, and one at no step stays', async () => {
  const world = (await simulate(lifecycle)).world();
  await send(world, 'POST', '/exports', { id: 1, status: 'running' });
  await send(world, 'POST', '/exports', { id: 2, status: 'cancelled' });
  world.clock.advance('10s');
  expect(world.collection('exports').items()).toMatchObject([{ status: 'done' }, { status: 'cancelled' }]);
});

test('whoever changes the property ends the lifecycle, or takes it up again', async () => {
  const world = (await simulate(lifecycle)).world();
  await send(world, 'POST', '/exports', {});
  expect(await send(world, 'POST', '/exports/1/cancel')).toMatchObject({ status: 'cancelled' });
  world.clock.advance('1h');
  expect(await read(world)).toMatchObject({ status: 'cancelled' });
  world.collection('exports').put({ id: 1, status: 'running' });
  world.clock.advance('9s');
  expect(await read(world)).toMatchObject({ status: 'running' });
  // Writing the same value changes nothing.
  await send(world, 'PUT', '/exports/1', { id: 1, status: 'running', name: 'b' });
  world.clock.advance('1s');
  expect(await read(world)).toMatchObject({ status: 'done', name: 'b' });
});

test('items of the start data take part from the start of the world', async () => {
  const data = {
    exports: [
      { id: 1, status: 'queued' },
      { id: 2, status: 'done' },
      { id: 3, status: 'failed' },
    ],
  };
  const world = (await simulate(lifecycle, { data })).world();
  world.clock.advance('12s');
  expect(world.collection('exports').items()).toMatchObject([
    { status: 'done' },
    { status: 'done' },
    { status: 'failed' },
  ]);
  world.reset();
  expect(await read(world)).toMatchObject({ status: 'queued' });
  world.clock.advance('2s');
  expect(await read(world)).toMatchObject({ status: 'running' });
});

test('items that replace those of a collection go on from their steps', async () => {
  const world = (await simulate(lifecycle)).world();
  await send(world, 'POST', '/exports', {});
  world.clock.advance('1s');
  world.collection('exports').replace([
    { id: 1, status: 'done' },
    { id: 2, status: 'queued' },
    { id: 3, status: 'cancelled' },
  ]);
  world.clock.advance('1s');
  expect(world.collection('exports').get(2)).toMatchObject({ status: 'queued' });
  world.clock.advance('1s');
  const shown = world.collection('exports').items();
  expect(shown).toMatchObject([
    { status: 'done' },
    { status: 'running', startedAt: seconds(3) },
    { status: 'cancelled' },
  ]);
});

test('the set of the first step applies at creation', async () => {
  const first = [
    { is: 'queued', for: '1s', set: { attempts: 1 } },
    { is: 'running', for: '1s', set: { attempts: { $add: 2 } } },
    { is: 'done' },
  ];
  const world = (await simulate({ exports: [{ steps: first }] })).world();
  expect(await send(world, 'POST', '/exports', {})).toMatchObject({ status: 'queued', attempts: 1 });
  world.clock.advance('1s');
  expect(await read(world)).toMatchObject({ status: 'running', attempts: 3 });
});

test('an item that is stored without a request begins too', async () => {
  const world = (await simulate(lifecycle, { document: exportsDocument(named) })).world();
  world.collection('exports').put({ id: 4, status: 'queued' });
  world.clock.advance('2s');
  expect(world.collection('exports').get(4)).toMatchObject({ status: 'running' });
});

test('reads of the item go on too: the one that completes them shows the old value', async () => {
  const polled = [{ is: 'queued', polls: 3 }, { is: 'running', for: '5s' }, { is: 'done' }];
  const world = (await simulate({ exports: [{ steps: polled }] })).world();
  await send(world, 'POST', '/exports', {});
  for (const _ of [1, 2]) expect(await read(world)).toMatchObject({ status: 'queued' });
  // Neither a list nor skipped work is a poll, and nor is the library.
  await send(world, 'GET', '/exports');
  await world.fetch('/exports/1', { headers: { Prefer: 'code=503' } });
  expect(world.collection('exports').get(1)).toMatchObject({ status: 'queued' });
  expect(await read(world)).toMatchObject({ status: 'queued' });
  expect(await read(world)).toMatchObject({ status: 'running' });
  world.clock.advance('5s');
  expect(await read(world)).toMatchObject({ status: 'done' });
});

test('with a time and reads, whichever comes first leads on', async () => {
  const both = [{ is: 'queued', polls: 2, for: '2s' }, { is: 'done' }];
  const world = (await simulate({ exports: [{ steps: both }] })).world();
  await send(world, 'POST', '/exports', { id: 1 });
  await send(world, 'POST', '/exports', { id: 2 });
  for (const _ of [1, 2]) await read(world);
  expect(world.collection('exports').items()).toMatchObject([{ status: 'done' }, { status: 'queued' }]);
  world.clock.advance('2s');
  expect(world.collection('exports').items()).toMatchObject([{ status: 'done' }, { status: 'done' }]);
});

test.each([
  ['failed', 'failed'],
  ['stuck', 'running'],
] as const)('the fault lifecycle: %s lets what the request creates end as %s', async (end, status) => {
  const world = (await simulate(lifecycle)).world();
  world.fault('end', { lifecycle: end, on: { operation: 'createExport' } });
  await send(world, 'POST', '/exports', {});
  world.fault('end', { enabled: false });
  await send(world, 'POST', '/exports', {});
  world.clock.advance('1h');
  const [first, second] = world.collection('exports').items();
  expect(first).toMatchObject({ status, startedAt: seconds(2) });
  expect(first).not.toHaveProperty('url');
  expect(second).toMatchObject({ status: 'done' });
  expect(world.exchanges({ fault: 'end' })).toHaveLength(1);
});

test('jobs-fail is built in, and counts only where something with a lifecycle is created', async () => {
  const world = (await simulate(lifecycle)).world();
  world.fault('jobs-fail');
  await send(world, 'GET', '/exports');
  await send(world, 'POST', '/exports', {});
  expect(world.fault('jobs-fail', {})).toMatchObject({ group: 'lifecycle' });
  world.clock.advance('1h');
  expect(await read(world)).toMatchObject({ status: 'failed' });
  expect(world.exchanges({ fault: 'jobs-fail' }).map(({ method }) => method)).toEqual(['POST']);
});

test('a saved world goes on where it was', async () => {
  const vivarium = await simulate(lifecycle);
  const world = vivarium.world();
  await send(world, 'POST', '/exports', {});
  world.clock.advance('5s');
  const saved = world.save();
  expect(saved.resume?.lifecycles).toEqual([
    { collection: 'exports', key: '1', property: 'status', since: seconds(2) },
  ]);
  expect(saved.lifecycles).toEqual(lifecycle);
  const other = vivarium.world('other');
  other.start({ inline: saved });
  other.clock.advance('6999ms');
  expect(await read(other)).toMatchObject({ status: 'running' });
  other.clock.advance('1ms');
  expect(await read(other)).toMatchObject({ status: 'done', finishedAt: seconds(12) });
});

test('an ended lifecycle does not begin again in a saved world', async () => {
  const vivarium = await simulate(lifecycle);
  const world = vivarium.world();
  world.fault('end', { lifecycle: 'stuck' });
  await send(world, 'POST', '/exports', {});
  world.clock.advance('1h');
  const other = vivarium.world('other');
  other.start({ inline: world.save() });
  other.clock.advance('1h');
  expect(await read(other)).toMatchObject({ status: 'running' });
});

test('steps are changes of the data, and no exchanges', async () => {
  const world = (await simulate(lifecycle, { data: { exports: [{ id: 1, status: 'queued' }] } })).world();
  world.clock.advance('12s');
  expect(world.exchanges()).toEqual([]);
  expect(world.diff()).toMatchObject([
    { collection: 'exports', id: 1, before: { status: 'queued' }, after: { status: 'done' } },
  ]);
});

test('a job goes on by itself, unless its creation can set the status, or the document says otherwise', async () => {
  const document = exportsDocument(named);
  const world = (await simulate(undefined, { document })).world();
  expect(await send(world, 'POST', '/exports', { name: 'a' })).toMatchObject({ status: 'queued' });
  world.clock.advance('2s');
  expect(await read(world)).toMatchObject({ status: 'running' });
  world.clock.advance('2s');
  expect(await read(world)).toMatchObject({ status: 'done' });
  for (const still of [exportsDocument(withStatus), exportsDocument(named, { 'x-vivarium': { lifecycle: false } })]) {
    const other = (await simulate(undefined, { document: still })).world();
    const { status } = await send(other, 'POST', '/exports', {});
    other.clock.advance('1h');
    expect(await read(other)).toMatchObject({ status: status as string });
  }
});

test.each([
  ['a list of steps', steps],
  ['a map', { property: 'status', steps }],
])('x-vivarium states it as %s, and the scenario goes before it', async (_name, stated) => {
  const document = exportsDocument(named, { 'x-vivarium': { lifecycle: stated } });
  const world = (await simulate(undefined, { document })).world();
  await send(world, 'POST', '/exports', {});
  world.clock.advance('12s');
  expect(await read(world)).toMatchObject({ status: 'done', startedAt: seconds(2), finishedAt: seconds(12) });
  const quick = [{ is: 'queued', for: '1s' }, { is: 'failed' }];
  const other = (await simulate({ exports: [{ steps: quick }] }, { document })).world();
  await send(other, 'POST', '/exports', {});
  other.clock.advance('1s');
  expect(await read(other)).toMatchObject({ status: 'failed' });
});

test('a frozen clock moves nothing, and a running one does', async () => {
  const quick = [{ is: 'queued', for: '20ms' }, { is: 'done' }];
  const vivarium = await simulate({ exports: [{ steps: quick }] });
  const frozen = vivarium.world();
  await send(frozen, 'POST', '/exports', {});
  const running = vivarium.world('running');
  running.start({ clock: start });
  await send(running, 'POST', '/exports', {});
  await expect.poll(() => running.collection('exports').get(1)).toMatchObject({ status: 'done' });
  expect(frozen.collection('exports').get(1)).toMatchObject({ status: 'queued' });
});

test('ten thousand steps that are due at once happen in turns', async () => {
  const data = { exports: Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, status: 'queued' })) };
  const quick = [{ is: 'queued', for: '1h' }, { is: 'done' }];
  const vivarium = await simulate({ exports: [{ steps: quick }] }, { data });
  const world = vivarium.world();
  const other = vivarium.world('other');
  await send(other, 'GET', '/exports/1');
  world.clock.advance('1d');
  expect(world.collection('exports').get(1)).toMatchObject({ status: 'done' });
  const waits: number[] = [];
  const isDone = () => (world.collection('exports').get(10_000) as { status: string }).status === 'done';
  for (let turn = 0; turn < 1000 && !isDone(); turn++) {
    const before = performance.now();
    await send(other, 'GET', '/exports/1');
    waits.push(performance.now() - before);
  }
  expect(isDone()).toBe(true);
  expect(waits.length).toBeGreaterThan(1);
});

test('what is due is done by one timer, however many read meanwhile', async () => {
  const holds = vi.spyOn(Clock.prototype, 'hold');
  onTestFinished(() => holds.mockRestore());
  const data = { exports: Array.from({ length: 5000 }, (_, index) => ({ id: index + 1, status: 'queued' })) };
  const vivarium = await simulate({ exports: [{ steps: [{ is: 'queued', for: '1h' }, { is: 'done' }] }] }, { data });
  const world = vivarium.world();
  await send(world, 'GET', '/exports/1');
  holds.mockClear();
  world.clock.advance('1d');
  for (const _ of [1, 2, 3]) await send(world, 'GET', '/exports/1');
  expect(holds).toHaveBeenCalledOnce();
});

test('a thousand steps are done before anybody reads, also after a turn that was too short for them', async () => {
  const data = { exports: Array.from({ length: 1000 }, (_, index) => ({ id: index + 1, status: 'queued' })) };
  const vivarium = await simulate({ exports: [{ steps: [{ is: 'queued', for: '1h' }, { is: 'done' }] }] }, { data });
  const world = vivarium.world();
  await send(world, 'GET', '/exports/1');
  // Each look at the time takes longer than a turn.
  let [seconds] = process.hrtime();
  vi.spyOn(process, 'hrtime').mockImplementation(() => {
    seconds++;
    return [seconds, 0];
  });
  onTestFinished(() => void vi.restoreAllMocks());
  world.clock.advance('1d');
  expect(await send(world, 'GET', '/exports/1000')).toMatchObject({ status: 'done' });
});
