/** Responses that another server of a store holds back, on a server that hears no more of that one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Exchange } from '../../src/core/exchange.ts';
import { Clock } from '../../src/world/clock.ts';
import { HeldElsewhere, Underway } from '../../src/world/underway.ts';
import { World } from '../../src/world/world.ts';
import type { Command } from '../../src/world/world-command.ts';
import { loadAnimalStore, requestOf, startOf } from '../core/helpers.ts';

const hour = 3_600_000;
const graceMs = 5000;

const service = await loadAnimalStore();

/** Two servers. What is called on `one` happens there, and `two` follows. */
let one: World;
let two: World;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1), toFake: ['Date', 'hrtime'] });
  const start = startOf(service, { clock: { at: '2030-06-01T00:00:00Z', frozen: true } });
  one = new World('default', service, start);
  two = new World('default', service, start);
});
afterEach(() => {
  vi.useRealTimers();
});

const share = (act: () => unknown): readonly Command[] => {
  one.beginDraft();
  act();
  const draft = one.takeDraft();
  if (draft === undefined) throw new Error('there is no draft');
  one.commitDraft(draft);
  for (const command of draft.commands) two.follow(copyOf(command));
  return draft.commands;
};

/** As it arrives: with an exchange of its own. */
const copyOf = (command: Command): Command =>
  command.type === 'handled' ? { ...command, exchange: { ...command.exchange } } : command;

const hold = (prefer: string): void =>
  void share(() => one.handle(requestOf('GET', '/v1/pets', { headers: { prefer } })));
const held = (): readonly number[] => two.records.held.map(({ exchange }) => exchange.id);

test('is dropped some seconds after the end of its delay, also if the clock is frozen', () => {
  const lost: number[] = [];
  two.subscribe((event) => event.type === 'exchange' && lost.push(event.exchange.id));
  hold('delay=1h');
  vi.advanceTimersByTime(hour + graceMs - 1);
  expect(held()).toEqual([1]);
  expect(lost).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(held()).toEqual([]);
  expect(lost).toEqual([1]);
  expect(two.deliveredUpTo).toBe(1);
});

test('is dropped some seconds after the clock passed its time', () => {
  hold('delay=1h');
  share(() => one.setClock({ now: one.clock.now() + hour - 1 }));
  vi.advanceTimersByTime(graceMs);
  expect(held()).toEqual([1]);
  share(() => one.setClock({ now: one.clock.now() + 1 }));
  expect(held()).toEqual([1]);
  vi.advanceTimersByTime(graceMs);
  expect(held()).toEqual([]);
});

test('is dropped some seconds after it was released', () => {
  hold('delay=1h');
  hold('delay=1h');
  share(() => one.release(two.records.held.slice(0, 1)));
  expect(held()).toEqual([1, 2]);
  vi.advanceTimersByTime(graceMs);
  expect(held()).toEqual([2]);
});

test('is no longer there as soon as the other server has delivered it', () => {
  hold('delay=1h');
  const [{ exchange } = { exchange: undefined }] = two.records.held;
  if (exchange === undefined) throw new Error('nothing is held');
  share(() => one.noteDelivered({ ...exchange, durationMs: 77 }));
  expect(held()).toEqual([]);
  expect(two.journal.find(1)?.durationMs).toBe(77);
});

test('responses under way are found by their number, whichever of them were delivered', () => {
  const exchanges = Array.from({ length: 8 }, (_, at) => ({ id: at + 1 }) as Exchange);
  const underway = new Underway();
  for (const exchange of exchanges) underway.add(exchange);
  const left = [...exchanges];
  for (const id of [1, 2, 5, 3, 8, 4, 7, 6]) {
    const exchange = exchanges[id - 1] as Exchange;
    expect([underway.first, underway.find(id), underway.has(exchange)]).toEqual([left[0], exchange, true]);
    expect([underway.remove(exchange), underway.remove(exchange)]).toEqual([true, false]);
    left.splice(left.indexOf(exchange), 1);
    expect([underway.all, underway.find(id), underway.has({ id } as Exchange)]).toEqual([left, undefined, false]);
  }
  expect(underway.first).toBeUndefined();
  underway.add({ id: 9 } as Exchange);
  expect(underway.first).toEqual({ id: 9 });
  underway.clear();
  expect([underway.all, underway.first]).toEqual([[], undefined]);
});

test('a response that takes long to be transferred is lost later, and one that is never delivered after an hour', () => {
  const held = new HeldElsewhere(new Clock({ at: 0, frozen: true }));
  const [due, never, past] = [1, 2, 3].map((id) => ({ id }) as Exchange) as [Exchange, Exchange, Exchange];
  held.add(due, 1000, 60_000);
  held.add(never, null);
  held.add(past, -1000);
  expect([due, never, past].map((exchange) => held.dueOf(exchange))).toEqual([1000, undefined, -1000]);
  vi.advanceTimersByTime(graceMs);
  expect(held.takeLost()).toEqual([past]);
  vi.advanceTimersByTime(60_999);
  expect(held.takeLost()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(held.takeLost()).toEqual([due]);
  vi.advanceTimersByTime(hour);
  expect([held.takeLost(), held.takeLost(), held.remove(due)]).toEqual([[never], [], false]);
});

test('a response under way is found after all before it were delivered, and only those that are left are kept', () => {
  const underway = new Underway();
  for (let id = 1; id <= 5; id++) {
    const exchange = { id } as Exchange;
    underway.add(exchange);
    expect([underway.find(id), underway.first, underway.all]).toEqual([exchange, exchange, [exchange]]);
    expect([underway.remove(exchange), underway.find(id)]).toEqual([true, undefined]);
  }
});

test('the release of a response that is never delivered changes nothing, and that of another neither', () => {
  const held = new HeldElsewhere(new Clock({ at: 0, frozen: true }));
  const [never, late] = [{ id: 1 }, { id: 2 }] as [Exchange, Exchange];
  held.add(never, null);
  held.add(late, 3_000_000);
  for (const exchange of [never, { id: 3 } as Exchange]) held.noteRelease(exchange);
  held.noteClock();
  vi.advanceTimersByTime(graceMs);
  expect(held.takeLost()).toEqual([]);
  held.noteRelease(late);
  vi.advanceTimersByTime(graceMs);
  expect(held.takeLost()).toEqual([late]);
});
