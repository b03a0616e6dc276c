/** Mistakes of a caller, each with its error: what is wrong, where, and what to write. */
import { afterAll, describe, expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { describeValue } from '../../src/library/read-arguments.ts';

const vivarium = await createVivarium({ document: 'spec/animal-store.yaml' });
const world = vivarium.world('mistakes');
const pets = world.collection('pets');
afterAll(() => vivarium.close());

const message = async (call: () => unknown): Promise<string> => {
  try {
    await call();
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return 'no error';
};

describe('a mistake has an error', () => {
  test.each<[string, () => unknown, string]>([
    [
      'a path for the options',
      () => createVivarium('api.yaml' as never),
      'the options must be an object, not "api.yaml". Write createVivarium({ document: \'api.yaml\' }).',
    ],
    ['null for the options', () => createVivarium(null as never), 'the options must be an object, not null. Write'],
    [
      'a port for the options of listen',
      () => vivarium.listen(0 as never),
      'the options of listen must be an object, not 0. Write { port: 0 }.',
    ],
    [
      'an unknown option of listen',
      () => vivarium.listen({ prot: 0 } as never),
      'unknown property "prot" of the options of listen. Did you mean "port"?',
    ],
    [
      'an unknown option of middleware',
      () => vivarium.middleware({ controls: true } as never),
      'unknown property "controls" of the options of middleware. Did you mean "control"?',
    ],
    ['a number for a world', () => vivarium.world(7 as never), '7 is not a valid world name. A world name has'],
    ['no fault', () => world.fault(undefined as never), 'the name of a fault must be a text, not undefined'],
    [
      'a fault switched with a boolean',
      () => world.fault('slow', false as never),
      "the change of a fault must be an object, not false. Write world.fault('slow', { enabled: false }).",
    ],
    [
      'an unknown fault',
      () => world.fault('zzz' as 'slow'),
      'and the patch has no effect from which to create one. Give it one, such as { status: 503 }. The built-in faults are bad-request, ',
    ],
    [
      'an unknown filter',
      () => world.exchanges({ op: 'listPets' } as never),
      "unknown property \"op\" of the filter. Write { operation: 'createOrder', status: '4xx' }.",
    ],
    [
      'an operation in place of a filter',
      () => world.exchanges('listPets' as never),
      'the filter must be an object, not "listPets". Write',
    ],
    [
      'a function in place of a filter',
      () => world.waitForExchange((() => true) as never),
      'the filter must be an object, not a function. Write',
    ],
    [
      'a number in place of a timeout',
      () => world.waitForExchange({}, 10 as never),
      'the options of waitForExchange must be an object, not 10. Write { timeoutMs: 5000 }.',
    ],
    [
      'an unknown option of a wait',
      () => world.waitForExchange({}, { timeout: 10 } as never),
      'unknown property "timeout" of the options of waitForExchange.',
    ],
    [
      'a time in place of an object',
      () => world.clock.set('2030-01-01' as never),
      'the time must be an object, not "2030-01-01". Write { now: \'2030-06-01T00:00:00Z\' }.',
    ],
    [
      'an item in place of its id',
      () => pets.get({ id: 1 } as never),
      'the id of pets must be a number or a text, not {"id":1}',
    ],
    ['a wrong item', () => pets.put({ id: 1 }), 'the item of pets: name is required\nthe item of pets: categoryId'],
    ['a wrong item of several', () => pets.replace([{ id: 2 }]), 'the items of pets: [0].name is required'],
  ])('%s', async (_name, call, expected) => {
    expect(await message(call)).toContain(`ConfigError: `);
    expect(await message(call)).toContain(expected);
  });
});

test('after close, a world that was open can be read, and no other is opened', async () => {
  const own = await createVivarium({ document: 'spec/animal-store.yaml' });
  const used = own.world('used');
  await used.fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  await own.close();
  expect(used.exchanges()).toHaveLength(1);
  for (const call of [
    () => own.world('other').fault('slow'),
    () => own.world('other').collection('pets').items(),
    () => own.world('other').waitForExchange(),
    () => own.world('other').start({ scenario: 'empty' }),
  ])
    expect(await message(call)).toBe('ConfigError: this Vivarium is closed. Call close() after the last request.');
});

test('a value is shown in one short line', () => {
  const loop: Record<string, unknown> = {};
  loop.loop = loop;
  expect([Promise.resolve(), 5n, undefined, 'x'.repeat(100), loop].map(describeValue)).toEqual([
    'a promise, which needs await',
    '5',
    'undefined',
    `"${'x'.repeat(58)}…`,
    '[object Object]',
  ]);
});
