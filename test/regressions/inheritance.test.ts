/** A base with a discriminator, and schemas that extend it, in the forms that generators write. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { serveDocument } from '../openapi/resources/served.ts';
import { declared, integer, listOf, object, operation, ref, text } from '../short-document.ts';

const id = { type: 'integer', readOnly: true };
const extending = (base: object, ...parts: readonly object[]) => ({ allOf: [base, ...parts] });

const pathsOf = (name: string) =>
  declared({
    '/vehicles': {
      get: operation(listOf(ref(name))),
      post: operation(ref(name), { status: 201, takes: ref(name), others: { 400: undefined } }),
    },
    '/vehicles/{id}': { get: operation(ref(name), { others: { 404: undefined } }) },
  });

const document = (openapi: string, schemas: object, paths = pathsOf('Vehicle')): JsonObject =>
  ({ openapi, info: { title: 'Fleet', version: '1' }, paths, components: { schemas } }) as unknown as JsonObject;

const base = (rest: object = {}, discriminator: object = {}) => ({
  ...object({ id, wheel: integer, ...rest }, ['kind']),
  discriminator: { propertyName: 'kind', ...discriminator },
});
const truck = object({ load: integer }, ['load']);
const bike = object({ gears: integer }, ['gears']);
const family = (first: object) => ({
  Vehicle: first,
  Truck: extending(ref('Vehicle'), truck),
  Bike: extending(ref('Vehicle'), bike),
});
const closed = { additionalProperties: false };
const dotnet = {
  Vehicle: { ...base({ kind: text }, { mapping: { Truck: '#/components/schemas/Truck' } }), ...closed },
  Truck: { ...extending(ref('Vehicle'), { ...truck, ...closed }), ...closed },
  Bike: { ...extending(ref('Vehicle')), ...bike, ...closed },
};
const stated = {
  ...family(base({ kind: text })),
  Truck: extending(ref('Vehicle'), truck, object({ kind: { enum: ['lorry'] } })),
};

const swagger2 = {
  swagger: '2.0',
  info: { title: 'Fleet', version: '1' },
  paths: {
    '/vehicles': {
      get: {
        responses: { 200: { description: '', schema: { type: 'array', items: { $ref: '#/definitions/Vehicle' } } } },
      },
      post: {
        parameters: [{ in: 'body', name: 'vehicle', schema: { $ref: '#/definitions/Vehicle' } }],
        responses: { 201: { description: '', schema: { $ref: '#/definitions/Vehicle' } }, 400: { description: '' } },
      },
    },
    '/vehicles/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
        responses: { 200: { description: '', schema: { $ref: '#/definitions/Vehicle' } } },
      },
    },
  },
  definitions: {
    Vehicle: { ...object({ id, kind: text }, ['kind']), discriminator: 'kind' },
    Truck: extending({ $ref: '#/definitions/Vehicle' }, truck),
    Bike: extending({ $ref: '#/definitions/Vehicle' }, bike),
  },
} as unknown as JsonObject;

describe('a base to which a document refers alone', () => {
  test.each([
    ['in OpenAPI 3.0', document('3.0.3', family(base({ kind: text }))), 'Truck'],
    ['in OpenAPI 3.1', document('3.1.0', family(base({ kind: text }))), 'Truck'],
    ['in Swagger 2.0', swagger2, 'Truck'],
    ['whose schemas are closed, one by one', document('3.0.1', dotnet), 'Truck'],
    ['with names of a mapping', document('3.0.3', family(base({ kind: text }, { mapping: { t: 'Truck' } }))), 't'],
    [
      'whose values are spelled otherwise',
      document('3.0.3', family(base({ kind: { enum: ['truck', 'bike'] } }))),
      'truck',
    ],
    ['whose property is not declared', document('3.1.0', family(base())), 'Truck'],
    ['of which a schema states its value itself', document('3.1.0', stated), 'lorry'],
    ['that may be null', document('3.0.3', family({ ...base({ kind: text }), nullable: true })), 'Truck'],
    ['of numbers', document('3.0.3', family(base({ kind: integer }, { mapping: { 1: 'Truck', 2: 'Bike' } }))), 1],
  ])('%s stands for the schemas that extend it', async (_name, source, kind) => {
    const { get, send } = await serveDocument(source, 'default');
    for (const item of (await get('/vehicles')).body)
      expect(typeof item.load === 'number' ? item.kind : typeof item.gears).toEqual(
        typeof item.load === 'number' ? kind : 'number',
      );
    const created = await send('POST', '/vehicles', { kind, load: 7 });
    expect([created.status, created.body]).toMatchObject([201, { kind, load: 7 }]);
    expect((await get(`/vehicles/${created.body.id}`)).body).toMatchObject({ kind, load: 7 });
    expect((await get('/vehicles')).body).toContainEqual(created.body);
    expect((await send('POST', '/vehicles', { kind })).status).toBe(400);
    expect((await send('POST', '/vehicles', { kind: 'boat', load: 7 })).status).toBe(400);
    expect((await send('POST', '/vehicles', { kind, load: 'x' })).status).toBe(400);
  });

  test('accepts its own name, as of a class that can be made itself', async () => {
    const { send } = await serveDocument(document('3.0.3', family(base({ kind: text }))));
    expect((await send('POST', '/vehicles', { kind: 'Vehicle', wheel: 2 })).status).toBe(201);
  });

  test('says which values there are', async () => {
    const { send } = await serveDocument(document('3.0.3', family(base({ kind: text }))));
    const { body } = await send('POST', '/vehicles', { kind: 'boat' });
    expect(body.detail).toBe('body.kind must be one of Truck, Bike, Vehicle');
  });

  test('has names with a slash, and a mapping to them, encoded in either way', async () => {
    const mapping = { lorry: '#/components/schemas/A%2FTruck', bike: 'Bike' };
    const schemas = { ...family(base({ kind: text }, { mapping })), 'A/Truck': extending(ref('Vehicle'), truck) };
    const { send } = await serveDocument(document('3.0.3', schemas));
    expect((await send('POST', '/vehicles', { kind: 'lorry' })).status).toBe(400);
    expect((await send('POST', '/vehicles', { kind: 'lorry', load: 1 })).body).toMatchObject({ load: 1 });
    const unmapped = { ...family(base({ kind: text })), 'A/Truck': extending(ref('Vehicle'), truck) };
    const other = await serveDocument(document('3.0.3', unmapped));
    expect((await other.send('POST', '/vehicles', { kind: 'A/Truck', load: 1 })).body).toMatchObject({ load: 1 });
  });

  test('stands for those that extend one that extends it', async () => {
    const schemas = {
      ...family(base({ kind: text })),
      Tipper: extending(ref('Truck'), object({ angle: integer }, ['angle'])),
    };
    const { send } = await serveDocument(document('3.0.3', schemas));
    expect((await send('POST', '/vehicles', { kind: 'Tipper', load: 1 })).status).toBe(400);
    expect((await send('POST', '/vehicles', { kind: 'Tipper', load: 1, angle: 9 })).body).toMatchObject({ angle: 9 });
  });
});

test('a reference to one that extends a base means this one', async () => {
  const { get, send } = await serveDocument(
    document('3.0.3', family(base({ kind: text })), pathsOf('Truck')),
    'default',
  );
  for (const item of (await get('/vehicles')).body)
    expect(item).toMatchObject({ kind: 'Truck', load: expect.any(Number) });
  expect((await send('POST', '/vehicles', { kind: 'Bike', load: 1 })).status).toBe(400);
});

test('parts of a schema that are closed allow the properties of each other, and no more', async () => {
  const schemas = {
    Named: { ...object({ id, name: text }), ...closed },
    Vehicle: { ...extending(ref('Named'), { ...truck, ...closed }), ...closed },
  };
  const { send } = await serveDocument(document('3.0.3', schemas));
  expect((await send('POST', '/vehicles', { name: 'a', load: 1 })).body).toMatchObject({ name: 'a', load: 1 });
  expect((await send('POST', '/vehicles', { name: 'a', load: 1, other: 1 })).status).toBe(400);
});

describe('alternatives of which several would accept a value', () => {
  const schemas = (union: object) => ({
    Vehicle: union,
    Truck: object({ id, kind: text, load: integer }, ['kind']),
    Bike: object({ id, kind: text, gears: integer }, ['kind']),
  });
  const oneOf = [ref('Truck'), ref('Bike')];

  test.each([
    [
      'by a mapping',
      { oneOf, discriminator: { propertyName: 'kind', mapping: { t: '#/components/schemas/Truck', b: 'Bike' } } },
      't',
      'b',
    ],
    ['by their names', { oneOf, discriminator: { propertyName: 'kind' } }, 'Truck', 'Bike'],
    ['of anyOf', { anyOf: oneOf, discriminator: { propertyName: 'kind' } }, 'Truck', 'Bike'],
  ])('are decided by the discriminator, %s', async (_name, union, one, other) => {
    const { send } = await serveDocument(document('3.1.0', schemas(union)));
    expect((await send('POST', '/vehicles', { kind: one, load: 2 })).body).toMatchObject({ kind: one, load: 2 });
    expect((await send('POST', '/vehicles', { kind: other, gears: 2 })).body).toMatchObject({ kind: other, gears: 2 });
    expect((await send('POST', '/vehicles', { kind: one, load: 'x' })).status).toBe(400);
    expect((await send('POST', '/vehicles', { kind: 'boat' })).status).toBe(400);
  });

  test('are those of an answer without data too', async () => {
    const union = { oneOf, discriminator: { propertyName: 'kind' } };
    const paths = declared({ '/price': { post: operation(ref('Vehicle'), { takes: ref('Vehicle') }) } });
    const { send } = await serveDocument(document('3.1.0', schemas(union), paths));
    for (const sent of [
      { kind: 'Truck', load: 2 },
      { kind: 'Bike', gears: 2 },
    ])
      expect((await send('POST', '/price', sent)).body).toEqual(expect.objectContaining(sent));
  });

  test('of other values are the default of OpenAPI 3.2', async () => {
    const discriminator = { propertyName: 'kind', mapping: { t: 'Truck' }, defaultMapping: 'Bike' };
    const { send } = await serveDocument(document('3.2.0', schemas({ oneOf, discriminator })));
    expect((await send('POST', '/vehicles', { kind: 'any', gears: 2 })).body).toMatchObject({ kind: 'any', gears: 2 });
    expect((await send('POST', '/vehicles', { kind: 'any', gears: 'x' })).status).toBe(400);
  });
});
