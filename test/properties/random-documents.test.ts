/**
 * Random realistic documents, each driven through creations, reads, lists, changes and deletions, and compared with a plain array.
 * `FAST_CHECK_RUNS=2000` sets their number.
 */
import { expect, test } from 'vitest';
import { equalsJson, getProperty, type Json, type JsonObject } from '../../src/core/primitives/json.ts';
import { defaultDocument } from '../../src/scenario/data/default-scenario.ts';
import { type Decided, readyService, requestOf, stateOf, take } from '../core/helpers.ts';
import fc from '../fast-check.ts';
import {
  basePathOf,
  bodyFor,
  cursorOf,
  type Design,
  designs,
  documentFor,
  listPathOf,
  namesOf,
  wrapperOf,
} from './random-documents.ts';

type Step =
  | { readonly type: 'create'; readonly body: JsonObject }
  | {
      readonly type: 'change';
      readonly method: Design['update'][number];
      readonly body: JsonObject;
      readonly at: number;
    }
  | { readonly type: 'delete'; readonly at: number };

const stepsFor = (design: Design): fc.Arbitrary<readonly Step[]> => {
  const at = fc.nat(9);
  const create = bodyFor(design, true).map((body): Step => ({ type: 'create', body }));
  const changes = design.update.map((method) =>
    fc.record({
      type: fc.constant('change' as const),
      method: fc.constant(method),
      body: bodyFor(design, method === 'PUT'),
      at,
    }),
  );
  const remove = fc.record({ type: fc.constant('delete' as const), at });
  return fc
    .tuple(create, fc.array(fc.oneof({ weight: 2, arbitrary: create }, ...changes, remove), { maxLength: 6 }))
    .map(([first, rest]) => [first, ...rest]);
};

const runs = fc.tuple(designs).chain(([design]) => fc.record({ design: fc.constant(design), steps: stepsFor(design) }));

const at = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, name) => getProperty(inner as JsonObject, name), value);

const drive = async ({
  design,
  steps,
}: {
  readonly design: Design;
  readonly steps: readonly Step[];
}): Promise<void> => {
  const service = await readyService(documentFor(design));
  const state = stateOf(service, defaultDocument(service));
  const { id: idName } = namesOf(design);
  const base = basePathOf(design, true);
  const formHeaders = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };

  const send = (method: string, path: string, body?: JsonObject): Decided => {
    const sent =
      body === undefined
        ? {}
        : design.isForm
          ? {
              ...formHeaders,
              body: new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString(),
            }
          : { body: wrap(design, body) };
    const decided = take(service, state, requestOf(method, path, sent));
    expect(decided.exchange.violations, `${method} ${path}`).toEqual([]);
    return decided;
  };
  const itemIn = (body: Json | undefined): JsonObject => {
    const wrapper = wrapperOf(design);
    return (wrapper === undefined ? body : at(body, [wrapper])) as JsonObject;
  };
  const pathOf = (item: JsonObject): string => `${base}/${encodeURIComponent(String(item[idName]))}`;

  /** All items, page by page. */
  const listAll = (): readonly JsonObject[] => {
    const all: JsonObject[] = [];
    let cursor: Json | undefined;
    for (let page = 0; page < 30; page++) {
      const named = cursorOf(design.paging);
      const query =
        named === undefined
          ? { none: '', offset: `?limit=3&offset=${page * 3}`, page: `?per_page=3&page=${page + 1}` }[
              design.paging as 'none'
            ]
          : `?limit=3${cursor === undefined ? '' : `&${named.parameter}=${encodeURIComponent(String(cursor))}`}`;
      const { status, body } = send('GET', `${base}${query}`);
      expect(status).toBe(200);
      const found = at(body, listPathOf(design)) as readonly JsonObject[];
      expect(found.length).toBeLessThanOrEqual(design.paging === 'none' ? 100 : 3);
      all.push(...found);
      cursor = named && getProperty(body as JsonObject, named.property);
      if (design.paging === 'none' || found.length < 3 || (named !== undefined && cursor === null)) return all;
    }
    throw new Error('the list does not end');
  };

  const seeds = listAll();
  expect(seeds.length, 'seeds').toBeGreaterThan(0);
  const expectKept = (body: JsonObject, item: JsonObject): void => {
    for (const [name, value] of Object.entries(body))
      if (value !== null) expect([name, item[name]]).toEqual([name, value]);
  };
  const model: JsonObject[] = [];
  const check = (): void => {
    const listed = listAll();
    expect(listed.map((item) => item[idName])).toEqual([...seeds, ...model].map((item) => item[idName]));
    for (const [index, item] of model.entries()) {
      expect(itemIn(send('GET', pathOf(item)).body)).toEqual(item);
      const shown = listed[seeds.length + index] as JsonObject;
      for (const [name, value] of Object.entries(shown)) expect(equalsJson(value, item[name] as Json), name).toBe(true);
    }
  };
  for (const step of steps) {
    if (step.type === 'create') {
      const created = send('POST', base, step.body);
      expect(created.status).toBe(design.createStatus);
      const item = itemIn(created.body);
      expect(item[idName]).toBeDefined();
      expectKept(step.body, item);
      model.push(item);
    } else if (model.length > 0) {
      const position = step.at % model.length;
      const item = model[position] as JsonObject;
      if (step.type === 'delete') {
        expect(send('DELETE', pathOf(item)).status).toBeLessThan(300);
        model.splice(position, 1);
        expect(send('GET', pathOf(item)).status).toBe(404);
      } else {
        const changed = send(step.method, pathOf(item), step.body);
        expect(changed.status).toBe(200);
        const after = itemIn(changed.body);
        expectKept(step.body, after);
        expect(after[idName]).toEqual(item[idName]);
        // Only a replacement may remove properties.
        for (const [name, value] of Object.entries(item))
          if (step.method !== 'PUT' && name !== 'updatedAt' && !Object.hasOwn(step.body, name))
            expect([name, after[name]]).toEqual([name, value]);
        model[position] = after;
      }
    }
    check();
  }
};

const wrap = (design: Design, body: JsonObject): JsonObject => {
  const name = wrapperOf(design) ?? design.nouns[1];
  return design.isRequestWrapped ? { [name]: body } : body;
};

const numRuns = Number(process.env.FAST_CHECK_RUNS ?? 40);

test('items of random documents are created, read, listed, changed and deleted like those of an array', async () => {
  await fc.assert(fc.asyncProperty(runs, drive), { numRuns });
}, 3_600_000);

test('the operations of random documents are bound to one collection, and a high confidence is right', async () => {
  await fc.assert(
    fc.asyncProperty(designs, async (design) => {
      const { operations } = await readyService(documentFor(design));
      const own = operations.filter(({ path }) => path.startsWith(basePathOf(design)));
      const actions = own.map(({ method, path, binding, confidence }) =>
        confidence === 'high' || binding === undefined ? [method, path.endsWith('}'), binding?.action] : [],
      );
      const expected: Record<string, readonly string[]> = {
        GET: ['list', 'read'],
        POST: ['create', 'update'],
        PUT: ['replace', 'update'],
        PATCH: ['update'],
        DELETE: ['delete'],
      };
      for (const [method, isItem, action] of actions)
        if (method !== undefined)
          expect(
            method === 'PUT'
              ? expected.PUT
              : [expected[String(method)]?.[isItem && method !== 'PATCH' && method !== 'DELETE' ? 1 : 0]],
            `${method} ${isItem}`,
          ).toContain(action);
      expect(new Set(own.map(({ binding }) => binding?.collection.name)).size).toBe(1);
    }),
    { numRuns },
  );
}, 3_600_000);
