/** Long lists take turns with other requests. */
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
  const world = new World('default', service, startOf(service, { data }), 5);
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
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const done: number[] = [];
  for (const one of [1, 2]) void nextTurn().then(() => done.push(one));
  await vi.advanceTimersToNextTimerAsync();
  expect(done).toEqual([1]);
  await vi.advanceTimersToNextTimerAsync();
  expect([done, vi.getTimerCount()]).toEqual([[1, 2], 0]);
});

test('work in steps pauses only when its turn is over', async () => {
  let seconds = 0;
  const clock = vi.spyOn(process, 'hrtime').mockImplementation(() => [seconds, 0]);
  onTestFinished(() => clock.mockRestore());
  let others = 0;
  function* steps() {
    for (let step = 1; step <= 4; step++) {
      setTimeout(() => others++, 0);
      if (step === 2) seconds++;
      yield;
    }
    return others;
  }
  expect(await finishInTurns(steps())).toBe(2);
});
