/** The properties of the shipped document, for one with nested items, envelopes, cursors and singletons. */
import { expect, test } from 'vitest';
import { type Json, type JsonObject, stringifyJson } from '../../src/core/primitives/json.ts';
import fc from '../fast-check.ts';
import { asJson, type Got, int64, type Live, serve } from './live.ts';
import { nestedDocument } from './nested-document.ts';

const start = { clock: { at: '2030-06-01T00:00:00Z', frozen: true }, seed: 11 };
const teams = ['red team', 'b,lue', 'ünï/team'];
const scenario = {
  data: {
    teams: teams.map((id) => ({ id, name: id })),
    tasks: teams.slice(0, 2).map((teamId, at) => ({ id: at + 1, teamId, title: 'first', points: 1 })),
  },
};

interface Step {
  readonly method: string;
  /** `{team}` and `{cursor}`: the last created team, and the last received cursor. */
  readonly target: string;
  readonly body?: JsonObject;
}

const team = fc.constantFrom(...teams.map(encodeURIComponent), '{team}', '{team}', 'none');
const title = fc.constantFrom('', 'first', '😀', 'b');
const points = fc.oneof(fc.bigInt(int64).map(asJson), fc.nat(3), fc.constant('no number'));
const at = (method: string, rest: fc.Arbitrary<string>, body?: fc.Arbitrary<JsonObject>): fc.Arbitrary<Step> =>
  fc
    .tuple(team, rest, body ?? fc.constant(undefined))
    .map(([id, path, said]) => ({ method, target: `/teams/${id}${path}`, ...(said && { body: said }) }));

const task = fc.integer({ min: 0, max: 6 }).map((id) => `/tasks/${id}`);
const ofTask = fc.record({ title, points, state: fc.constantFrom('open', 'done', 'odd') }, { requiredKeys: [] });
const listed = fc.constantFrom('', '?per_page=2', '?page=2&per_page=1', '?state=done', '?sort=-points&per_page=3');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  title.map((name) => ({ method: 'POST', target: '/teams', body: { name } })),
  fc
    .constantFrom('', '?limit=1', '?limit=2', '?limit=2&cursor={cursor}', '?cursor={cursor}', '?name=b', '?cursor=none')
    .map((query) => ({ method: 'GET', target: `/teams${query}` })),
  at('GET', fc.constantFrom('', '/settings')),
  at('DELETE', fc.constantFrom('')),
  at(
    'PATCH',
    fc.constant('/settings'),
    fc.record({ color: fc.constantFrom('red', 'green'), limit: fc.nat(2) }, { requiredKeys: [] }),
  ),
  at(
    'GET',
    listed.map((query) => `/tasks${query}`),
  ),
  at('POST', fc.constant('/tasks'), ofTask),
  at('POST', fc.constant('/tasks'), ofTask),
  at('GET', task),
  at('PATCH', task, ofTask),
  at('DELETE', task),
  at(
    'GET',
    task.map((path) => `${path}/notes`),
  ),
  at(
    'POST',
    task.map((path) => `${path}/notes`),
    fc.record({ text: title, points }),
  ),
);
const steps = (minLength: number, step = anyStep) => fc.array(step, { minLength, maxLength: 30, size: 'max' });
/**
 * A cursor has the position of a team among all teams ever created, and a scenario has only the present teams: after a
 * deletion, the copy of a world has other cursors.
 */
const keepsTeams = anyStep.filter(({ method, target }) => method !== 'DELETE' || target.includes('/tasks/'));

/** A client of one world, which continues with received values. */
const createPlayer = ({ send }: Live, world: string, given = { team: 'none', cursor: '' }) => {
  const play = async ({ method, target, body }: Step): Promise<Got> => {
    const got = await send({
      method,
      target: target.replace('{team}', given.team).replace('{cursor}', encodeURIComponent(given.cursor)),
      // By header: a prefix would be in links.
      headers: { 'vivarium-world': world, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body }),
    });
    const said = (got.body ?? {}) as JsonObject;
    if (method === 'POST' && target === '/teams') given.team = encodeURIComponent(String(said.id));
    if (typeof said.next_cursor === 'string') given.cursor = said.next_cursor;
    return got;
  };
  return { play, given };
};

/** Without the differences between worlds. */
const comparable = ({ status, headers: { 'vivarium-world': _world, ...headers }, text }: Got) => ({
  status,
  headers,
  text,
});

const openWorld = async ({ send }: Live, world: string, document: JsonObject): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const opened = await send({ method: 'PUT', target: `/_vivarium/api/worlds/${world}`, headers, body: document });
  expect(opened.status, opened.text).toBe(201);
};

test('a saved world continues identically, byte for byte', async () => {
  const live = await serve({ document: nestedDocument });
  let run = 0;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps(0, keepsTeams), steps(8), async (before, after) => {
      const [one, other] = [`one-${++run}`, `other-${run}`];
      await openWorld(live, one, { ...start, inline: scenario });
      const original = createPlayer(live, one);
      for (const step of before) await original.play(step);
      const saved = await live.send({ method: 'GET', target: `/_vivarium/api/worlds/${one}/scenario` });
      await openWorld(live, other, { inline: saved.body as Json });
      const copy = createPlayer(live, other, { ...original.given });
      for (const step of after) {
        const got = await original.play(step);
        expect(comparable(await copy.play(step)), `${step.method} ${step.target}`).toEqual(comparable(got));
        seen.add(`${step.method} ${got.status}`);
      }
      for (const world of [one, other]) await live.send({ method: 'DELETE', target: `/_vivarium/api/worlds/${world}` });
    }),
    { numRuns: 16 },
  );
  // Both results of chance occurred.
  for (const met of ['GET 200', 'GET 404', 'GET 400', 'POST 201', 'POST 400', 'PATCH 200', 'DELETE 204'])
    expect(seen).toContain(met);
});

test('parallel worlds respond like single ones, byte for byte', async () => {
  const live = await serve({ document: nestedDocument, scenario: { ...start, ...scenario } });
  let run = 0;
  const playAll = async (world: string, list: readonly Step[]): Promise<unknown[]> => {
    const { play } = createPlayer(live, world);
    const answers: unknown[] = [];
    for (const step of list) answers.push(comparable(await play(step)));
    return answers;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(steps(1), { minLength: 2, maxLength: 4 }), async (lists) => {
      run++;
      const parallel = await Promise.all(lists.map((list, index) => playAll(`run-${run}-${index}`, list)));
      for (const [index, list] of lists.entries())
        expect(parallel[index]).toEqual(await playAll(`solo-${run}-${index}`, list));
    }),
    { numRuns: 6 },
  );
});

test('a created nested item is listed and readable, with every digit', async () => {
  const live = await serve({ document: nestedDocument, scenario: { ...start, ...scenario } });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...teams), fc.bigInt(int64)), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      async (wanted, size) => {
        const { play } = createPlayer(live, `digits-${++run}`);
        const own = new Map<string, string[]>(teams.map((id) => [id, []]));
        for (const [id, value] of wanted) {
          const list = `/teams/${encodeURIComponent(id)}/tasks`;
          const made = await play({ method: 'POST', target: list, body: { title: 'x', points: asJson(value) } });
          expect(made.status).toBe(201);
          expect(made.text).toContain(`"points":${value}`);
          const read = await play({ method: 'GET', target: String(made.headers.location) });
          expect([read.status, read.text]).toEqual([200, made.text]);
          own.get(id)?.push(made.text);
        }
        for (const [id, texts] of own) {
          const found: string[] = [];
          for (let page = 1; page === 1 || found.length % size === 0; page++) {
            const target = `/teams/${encodeURIComponent(id)}/tasks?per_page=${size}&page=${page}`;
            const { tasks, total } = (await play({ method: 'GET', target })).body as { tasks: Json[]; total: number };
            found.push(...tasks.map((one) => stringifyJson(one)));
            if (tasks.length === 0 || found.length === total) break;
          }
          expect(found.slice(found.length - texts.length)).toEqual(texts);
          expect(found.length - texts.length).toBe(scenario.data.tasks.filter(({ teamId }) => teamId === id).length);
        }
      },
    ),
    { numRuns: 12 },
  );
});
