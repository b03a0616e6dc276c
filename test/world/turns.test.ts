/** Long lists take turns with other requests. */
import { scheduler } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { finishInTurns, nextTurn, runInTurns } from '../../src/world/turns.ts';
import { World } from '../../src/world/world.ts';
import { documentOf, readyService, requestOf, startOf } from '../core/helpers.ts';
import { integer, listOf, object, operation, text } from '../short-document.ts';

const things = listOf(object({ id: integer, name: text }));
const listBy = (parameter: object) =>
  documentOf({
    '/things': { get: operation(things, { parameters: [{ in: 'query', ...parameter }] }) },
  });

test.each([
  ['a sort that the client asks for', { name: 'sort', schema: { type: 'string' } }, '?sort=-name'],
  ['a sort that the document states', { name: 'sort', schema: { type: 'string', default: '-name' } }, ''],
])('%s lets others have their turn', async (_, parameter, query) => {
  const service = await readyService(listBy(parameter));
  const data = { things: Array.from({ length: 3000 }, (_, index) => ({ id: index + 1, name: `n${index % 100}` })) };
  const world = new World('default', service, startOf(service, { data }));
  // Each look at the clock finds that the turn is over.
  let seconds = 0;
  const clock = vi.spyOn(process, 'hrtime').mockImplementation(() => [seconds++, 0]);
  onTestFinished(() => clock.mockRestore());
  const request = requestOf('GET', `/things${query}`);
  const handled = runInTurns({ run: (scan) => world.handle(request, 0, scan) });
  expect(handled).toBeInstanceOf(Promise);
  const { reply } = await handled;
  expect(JSON.parse(String(reply.response.body))[0].name).toBe('n99');
});

test('what waits has its turn one after the other, and then nothing goes on', async () => {
  const { setImmediate } = globalThis;
  // They belong to the test, which holds them.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = vi.spyOn(scheduler, 'yield');
  onTestFinished(() => turns.mockRestore());
  const done: unknown[] = [];
  for (const one of [1, 2]) void nextTurn().then(() => done.push(one));
  for (const turn of ['a', 'b', 'c']) {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    done.push(turn);
  }
  expect(done).toEqual([1, 'a', 2, 'b', 'c']);
  expect([turns.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0]);
});

test('work in steps pauses only when its turn is over', async () => {
  let seconds = 0;
  const clock = vi.spyOn(process, 'hrtime').mockImplementation(() => [seconds, 0]);
  onTestFinished(() => clock.mockRestore());
  let others = 0;
  function* steps() {
    for (let step = 1; step <= 4; step++) {
      setImmediate(() => others++);
      if (step === 2) seconds++;
      yield;
    }
    return others;
  }
  expect(await finishInTurns(steps())).toBe(2);
});
