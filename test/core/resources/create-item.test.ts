/** The stored item after a creation: its id and its generated properties. */

import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { nextId } from '../../../src/core/resources/create-item.ts';
import { idNameOf, withTime } from '../../../src/core/resources/item-steps.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import { createCollection } from '../../../src/core/state/collection.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection } from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { specOf } from '../bound.ts';
import { documentOf, itemsOf, now, readyService, requestOf, stateOf, take } from '../helpers.ts';
import { idIn, notesState, ok, violationTexts } from '../notes.ts';

const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const sent = content({ properties: { id: integer, name: text } });
const node = { $ref: '#/components/schemas/Node' };

/** Nodes, of which a client sends an id and a name alone. */
const nodesWith = (required: readonly string[], properties: JsonObject, id: JsonObject = integer): JsonObject =>
  documentOf(
    {
      '/nodes': {
        get: { responses: { 200: { description: '', content: content(listOf(node)) } } },
        post: { requestBody: { content: sent }, responses: { 201: { description: '', content: content(node) } } },
      },
      '/nodes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        get: { responses: { 200: { description: '', content: content(node) } } },
        put: { requestBody: { content: sent }, responses: { 200: { description: '', content: content(node) } } },
      },
    },
    {
      components: { schemas: { Node: object({ id: integer, name: text, ...properties }, ['id', ...required]) } },
    },
  );

test('an item with an id gets the same generated required properties each time', async () => {
  const service = await readyService(nodesWith(['colour'], { colour: { type: 'integer', minimum: 0 } }));
  const create = (...others: readonly number[]): JsonObject | undefined => {
    const state = stateOf(service);
    for (const id of [...others, 7]) take(service, state, requestOf('POST', '/nodes', { body: { id, name: 'x' } }));
    return itemsOf(state, 'nodes').at(-1);
  };
  const item = create();
  expect(item).toEqual({ id: 7, name: 'x', colour: expect.any(Number) });
  expect(create()).toEqual(item);
  expect(create(3)).toEqual(item);
});

test('a replaced item gets the same generated properties as a new one with its id', async () => {
  const service = await readyService(nodesWith(['colour'], { colour: { type: 'integer', minimum: 0 } }));
  const state = stateOf(service);
  take(service, state, requestOf('POST', '/nodes', { body: { id: 7, name: 'x' } }));
  const { colour } = itemsOf(state, 'nodes')[0] as JsonObject;
  take(service, state, requestOf('PUT', '/nodes/7', { body: { name: 'y' } }));
  expect(itemsOf(state, 'nodes')).toEqual([{ id: 7, name: 'y', colour }]);
});

test('a required property without a possible value is omitted', async () => {
  const service = await readyService(nodesWith(['never'], { never: false }));
  const state = stateOf(service);
  take(service, state, requestOf('POST', '/nodes', { body: { id: 7, name: 'x' } }));
  expect(itemsOf(state, 'nodes')).toEqual([{ id: 7, name: 'x' }]);
});

test('a generated id that is taken gets a number behind it', async () => {
  const service = await readyService(nodesWith([], { id: { type: 'string', const: 'only' } }, text));
  const state = stateOf(service);
  for (let time = 0; time < 3; time++) take(service, state, requestOf('POST', '/nodes', { body: { name: 'x' } }));
  expect(itemsOf(state, 'nodes').map(({ id }) => id)).toEqual(['only', 'only-2', 'only-3']);
});

test('items get distinct ids even if their schema does not allow them', async () => {
  const nameless: JsonObject = object({ id: { type: 'null' } }, ['id']);
  const odd = await readyService(
    documentOf({
      '/odd': collection(nameless, { status: 201, takes: { type: 'object' } }),
      '/odd/{id}': { parameters: [{ ...idIn('id'), schema: {} }], get: { responses: ok(nameless) } },
    }),
  );
  const state = stateOf(odd, { data: { odd: [] } });
  for (let time = 0; time < 3; time++)
    expect(take(odd, state, requestOf('POST', '/odd', { body: {} })).status).toBe(201);
  const statuses = [1, 2, 3, 4].map((id) => take(odd, state, requestOf('GET', `/odd/${id}`)).status);
  expect(statuses).toEqual([200, 200, 200, 404]);
});

test('new ids have the documented format, also if the document has only one example', async () => {
  const pattern = '^bk_[0-9a-f]{6}$';
  const uuid = '123e4567-e89b-42d3-a456-426614174000';
  const kindOf = (id: JsonObject): JsonObject => object({ id }, ['id']);
  const pathsOf = (path: string, schema: JsonObject): JsonObject => ({
    [path]: collection(schema, { status: 201, takes: { type: 'object' } }),
    [`${path}/{id}`]: { parameters: [{ ...idIn('id'), schema: text }], get: { responses: ok(schema) } },
  });
  const shaped = await readyService(
    documentOf({
      ...pathsOf('/books', kindOf({ type: 'string', pattern, example: 'bk_00000f' })),
      ...pathsOf('/jobs', kindOf({ type: 'string', format: 'uuid', example: uuid })),
      ...pathsOf('/bills', kindOf({ type: 'string', pattern: '^inv_[0-9]{4}$', example: 'inv_0007' })),
      ...pathsOf('/names', kindOf({ type: 'string', example: 'x' })),
    }),
  );
  const used = Object.entries({ books: 'bk_00000f', jobs: uuid, bills: 'inv_0007', names: 'x' });
  const state = stateOf(shaped, { data: Object.fromEntries(used.map(([name, id]) => [name, [{ id }]])) });
  for (const [path, form] of [
    ['/books', new RegExp(pattern)],
    ['/jobs', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
    ['/bills', /^inv_00\d\d$/],
    ['/names', /^[\w-]+$/],
  ] as const) {
    const ids = Array.from({ length: 12 }, () => {
      const decided = take(shaped, state, requestOf('POST', path, { body: {} }));
      expect([decided.status, violationTexts(decided)]).toEqual([201, []]);
      return (decided.body as { id: string }).id;
    });
    for (const id of ids) expect(id).toMatch(form);
    expect(new Set(ids).size).toBe(12);
  }
});

describe('the next id', () => {
  const withIds = (ids: readonly (string | number)[]) => ids.map((id) => ({ id }));
  const next = (spec: CollectionSpec, ids: readonly (string | number)[]) =>
    nextId(notesState(), createCollection(spec, withIds(ids)), now, []);
  const textSpec = (generated: Json, acceptsId: CollectionSpec['acceptsId'] = () => true) =>
    specOf('things', { idType: 'string', generate: () => ({ id: generated }), acceptsId });

  test.each<readonly [generated: Json, ids: readonly string[], next: string]>([
    ['inv_0017', [], 'inv_0017'],
    ['inv_0017', ['inv_0017'], 'inv_0002'],
    ['inv_0017', ['inv_0017', 'inv_0003'], 'inv_0013'],
    ['bk_00000f', ['bk_00000f'], 'bk_000002'],
    ['a12b', ['a12b'], 'a122'],
    ['inv_7', ['inv_7', ...Array.from({ length: 10 }, (_, index) => `x${index}`)], 'inv12'],
    ['x', ['x'], 'x-2'],
    ['x', ['x', 'x-2'], 'x-3'],
    [null, [], '1'],
  ])('after the generated %s, with %j, is %s', (generated, ids, expected) => {
    expect(next(textSpec(generated), ids)).toBe(expected);
  });

  test.each<readonly [idProperty: string, requested: JsonObject, ids: readonly string[], next: string]>([
    ['slug', { name: 'Summer Shoes' }, [], 'summer-shoes'],
    ['slug', { title: 'À la carte', name: 'x' }, [], 'a-la-carte'],
    ['slug', { name: 'Summer Shoes' }, ['summer-shoes'], 'summer-shoes-2'],
    ['slug', { name: 'Summer Shoes' }, ['summer-shoes', 'summer-shoes-2'], 'summer-shoes-3'],
    ['slug', { name: 'refused' }, [], 'drawn'],
    ['slug', { name: '靴' }, [], 'drawn'],
    ['slug', { name: 7 }, [], 'drawn'],
    ['slug', {}, [], 'drawn'],
    ['key', { name: 'Summer Shoes' }, [], 'drawn'],
  ])('in the property %s of %j, with %j, is %s', (idProperty, requested, ids, expected) => {
    const spec = specOf('things', {
      ...{ idProperty, idType: 'string', generate: () => ({ [idProperty]: 'drawn' }) },
      acceptsId: (id) => !String(id).startsWith('refused'),
    });
    const items = createCollection(
      spec,
      ids.map((id) => ({ [idProperty]: id })),
    );
    expect(nextId(notesState(), items, now, [], requested)).toBe(expected);
  });

  test('is found with the steps of one request', () => {
    let drawn = 0;
    const costly: CollectionSpec['generate'] = ({ budget }) => {
      budget?.spend(700_000);
      drawn++;
      return { id: 'x' };
    };
    expect(next({ ...textSpec('x'), generate: costly }, ['x'])).toBe('x-2');
    expect(drawn).toBe(2);
    const tested: StepBudget[] = [];
    const accepts: CollectionSpec['acceptsId'] = (_, budget) => tested.push(budget as StepBudget) < 0;
    next(specOf('things', { idType: 'integer', acceptsId: accepts }), []);
    expect(new Set(tested).size).toBe(1);
    expect(tested[0]?.left).toBeGreaterThan(0);
  });

  test('is a number if nothing can be generated', () => {
    expect(next(specOf('things', { idType: 'string', generate: () => null }), [])).toBe('1');
  });

  test('is another generated one if none that is similar fits', () => {
    const spec = specOf('things', {
      idType: 'string',
      generate: ({ seed }) => ({ id: `${seed}z` }),
      acceptsId: (id) => String(id).endsWith('z'),
    });
    const first = next(spec, ['other']) as string;
    const second = next(spec, [first]) as string;
    expect(second).toMatch(/^\d+z$/);
    expect(second).not.toBe(first);
  });

  test('has a number behind it if none fits', () => {
    const none = textSpec('id', () => false);
    expect(next(none, ['id'])).toBe('id-2');
  });

  test('of items without an id property is a number, even if no generated one fits', () => {
    const rest = { idProperty: undefined, idType: 'string' as const, acceptsId: () => false };
    expect(next(specOf('things', { ...rest, generateId: () => 'x' }), [])).toBe('1');
    expect(next(specOf('things', { idProperty: undefined, acceptsId: () => false }), [])).toBe(1);
  });

  test.each<readonly [what: string, acceptsId: (id: number) => boolean, ids: readonly number[], next: number]>([
    ['above the highest', () => true, [3, 5], 6],
    ['the lowest free one that fits, if that does not', (id) => id < 6, [1, 5], 2],
    ['one from the generated id upwards, if none below fits', (id) => id >= 5000 && id < 5003, [5000, 5002], 5001],
    ['above the highest, if none fits', () => false, [3, 5], 6],
  ])('as an integer is %s', (_, acceptsId, ids, expected) => {
    const spec = specOf('things', { generate: () => ({ id: 5000 }), acceptsId: (id) => acceptsId(id as number) });
    expect(next(spec, ids)).toBe(expected);
  });
});

test.each([
  ['seconds', Math.floor(now / 1000)],
  ['milliseconds', now],
  ['date', '2030-06-01'],
  ['date-time', '2030-06-01T12:00:00.000Z'],
] as const)('world time in the form of %s is %j', (form, time) => {
  expect(withTime({ id: 1 }, [{ name: 'at', form }], now)).toEqual({ id: 1, at: time });
});

test('only items of a list have a property with their id', () => {
  expect(idNameOf(specOf('things'))).toBe('id');
  expect(idNameOf(specOf('settings', { kind: 'singleton' }))).toBeUndefined();
});

test('another item has a key that is sent: a conflict, where the document has one', async () => {
  const Project = object({ id: integer, key: text, name: text }, ['id', 'key']);
  const paths = (others: Record<number, undefined>) => ({
    '/projects': {
      get: operation(listOf(ref('Project'))),
      post: operation(ref('Project'), { takes: object({ key: text, name: text }, ['key']), status: 201, others }),
    },
    '/projects/{idOrKey}': { parameters: [inPath('idOrKey', text)], get: operation(ref('Project')) },
  });
  for (const [others, status] of [
    [{ 409: undefined }, 409],
    [{}, 201],
  ] as const) {
    const { send } = await servePaths(paths(others), { Project });
    const create = async () => (await send('POST', '/projects', { key: 'WEB' })).status;
    expect([await create(), await create()]).toEqual([201, status]);
  }
});
