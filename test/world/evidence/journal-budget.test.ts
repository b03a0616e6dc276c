/** The limits of a journal: in number, in bytes, and together with the journals of other worlds. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { Journal, JournalBudget } from '../../../src/world/evidence/journal.ts';
import { Worlds } from '../../../src/world/worlds.ts';
import { loadAnimalStore, requestOf, startOf } from '../../core/helpers.ts';
import fc from '../../fast-check.ts';

const exchangeOf = (id: number, bytes = 0): Exchange => ({
  id,
  world: 'test',
  at: 0,
  durationMs: 0,
  operation: undefined,
  request: requestOf('GET', '/', { body: new Uint8Array(bytes) }),
  response: { status: 200, headers: [], body: undefined },
  violations: [],
  faults: [],
  steps: [],
});

const idsOf = (journal: Journal): readonly number[] => journal.after(0).map(({ id }) => id);

describe('a journal', () => {
  test('drops its oldest exchanges beyond its bytes, and keeps the newest whatever its size', () => {
    const journal = new Journal({ entries: 100, bytes: 100_000 });
    for (let id = 1; id <= 10; id++) journal.add(exchangeOf(id, 20_000));
    expect(idsOf(journal)).toEqual([7, 8, 9, 10]);
    expect(journal.bytes).toBeLessThanOrEqual(100_000);
    journal.add(exchangeOf(11, 200_000));
    expect(idsOf(journal)).toEqual([11]);
    journal.add(exchangeOf(12));
    expect(idsOf(journal)).toEqual([12]);
  });

  test('keeps 16 MB by default', () => {
    const journal = new Journal({ entries: 1000 });
    for (let id = 1; id <= 400; id++) journal.add(exchangeOf(id, 60_000));
    expect(journal.bytes).toBeGreaterThan(15_000_000);
    expect(journal.bytes).toBeLessThanOrEqual(16_000_000);
  });

  test('contains the latest exchanges within both limits, and finds each by its number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 5000, max: 200_000 }),
        fc.array(
          fc.oneof(
            { weight: 20, arbitrary: fc.nat(10_000) },
            { weight: 40, arbitrary: fc.nat(100) },
            { weight: 1, arbitrary: fc.constant('clear') },
          ),
          { maxLength: 400, size: 'max' },
        ),
        (entries, bytes, steps) => {
          const journal = new Journal({ entries, bytes });
          let model: Exchange[] = [];
          let next = 1;
          for (const step of steps) {
            if (typeof step === 'string') {
              journal.clear();
              model = [];
              continue;
            }
            const exchange = exchangeOf(next++, step);
            journal.add(exchange);
            model = [...model, exchange].slice(-entries);
            while (model.length > 1 && sumOf(model) > bytes) model.shift();
          }
          expect(idsOf(journal)).toEqual(model.map(({ id }) => id));
          expect([...journal.newestFirst()]).toEqual(model.toReversed());
          expect([journal.size, journal.oldest, journal.bytes]).toEqual([model.length, model[0], sumOf(model)]);
          for (let id = 0; id <= next; id++) expect(journal.find(id)).toBe(model.find((one) => one.id === id));
          expect(journal.after(next - 3).map(({ id }) => id)).toEqual(
            model.map(({ id }) => id).filter((id) => id > next - 3),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('counts the sizes of the texts of its exchanges', () => {
    const bytesOf = (over: Partial<Exchange>): number => {
      const journal = new Journal({ entries: 1 });
      journal.add({ ...exchangeOf(1), ...over });
      return journal.bytes;
    };
    const empty = bytesOf({});
    const long = 'x'.repeat(10_000);
    const violation = { side: 'request', in: 'body', pointer: '', rule: '', message: long } as const;
    expect(bytesOf({ response: { status: 200, headers: [], body: long } }) - empty).toBe(10_000);
    expect(bytesOf({ response: { status: 200, headers: ['A', long], body: undefined } }) - empty).toBe(10_001);
    expect(bytesOf({ request: requestOf('GET', `/${long}`) }) - empty).toBeGreaterThanOrEqual(9_900);
    expect(bytesOf({ violations: [violation] }) - empty).toBeGreaterThanOrEqual(10_000);
    expect(bytesOf({ steps: [{ type: 'refused', status: 400, message: long }] }) - empty).toBeGreaterThanOrEqual(
      10_000,
    );
    expect(
      bytesOf({ request: requestOf('GET', '/', { headers: { a: long, b: [long, long] } }) }) - empty,
    ).toBeGreaterThanOrEqual(29_900);
  });
});

const sumOf = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, exchange) => {
    const alone = new Journal({ entries: 1 });
    alone.add(exchange);
    return sum + alone.bytes;
  }, 0);

describe('the journals of a server', () => {
  test('share a maximum size; the largest one drops its oldest exchanges first', () => {
    const budget = new JournalBudget(1_000_000);
    const [large, small] = [1, 2].map(() => new Journal({ entries: 1000, budget })) as [Journal, Journal];
    for (let id = 1; id <= 5; id++) small.add(exchangeOf(id, 20_000));
    for (let id = 1; id <= 200; id++) large.add(exchangeOf(id, 20_000));
    expect(budget.bytes).toBe(large.bytes + small.bytes);
    expect(budget.bytes).toBeLessThanOrEqual(1_000_000);
    expect(budget.bytes).toBeGreaterThan(900_000);
    expect(idsOf(small)).toEqual([1, 2, 3, 4, 5]);
    expect(idsOf(large).at(-1)).toBe(200);
    expect(budget.dropped).toBe(205 - small.size - large.size);
  });

  test('that are closed are not asked for room', () => {
    const budget = new JournalBudget(100_000);
    const [closed, open] = [1, 2].map(() => new Journal({ entries: 1000, budget })) as [Journal, Journal];
    closed.close();
    for (let id = 1; id <= 3; id++) closed.add(exchangeOf(id, 20_000));
    for (let id = 1; id <= 10; id++) open.add(exchangeOf(id, 20_000));
    expect(closed.size).toBe(3);
  });

  test('that grow equally drop equally', () => {
    const budget = new JournalBudget(1_000_000);
    const journals = Array.from({ length: 10 }, () => new Journal({ entries: 1000, budget }));
    for (let id = 1; id <= 100; id++) for (const journal of journals) journal.add(exchangeOf(id, 5000));
    const sizes = journals.map(({ size }) => size);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2);
    expect(budget.bytes).toBeLessThanOrEqual(1_000_000);
  });

  test('release their size when they are cleared, or their world is deleted', async () => {
    const service = await loadAnimalStore();
    const worlds = new Worlds(service, startOf(service), { maxWorlds: 10, journalLimit: 100 });
    const fill = (name: string): void => {
      for (let at = 0; at < 10; at++) worlds.open(name)?.handle(requestOf('GET', '/v1/pets'));
    };
    fill('a');
    fill('b');
    const bytes = worlds.journals.bytes;
    expect(bytes).toBe((worlds.get('a')?.journal.bytes ?? 0) * 2);
    worlds.get('a')?.reset();
    expect(worlds.journals.bytes).toBe(bytes / 2);
    worlds.delete('b');
    expect(worlds.journals.bytes).toBe(0);
  });
});

describe('of a body', () => {
  let service: Service;
  beforeAll(async () => {
    service = await loadAnimalStore();
  });
  const record = (body: string | Uint8Array): Exchange => {
    const worlds = new Worlds(service, startOf(service), { maxWorlds: 1, journalLimit: 1 });
    return worlds.open('test')?.handle(requestOf('POST', '/v1/pets', { body })).exchange as Exchange;
  };
  const keptOf = ({ request: { body } }: Exchange): number => (body.type === 'bytes' ? body.bytes.length : 0);

  test.each([
    ['64,000 bytes are kept', new Uint8Array(64_000), 64_000, undefined],
    ['no more than that', new Uint8Array(64_001), 64_000, 64_001],
    ['whole characters of two bytes', `x${'é'.repeat(40_000)}`, 63_999, 80_001],
    ['whole characters of three bytes', `xx${'€'.repeat(40_000)}`, 63_998, 120_002],
    ['whole characters of four bytes', `xx${'🦎'.repeat(20_000)}`, 63_998, 80_002],
    ['bytes that are not characters', new Uint8Array(70_000).fill(0x80), 63_997, 70_000],
  ])('%s', (_what, body, kept, whole) => {
    const exchange = record(body);
    expect([keptOf(exchange), exchange.fullBytes?.request]).toEqual([kept, whole]);
  });

  test('a string body is cut like bytes', () => {
    const worlds = new Worlds(service, startOf(service), { maxWorlds: 1, journalLimit: 1 });
    const body = { type: 'text', text: 'x'.repeat(70_000) } as const;
    const exchange = worlds.open('test')?.handle({ ...requestOf('POST', '/v1/pets'), body }).exchange as Exchange;
    expect([keptOf(exchange), exchange.fullBytes?.request]).toEqual([64_000, 70_000]);
  });
});
