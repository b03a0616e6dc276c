/** PUT and PATCH on the path of a collection: one item, or many, each named by its id in the body. */
import { describe, expect, test } from 'vitest';
import { withHandlers } from '../../../src/core/handlers/with-handlers.ts';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { combineServices } from '../../../src/core/service/combine.ts';
import type { Handler } from '../../../src/core/service/handler.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { documentOf, operationOf, readyService, requestOf, stateOf, take } from '../helpers.ts';

const Part = object({ id: integer, name: text, size: integer }, ['id', 'name']);
const change = object({ id: integer, name: text, size: integer }, ['id']);
const parts = listOf(ref('Part'));
const data = [
  { id: 1, name: 'a', size: 1 },
  { id: 2, name: 'b', size: 2 },
  { id: 3, name: 'c' },
];

const load = async (write: object, method = 'patch', schemas: object = {}) => {
  const post = operation(ref('Part'), { takes: ref('Part'), status: 201 });
  const paths = {
    '/parts': { get: operation(parts), post, [method]: write },
    '/parts/{id}': { get: operation(ref('Part')) },
  };
  const service = await readyService(
    documentOf(paths as JsonObject, { components: { schemas: { Part, ...schemas } } } as JsonObject),
  );
  const state = stateOf(service, { data: { parts: data } });
  const send = (verb: string, body?: Json) =>
    take(service, state, requestOf(verb, '/parts', body === undefined ? {} : { body }));
  return { send, service, operation: operationOf(service, `${method.toUpperCase()} /parts`) };
};

describe('a list of changes', () => {
  test('changes every item that it names, and returns them in its order', async () => {
    const { send } = await load(operation(parts, { takes: listOf(change) }));
    const changed = send('PATCH', [
      { id: 3, name: 'z' },
      { id: 1, size: 9 },
      { id: 1, name: 'y' },
    ]);
    expect(changed.body).toEqual([
      { id: 3, name: 'z' },
      { id: 1, name: 'a', size: 9 },
      { id: 1, name: 'y', size: 9 },
    ]);
    expect(changed.exchange.violations).toEqual([]);
    expect(send('GET').body).toEqual([{ id: 1, name: 'y', size: 9 }, data[1], { id: 3, name: 'z' }]);
  });

  test.each<[string, JsonObject[], number, string]>([
    ['names an item that does not exist', [{ id: 1, name: 'x' }, { id: 7 }], 404, 'There is no item 7 in parts.'],
    ['lacks an id', [{ id: 1, name: 'x' }, { name: 'y' }], 400, 'body[1].id is required'],
  ])('that %s changes nothing', async (_name, body, status, detail) => {
    const { send } = await load(operation(parts, { takes: listOf(change) }));
    const refused = send('PATCH', body);
    expect([refused.status, refused.body]).toMatchObject([status, { detail }]);
    expect(send('GET').body).toEqual(data);
  });

  test('is refused with the name of a missing item as it is, even if that is "body"', async () => {
    const Name = object({ id: text, name: text }, ['id', 'name']);
    const paths = {
      '/names': { get: operation(listOf(Name)), patch: operation(listOf(Name), { takes: listOf(Name) }) },
      '/names/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], get: operation(Name) },
    };
    const service = await readyService(documentOf(paths as JsonObject));
    const state = stateOf(service, { data: { names: [{ id: 'a', name: 'a' }] } });
    const { body } = take(service, state, requestOf('PATCH', '/names', { body: [{ id: 'body', name: 'x' }] }));
    expect(body).toMatchObject({ detail: 'There is no item body in names.' });
  });

  test('may be in an envelope, in the request and in the response', async () => {
    const { send } = await load(operation(object({ parts, ok: text }), { takes: object({ parts: listOf(change) }) }));
    const { body } = send('PATCH', { parts: [{ id: 2, size: 5 }] });
    expect(body).toMatchObject({ parts: [{ id: 2, name: 'b', size: 5 }] });
  });

  test.each([
    ['body', listOf(change)],
    ['body.parts', object({ parts: listOf(change) })],
  ])('that is missing is rejected: %s', async (name, takes) => {
    const { send } = await load(operation(parts, { takes }));
    expect(send('PATCH')).toMatchObject({ status: 400, body: { detail: `${name} must be a list` } });
    expect(send('GET').body).toEqual(data);
  });

  test('gets the same generated properties beside another service', async () => {
    const Rated = object({ id: integer, name: text, rating: integer }, ['id', 'name', 'rating']);
    const one = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }], get: operation(Part) };
    const paths = {
      '/parts': { get: operation(listOf(Part)), patch: operation(listOf(Rated), { takes: listOf(change) }) },
      '/parts/{id}': one,
    };
    const [shop, depot] = ['shop', 'depot'].map((name) =>
      compileService(documentOf(paths as JsonObject), { name, base: `/${name}` }),
    ) as [Service, Service];
    const changedIn = async (service: Service, collection: string) => {
      await service.ready();
      const state = stateOf(service, { data: { [collection]: data } });
      return take(service, state, requestOf('PATCH', '/shop/parts', { body: [{ id: 2, size: 5 }] })).body;
    };
    const alone = await changedIn(shop, 'parts');
    expect(alone).toEqual([{ id: 2, name: 'b', rating: expect.any(Number) }]);
    expect(await changedIn(combineServices([shop, depot]), 'shop.parts')).toEqual(alone);
  });

  test('is about no single item, for a handler', async () => {
    const { service } = await load(operation(parts, { takes: listOf(change) }));
    const items: unknown[] = [];
    const handler: Handler = ({ item }) => void items.push(item);
    const handled = withHandlers(service, new Map([['PATCH /parts', handler]])).service;
    take(handled, stateOf(service, { data: { parts: data } }), requestOf('PATCH', '/parts', { body: [{ id: 1 }] }));
    expect(items).toEqual([undefined]);
  });

  test('of whole items replaces them', async () => {
    const { send } = await load(operation(undefined, { takes: parts }), 'put');
    expect(send('PUT', [{ id: 2, name: 'z' }]).status).toBe(204);
    expect(send('GET').body).toEqual([data[0], { id: 2, name: 'z' }, data[2]]);
  });

  const readOnly = { ...integer, readOnly: true };
  test.each<[string, object, object, RegExp]>([
    ['its items have no id', parts, listOf(object({ name: text, size: integer })), /need no "id"/],
    ['the id is readOnly', parts, listOf(object({ ...change.properties, id: readOnly }, ['id'])), /need no "id"/],
    ['the response is about something else', object({ changed: integer }), listOf(change), /something other/],
  ])('is left alone if %s', async (_name, answer, takes, reason) => {
    const { send, operation: found } = await load(operation(answer, { takes }));
    expect([found.binding, found.reason]).toEqual([undefined, expect.stringMatching(reason)]);
    expect(send('PATCH', [{ name: 'x', size: 1, id: 1 }]).status).toBe(200);
  });
});

describe('one item without its id', () => {
  const whole = object({ id: integer, name: text, size: integer }, ['name']);

  test('is rejected if the document has a status for it', async () => {
    const { send } = await load(operation(ref('Part'), { takes: whole, others: { 400: undefined } }), 'put');
    expect(send('PUT', { name: 'x' }).status).toBe(400);
    expect(send('PUT', { id: 2, name: 'x' }).body).toEqual({ id: 2, name: 'x' });
  });

  test('is a new item otherwise', async () => {
    const { send } = await load(operation(ref('Part'), { takes: whole }), 'put');
    expect(send('PUT', { name: 'x' }).body).toEqual({ id: 4, name: 'x' });
    expect(send('GET').body).toHaveLength(4);
  });
});
