/** Whatever a client sends, and whatever the responses of a document require: an item is the same in all of them. */
import { expect, test } from 'vitest';
import { equalsJson, type Json, type JsonObject } from '../../src/core/primitives/json.ts';
import type { Check } from '../../src/core/service/check.ts';
import { documentOf, now, operationOf, readyService, requestOf, stateOf, take } from '../core/helpers.ts';
import fc from '../fast-check.ts';
import { inPath, jsonBody } from '../short-document.ts';

const text: JsonObject = { type: 'string' };
const integer: JsonObject = { type: 'integer' };
const object = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  required,
  properties,
});

const person = object({ id: integer, name: text });
const circle = object({ radius: integer, unit: text });
const square = object({ width: integer, height: integer });
const tagged = (kind: string, more: JsonObject): JsonObject => object({ kind: { const: kind }, ...more });

const schemas: readonly JsonObject[] = [
  text,
  { ...text, maxLength: 3 },
  { ...text, pattern: '^[A-Z]{2}$' },
  { ...text, format: 'date-time' },
  { type: ['string', 'null'] },
  integer,
  { ...integer, minimum: 0, maximum: 5 },
  { type: 'number' },
  { type: 'boolean' },
  { enum: ['a', 'b', 'IN_USE'] },
  person,
  object({ owner: person, tags: { type: 'array', items: text } }, ['owner']),
  { type: 'array', items: text },
  { type: 'array', items: person },
  { oneOf: [circle, square] },
  { anyOf: [circle, square, { type: 'null' }] },
  { oneOf: [tagged('cat', { lives: integer }), tagged('dog', { tricks: { type: 'array', items: text } })] },
  { allOf: [object({ by: text }), { anyOf: [circle, square] }] },
];

const values: readonly Json[] = [
  ...['a', 'abcdef', 'AB', 'in use', '12', '2030-01-31', '2030-01-31T10:00:00Z', ''],
  ...[7, -3, 2.5, 0, true, false, null],
  ...[[], ['x'], ['x', 1], [{ id: 3 }], [{ id: 3, name: 'x' }, 'y']],
  ...[{}, { id: 1 }, { name: 'x' }, { id: 1, name: 'y' }, { owner: { id: 4 } }, { owner: { name: 'x' }, tags: 'red' }],
  ...[{ radius: 1 }, { width: '2', unit: 'm' }, { kind: 'dog' }, { kind: 'cat', lives: '9' }, { lives: 3 }],
];

const names = ['one', 'two', 'three'];
const anySchema = fc.constantFrom(...schemas);
const anyBody = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values), { maxKeys: 3 });

interface Shape {
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

/** The representations of one item: mostly with the same schemas, and with other required properties. */
const anyShapes = fc
  .record({
    base: fc.tuple(anySchema, anySchema, anySchema),
    changes: fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...names), anySchema), { maxLength: 2 }),
    required: fc.array(fc.subarray([...names]), { minLength: 3, maxLength: 3 }),
  })
  .map(({ base, changes, required }): readonly Shape[] => {
    const properties = Object.fromEntries(names.map((name, index) => [name, base[index] as JsonObject]));
    return required.map((own, index) => ({
      properties: {
        ...properties,
        ...Object.fromEntries(changes.filter(([at]) => at === index).map(([, name, schema]) => [name, schema])),
      },
      required: own,
    }));
  });

const idSchemas: readonly JsonObject[] = [
  integer,
  text,
  { ...text, pattern: '^T-[0-9]{3}$' },
  { ...text, format: 'uuid' },
];

const itemOf = ({ properties, required }: Shape, id: JsonObject): JsonObject =>
  object({ id, ...properties }, ['id', ...required]);

const documentFor = (
  [created, read, listed]: readonly Shape[],
  id: JsonObject,
  wrapper: string | undefined,
): JsonObject => {
  const wrap = (schema: JsonObject): JsonObject => (wrapper === undefined ? schema : object({ [wrapper]: schema }));
  const ok = (schema: JsonObject, status = '200'): JsonObject => ({
    [status]: { description: '', content: jsonBody(schema) },
  });
  const requestBody = { content: jsonBody(object(Object.fromEntries(names.map((name) => [name, {}])), [])) };
  const one = wrap(itemOf(read as Shape, id));
  return documentOf({
    '/things': {
      get: { operationId: 'list', responses: ok({ type: 'array', items: itemOf(listed as Shape, id) }) },
      post: { operationId: 'create', requestBody, responses: ok(wrap(itemOf(created as Shape, id)), '201') },
    },
    '/things/{id}': {
      parameters: [inPath('id', id)],
      get: { operationId: 'read', responses: ok(one) },
      patch: { operationId: 'update', requestBody, responses: ok(one) },
      put: { operationId: 'replace', requestBody, responses: ok(one) },
    },
  });
};

const checkOf = async (schema: JsonObject): Promise<Check> => {
  const content = jsonBody(schema);
  const document = documentOf({
    '/': { get: { operationId: 'get', responses: { 200: { description: '', content } } } },
  });
  return operationOf(await readyService(document), 'get').success?.response.contents[0]?.check as Check;
};

test('an item is the same in every response, and what fits is kept', async () => {
  const checks = new Map<JsonObject, Check>();
  for (const schema of schemas) checks.set(schema, await checkOf(schema));
  const fits = (schema: Json | undefined, value: Json): boolean =>
    checks.get(schema as JsonObject)?.(value).length === 0;

  const property = fc.asyncProperty(
    fc.record({
      shapes: anyShapes,
      id: fc.constantFrom(...idSchemas),
      wrapper: fc.constantFrom(undefined, 'data', 'thing'),
      seed: fc.nat(100),
      bodies: fc.tuple(anyBody, anyBody, anyBody),
    }),
    async ({ shapes, id, wrapper, seed, bodies }) => {
      const service = await readyService(documentFor(shapes, id, wrapper));
      const state = { ...stateOf(service, { data: { things: [] } }), seed };
      const send = (method: string, target: string, body?: Json): Json => {
        const {
          exchange,
          status,
          body: answer,
        } = take(service, state, requestOf(method, target, body === undefined ? {} : { body }), now);
        const about = `${method} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`;
        expect(exchange.violations, about).toEqual([]);
        expect(status, about).toBeLessThan(300);
        return answer as Json;
      };
      const item = (answer: Json): JsonObject =>
        (wrapper === undefined ? answer : (answer as JsonObject)[wrapper]) as JsonObject;
      const [created, read, listed] = shapes as readonly [Shape, Shape, Shape];
      const isSame = (name: string): boolean =>
        created.properties[name] === read.properties[name] && read.properties[name] === listed.properties[name];
      const expectSame = (left: JsonObject, right: JsonObject): void => {
        for (const name of names.filter(isSame)) expect([name, left[name]]).toEqual([name, right[name]]);
        expect(left.id).toEqual(right.id);
      };
      const expectKept = (body: JsonObject, shown: JsonObject): void => {
        for (const [name, value] of Object.entries(body))
          if (isSame(name) && fits(read.properties[name], value))
            expect(equalsJson(shown[name] as Json, value), name).toBe(true);
      };

      const [first, second, third] = bodies as readonly JsonObject[] as [JsonObject, JsonObject, JsonObject];
      const one = item(send('POST', '/things', first));
      const path = `/things/${encodeURIComponent(String(one.id))}`;
      expectKept(first, one);
      const look = (): JsonObject => {
        const shown = item(send('GET', path));
        expect(item(send('GET', path))).toEqual(shown);
        const [only] = send('GET', '/things') as readonly JsonObject[];
        expectSame(only as JsonObject, shown);
        return shown;
      };
      const before = look();
      expectSame(one, before);
      const patched = item(send('PATCH', path, second));
      expectKept(second, patched);
      expect(look()).toEqual(patched);
      for (const name of names.filter((own) => isSame(own) && !Object.hasOwn(second, own)))
        expect([name, patched[name]]).toEqual([name, before[name]]);
      const replaced = item(send('PUT', path, third));
      expectKept(third, replaced);
      expect(look()).toEqual(replaced);
    },
  );
  await fc.assert(property, { numRuns: 50 });
});
