/** Data that a client sent: kept as far as the document allows, and the same in every response. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { storedItem } from '../../../src/core/resources/item-steps.ts';
import type { Problem } from '../../../src/core/service/check.ts';
import type { CollectionSpec, Projection } from '../../../src/core/service/collection-facts.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { State } from '../../../src/core/state/state.ts';
import { boolean, inPath, integer, jsonBody, listOf, fullObject as object, ref, text } from '../../short-document.ts';
import { specOf } from '../bound.ts';
import { documentOf, now, readyService, requestOf, stateOf, take } from '../helpers.ts';
import { notesState } from '../notes.ts';

const jsonType = 'application/json';

interface Shape {
  readonly item: JsonObject;
  /** The request; undefined: any object. */
  readonly sent?: JsonObject;
  /** What a response shows of an item. */
  readonly created?: JsonObject;
  readonly read?: JsonObject;
  readonly listed?: JsonObject;
  readonly id?: JsonObject;
  readonly idName?: string;
  readonly mediaType?: string;
  /** Encloses an item, and items. */
  readonly wrap?: (item: JsonObject) => JsonObject;
  readonly wrapAll?: (items: JsonObject) => JsonObject;
}

const ok = (schema: JsonObject, status = '200'): JsonObject => ({
  [status]: { description: '', content: jsonBody(schema) },
});

const plain = (schema: JsonObject): JsonObject => schema;

const documentFor = ({
  item,
  sent = { type: 'object' },
  created = item,
  read = item,
  listed = item,
  id = integer,
  idName = 'id',
  mediaType = jsonType,
  wrap = plain,
  wrapAll = plain,
}: Shape): JsonObject => {
  const requestBody = { content: { [mediaType]: { schema: sent } } };
  return documentOf({
    '/things': {
      get: { responses: ok(wrapAll(listOf(listed))) },
      post: { requestBody, responses: ok(wrap(created), '201') },
    },
    [`/things/{${idName}}`]: {
      parameters: [inPath(idName, id)],
      get: { responses: ok(wrap(read)) },
      put: { requestBody, responses: ok(wrap(read)) },
      patch: { requestBody, responses: ok(wrap(read)) },
    },
  });
};

interface Kept {
  readonly service: Service;
  readonly state: State;
}

const start = async (shape: Shape): Promise<Kept> => {
  const service = await readyService(documentFor(shape));
  return { service, state: stateOf(service, { data: { things: [] } }) };
};

/** The body, which must keep the interface. */
const send = ({ service, state }: Kept, method: string, target: string, body?: Json, type = jsonType): Json => {
  const options = body === undefined ? {} : { body, headers: { 'content-type': type } };
  const { exchange, status, body: answer } = take(service, state, requestOf(method, target, options));
  const shown = `${method} ${target}: ${JSON.stringify(answer)}`;
  expect(exchange.violations, shown).toEqual([]);
  expect(status, shown).toBeLessThan(300);
  return answer as Json;
};

const at = (value: Json, path: readonly string[]): JsonObject =>
  path.reduce<Json>((found, name) => (found as JsonObject)[name] as Json, value) as JsonObject;

/** Creates an item, and shows that it is read as it was created. */
const createAndRead = async (shape: Shape, body: Json, path: readonly string[] = [], type?: string) => {
  const kept = await start(shape);
  const created = at(send(kept, 'POST', '/things', body, type), path);
  const id = String(created[shape.idName ?? 'id']);
  const first = at(send(kept, 'GET', `/things/${encodeURIComponent(id)}`), path);
  for (const name of Object.keys(created))
    if (name in first) expect([name, first[name]]).toEqual([name, created[name]]);
  expect(at(send(kept, 'GET', `/things/${encodeURIComponent(id)}`), path)).toEqual(first);
  send(kept, 'GET', '/things');
  return created;
};

const time = { ...text, format: 'date-time' };
const full = object({ id: integer, name: text, size: integer, note: text }, ['id', 'name']);

describe('one property that does not fit leaves the others as they were sent', () => {
  const owner = { owner: object({ id: integer, email: text }) };
  const line = object({ count: { ...integer, minimum: 1 }, what: text });
  const lines = (...counts: readonly number[]) => ({ lines: counts.map((count) => ({ what: 'x', count })) });

  test.each<[what: string, property: JsonObject, sent: JsonObject, kept: JsonObject, required?: readonly string[]]>([
    ['of another type', { size: integer }, { size: 'many' }, {}],
    ['above its maximum', { size: { ...integer, maximum: 9 } }, { size: 12 }, { size: 9 }],
    ['too long', { code: { ...text, maxLength: 3 } }, { code: 'abcdef' }, { code: 'abc' }],
    ['spelled otherwise', { state: { enum: ['OPEN', 'DONE'] } }, { state: 'done' }, { state: 'DONE' }],
    ['of another format', { due: time }, { due: '2030-02-03' }, { due: '2030-02-03T00:00:00Z' }],
    [
      'required',
      { code: { ...text, pattern: '^[A-Z]{2}$' } },
      { code: 'abc' },
      { code: expect.stringMatching(/^[A-Z]{2}$/) },
      ['code'],
    ],
    [
      'deep below',
      { owner: object({ of: object({ age: { ...integer, minimum: 0 } }) }) },
      { owner: { of: { age: -1 } } },
      { owner: { of: { age: 0 } } },
      ['owner'],
    ],
    ['in a list', { lines: listOf(line) }, lines(0, 2), lines(1, 2)],
    ['of which a part is missing', owner, { owner: { id: 7 } }, { owner: { id: 7, email: expect.any(String) } }],
    ['that is only the id of an object', owner, { owner: 7 }, { owner: { id: 7, email: expect.any(String) } }],
    ['that is an object for an id', { owner: integer }, { owner: { id: 7, email: 'x' } }, { owner: 7 }],
  ])('a property %s', async (_what, property, sent, kept, required = []) => {
    const item = object({ id: integer, name: text, ...property }, ['id', ...required]);
    expect(await createAndRead({ item }, { name: 'kept', ...sent })).toEqual({ id: 1, name: 'kept', ...kept });
  });

  test('in a response of another schema', async () => {
    const created = object({ id: integer, name: text, size: { ...integer, maximum: 5 } });
    expect(await createAndRead({ item: full, created }, { name: 'a', size: 8 })).toEqual({ id: 1, name: 'a', size: 5 });
  });

  test('what only one response requires is stored for all', async () => {
    const created = object({ id: integer, name: text, note: text });
    const item = await createAndRead({ item: full, created }, { name: 'a' });
    expect(item).toEqual({ id: 1, name: 'a', note: expect.any(String) });
  });

  test.each([
    ['in an envelope', (item: JsonObject): JsonObject => object({ data: item }), ['data']],
    ['in its name', (item: JsonObject): JsonObject => object({ thing: item }), ['thing']],
  ] as const)('%s', async (_name, wrap, path) => {
    const item = object({ id: integer, name: text, size: { ...integer, maximum: 9 } });
    expect(await createAndRead({ item, wrap }, { name: 'a', size: 12 }, path)).toEqual({ id: 1, name: 'a', size: 9 });
  });

  test('in a form', async () => {
    const type = 'application/x-www-form-urlencoded';
    const item = object({ id: integer, name: text, size: { ...integer, maximum: 9 } });
    const sent = object({ name: text, size: text });
    const created = await createAndRead({ item, sent, mediaType: type }, 'name=a&size=4', [], type);
    expect(created).toEqual({ id: 1, name: 'a', size: 4 });
  });
});

describe('an id', () => {
  test('that must follow a pattern counts on', async () => {
    const id: JsonObject = { ...text, pattern: '^T-[0-9]{2}$' };
    const item = object({ id, name: text });
    const kept = await start({ item, id });
    const ids = Array.from({ length: 30 }, () => at(send(kept, 'POST', '/things', { name: 'x' }), []).id);
    expect(new Set(ids).size).toBe(30);
    for (const own of ids) expect(at(send(kept, 'GET', `/things/${own}`), []).id).toBe(own);
  });

  test('that the item does not accept is replaced once', async () => {
    const item = object({ id: { ...text, pattern: '^T-[0-9]{4}$' }, name: text });
    const sent = object({ id: text, name: text });
    const created = await createAndRead({ item, id: text, sent }, { id: 'x', name: 'a' });
    expect(created).toEqual({ id: expect.stringMatching(/^T-\d{4}$/), name: 'a' });
  });

  test('is the own one in a response with other rules for it', async () => {
    const created = object({ id: { ...text, maxLength: 40 }, name: text });
    const item = await createAndRead({ item: object({ id: text, name: text }), created, id: text }, { name: 'a' });
    expect(item.name).toBe('a');
  });
});

describe('one of several alternatives', () => {
  const cat = object({ kind: { const: 'cat' }, id: integer, lives: integer, purrs: boolean }, ['kind', 'id', 'lives']);
  const ofDog = { kind: { const: 'dog' }, id: integer, tricks: listOf(text), owner: text };
  const dog = object(ofDog, ['kind', 'id', 'tricks']);
  const mapping = { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' };
  const tagged = (keyword: string): JsonObject => ({
    [keyword]: [ref('Cat'), ref('Dog')],
    discriminator: { propertyName: 'kind', mapping },
  });
  const circle = { radius: integer, unit: text };
  const box = { width: integer, height: integer };

  const startTagged = async (keyword: string): Promise<Kept> => {
    const document = documentFor({ item: tagged(keyword), sent: { type: 'object' } });
    const service = await readyService({ ...document, components: { schemas: { Cat: cat, Dog: dog } } });
    return { service, state: stateOf(service, { data: { things: [] } }) };
  };

  test.each(['oneOf', 'anyOf'])('is chosen by its discriminator (%s), and is complete', async (keyword) => {
    const kept = await startTagged(keyword);
    const ada = { kind: 'dog', owner: 'Ada' };
    const tom = { kind: 'cat', purrs: true };
    expect(send(kept, 'POST', '/things', ada)).toEqual({ id: 1, ...ada, tricks: expect.any(Array) });
    expect(send(kept, 'POST', '/things', tom)).toMatchObject({ id: 2, ...tom });
    expect(send(kept, 'GET', '/things')).toMatchObject([ada, tom]);
    expect(send(kept, 'PATCH', '/things/1', { owner: 'Bo' })).toMatchObject({ kind: 'dog', owner: 'Bo' });
  });

  test.each(['oneOf', 'anyOf'])('is chosen by the sent values (%s)', async (keyword) => {
    const item = { [keyword]: [object({ id: integer, ...circle }), object({ id: integer, ...box })] };
    expect(await createAndRead({ item }, { width: 3 })).toEqual({ id: 1, width: 3, height: expect.any(Number) });
    expect(await createAndRead({ item }, { unit: 'm' })).toEqual({ id: 1, radius: expect.any(Number), unit: 'm' });
  });

  test('below the item', async () => {
    const item = object({ id: integer, shape: { oneOf: [object(circle), object(box)] } });
    const created = await createAndRead({ item }, { shape: { width: 3 } });
    expect(created).toEqual({ id: 1, shape: { width: 3, height: expect.any(Number) } });
  });

  test('in an envelope, with properties that the request may omit', async () => {
    const base = object({ id: integer, createdBy: text });
    const item: JsonObject = { allOf: [base, { oneOf: [object({ radius: integer }), object({ width: integer })] }] };
    const sent = object({ data: object({ width: integer }) });
    const wrap = (inner: JsonObject) => object({ data: inner });
    const created = await createAndRead({ item, sent, wrap }, { data: { width: 3 } }, ['data']);
    expect(created).toEqual({ id: 1, createdBy: expect.any(String), width: 3 });
  });

  test('is that of the item in an envelope with several', async () => {
    const one = object({ id: integer, name: text });
    const wrapAll = (items: JsonObject): JsonObject => ({
      anyOf: [
        object({ type: { const: 'some' }, data: items, total: integer }),
        object({ type: { const: 'none' }, data: listOf(object({ none: text })) }),
      ],
    });
    const kept = await start({ item: one, wrapAll });
    send(kept, 'POST', '/things', { name: 'a' });
    for (let seed = 0; seed < 8; seed++) {
      const world = { ...kept, state: { ...kept.state, seed } };
      expect(send(world, 'GET', '/things')).toEqual({ type: 'some', data: [{ id: 1, name: 'a' }], total: 1 });
    }
  });
});

test('a writeOnly property of a request is stored where the item shows it', async () => {
  const sent = object({ name: text, secret: { ...text, writeOnly: true } });
  const item = object({ id: integer, name: text, secret: text });
  expect(await createAndRead({ item, sent }, { name: 'a', secret: 's' })).toEqual({ id: 1, name: 'a', secret: 's' });
});

test('a writeOnly property of the item is never shown', async () => {
  const secret = { ...text, writeOnly: true };
  const item = object({ id: integer, name: text, secret, card: object({ cvv: secret, last: text }) }, ['id', 'name']);
  const sent = object({ name: text, secret, card: object({ cvv: secret, last: text }) });
  const created = await createAndRead({ item, sent }, { name: 'a', secret: 's', card: { cvv: '1', last: '2' } });
  expect(created).toEqual({ id: 1, name: 'a', card: { last: '2' } });
});

describe('flat input', () => {
  const item = object({ id: text, type: text, attributes: object({ name: text, size: integer }) });

  test('is placed where the item has its properties', async () => {
    const sent = object({ name: text, size: integer });
    const created = await createAndRead({ item, id: text, sent }, { name: 'a', size: 3 });
    expect(created).toEqual({ id: expect.any(String), type: expect.any(String), attributes: { name: 'a', size: 3 } });
  });

  test('changes only what it sends', async () => {
    const kept = await start({ item, id: text, sent: object({ name: text, size: integer }, []) });
    const { id } = at(send(kept, 'POST', '/things', { name: 'a', size: 3 }), []);
    expect(send(kept, 'PATCH', `/things/${id}`, { size: 4 })).toMatchObject({ id, attributes: { name: 'a', size: 4 } });
  });
});

describe('flat input with an optional property', () => {
  const item = object({ id: text, type: text, attributes: object({ name: text, size: integer }, ['name']) });
  const attributesAfter = async (method: string): Promise<Json> => {
    const kept = await start({ item, id: text, sent: object({ name: text, size: integer }, []) });
    const { id } = at(send(kept, 'POST', '/things', { name: 'a', size: 3 }), []);
    return at(send(kept, method, `/things/${id}`, { name: 'b' }), ['attributes']);
  };

  test('keeps it when it is updated, and loses it when it is replaced', async () => {
    expect(await attributesAfter('PATCH')).toEqual({ name: 'b', size: 3 });
    expect(await attributesAfter('PUT')).toEqual({ name: 'b' });
  });
});

describe('a time', () => {
  test.each<[string, JsonObject, Json]>([
    ['a text', time, new Date(now).toISOString()],
    ['a date', { ...text, format: 'date' }, new Date(now).toISOString().slice(0, 10)],
    ['a number', integer, now / 1000],
    ['a number with the format of a text', { ...integer, format: 'date-time' }, now / 1000],
    ['a number of milliseconds', { ...integer, examples: [1_700_000_000_000] }, now],
  ])('is %s if the item has it so', async (_name, created_at, expected) => {
    const item = object({ id: integer, name: text, created_at, updated_at: created_at });
    const created = await createAndRead({ item }, { name: 'a' });
    expect(created).toEqual({ id: 1, name: 'a', created_at: expected, updated_at: expected });
  });
});

describe('a valid change is completed, never rejected', () => {
  const owner = object({ id: integer, name: text, email: text });
  const item = object({
    id: integer,
    name: text,
    owner,
    state: { enum: ['on', 'off'] },
    at: object({ city: object({ name: text, code: text }), street: text }),
  });
  const body = {
    name: 'a',
    owner: { id: 1, name: 'Ada', email: 'a@example.com' },
    state: 'on',
    at: { city: { name: 'X', code: 'x' }, street: 's' },
  };

  const some = expect.any(String);
  test.each<[string, JsonObject, JsonObject]>([
    ['a reference to another object', { owner: { id: 2 } }, { owner: { id: 2, name: some, email: some } }],
    ['a reference to the same object', { owner: { id: 1 } }, {}],
    ['a part of an object', { owner: { name: 'Bo' } }, { owner: { id: 1, name: 'Bo', email: 'a@example.com' } }],
    ['a part of a part', { at: { city: { code: 'y' } } }, { at: { city: { name: 'X', code: 'y' }, street: 's' } }],
    ['a value that the item does not have', { state: 'broken', name: 'b' }, { name: 'b' }],
    ['null for what is required', { name: null }, {}],
    ['nothing', {}, {}],
  ])('PATCH with %s', async (_name, sent, expected) => {
    const kept = await start({ item });
    send(kept, 'POST', '/things', body);
    const after = { id: 1, ...body, ...expected };
    expect(send(kept, 'PATCH', '/things/1', sent)).toEqual(after);
    expect(send(kept, 'GET', '/things/1')).toMatchObject(after);
  });

  test('PUT with less than the item requires', async () => {
    const kept = await start({ item, sent: object({ name: text, owner: object({ id: integer }) }, ['name']) });
    send(kept, 'POST', '/things', { name: 'a', owner: { id: 1 } });
    const put = send(kept, 'PUT', '/things/1', { name: 'b', owner: { id: 3 } });
    expect(put).toMatchObject({ id: 1, name: 'b', owner: { id: 3, name: expect.any(String) } });
    expect(send(kept, 'GET', '/things/1')).toEqual(put);
  });
});

describe('an item that is stored', () => {
  const stored = (value: JsonObject, rest: Partial<CollectionSpec>): JsonObject =>
    storedItem({ state: notesState(), now }, specOf('things', rest), { key: '1', value, identity: () => '1' }).value;
  const openView = { properties: new Set<string>(), isOpen: true, required: [], idProperty: undefined };
  const wrongSize: Problem = { pointer: '/size', rule: 'maximum', message: 'must be at most 9' };
  const checkSize = (value: Json): readonly Problem[] => (Number((value as JsonObject).size) > 9 ? [wrongSize] : []);

  test('has all required properties, also those that its schema does not require', () => {
    const spec = { required: ['id', 'name'], generate: () => ({ id: 2, name: 'generated' }) };
    expect(stored({ id: 1 }, spec)).toEqual({ id: 1, name: 'generated' });
    expect(stored({ id: 1, name: 'own' }, spec)).toEqual({ id: 1, name: 'own' });
  });

  test.each([
    [undefined, true],
    [{ id: 1, name: 'old' }, false],
  ])('that was %j before is completed as a new one: %s', (before, isNew) => {
    const spec = specOf('things', {
      checkValue: checkSize,
      complete: (value, context) => ({ ...(value as JsonObject), size: context.isNew ? 1 : 2 }),
    });
    const { value } = storedItem({ state: notesState(), now }, spec, {
      key: '1',
      value: { id: 1, size: 10 },
      identity: () => '1',
      ...(before !== undefined && { before }),
    });
    expect(value).toEqual({ id: 1, size: isNew ? 1 : 2 });
  });

  test('keeps its id when it is completed, which only the items of a list have', () => {
    const spec: Partial<CollectionSpec> = { checkValue: checkSize, complete: () => ({ id: 2, size: 9 }) };
    expect(stored({ id: 1, size: 10 }, spec)).toEqual({ id: 1, size: 9 });
    expect(stored({ id: 1, size: 10 }, { ...spec, kind: 'singleton' })).toEqual({ id: 2, size: 9 });
  });

  test('has the values that a response shows, of its own properties, if its schema accepts them', () => {
    const view: Projection = {
      ...openView,
      check: (value) => ((value as JsonObject).name === 'shown' ? [] : [wrongSize]),
      complete: () => ({ id: 2, name: 'shown', size: 10, extra: 1 }),
    };
    const spec = { checkValue: checkSize, views: [view], properties: new Set(['id', 'name', 'size']) };
    expect(stored({ id: 1, name: 'sent', size: 5 }, spec)).toEqual({ id: 1, name: 'shown', size: 5 });
    expect(stored({ id: 1, name: 'shown', size: 5 }, spec)).toEqual({ id: 1, name: 'shown', size: 5 });
  });

  test.each([10, 10_000])('costs a bounded number of checks for %i properties that are shown otherwise', (count) => {
    const names = Array.from({ length: count }, (_, index) => `p${index}`);
    const shown = Object.fromEntries(names.map((name) => [name, 'shown']));
    let checks = 0;
    const checkValue = (value: Json): readonly Problem[] => {
      checks++;
      return (value as JsonObject).p3 === 'shown' ? [wrongSize] : [];
    };
    const view: Projection = { ...openView, check: () => [wrongSize], complete: () => shown };
    const spec = { checkValue, views: [view], properties: new Set(names) };
    const sent = Object.fromEntries(names.map((name) => [name, 'sent']));
    expect(stored({ id: 1, ...sent }, spec)).toEqual({ id: 1, ...shown, p3: 'sent' });
    expect(checks).toBeLessThanOrEqual(50);
  });
});
